import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { AccessRules } from '../access-rules.js';
import { DatabaseListener } from '../database-listener.js';
import { LOGIN_PREFIX } from '../notify-logins.js';
import { SessionEnds } from '../session-ends.js';
import { BrokerManagement } from './broker-management.js';

/** The plugin lists a connection after the next of its samples, which it takes every five seconds. */
const LISTED_AFTER_MS = 6000;
const connections = z.array(z.object({ user: z.string() }));

/**
 * Ends the browsers' connections to RabbitMQ whose session is over. The broker asks what a user may read when it
 * begins and never again, so it is told, over the address of its management plugin; without one such a connection goes
 * on until the page leaves.
 */
@Injectable()
export class EndedLines implements BeforeApplicationShutdown {
  readonly #logger = new Logger('broker');
  readonly #ends: SessionEnds | undefined;

  constructor(
    private readonly management: BrokerManagement,
    private readonly rules: AccessRules,
    listener: DatabaseListener,
  ) {
    if (!management.isSet) return;
    this.#ends = new SessionEnds(
      listener,
      () => this.endAll(),
      (error) => this.#logger.warn(`Lines of ended sessions could not be closed: ${error.message}`),
      LISTED_AFTER_MS,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#ends?.stop();
  }

  private async endAll(): Promise<void> {
    const response = await this.management.ask('connections?columns=user', 'GET');
    const users = connections.parse(await response.json()).map(({ user }) => user);
    const lines = [...new Set(users)].filter((user) => user.startsWith(LOGIN_PREFIX));
    if (lines.length === 0) return;
    const living = await this.rules.living(lines);
    for (const line of lines.filter((login) => !living.has(login)))
      await this.management.ask(
        `connections/username/${encodeURIComponent(line)}`,
        'DELETE',
        undefined,
        'the session has ended',
      );
  }
}
