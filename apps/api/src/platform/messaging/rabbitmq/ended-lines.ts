import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import type { Env } from '../../../config/env.js';
import { ENV } from '../../../config/instance.module.js';
import { AccessRules } from '../access-rules.js';
import { DatabaseListener } from '../database-listener.js';
import { LOGIN_PREFIX } from '../notify-logins.js';
import { SessionEnds } from '../session-ends.js';

/** The plugin lists a connection after the next of its samples, which it takes every five seconds. */
const LISTED_AFTER_MS = 6000;
const TIMEOUT_MS = 10_000;
const connections = z.array(z.object({ user: z.string() }));

/**
 * Ends the browsers' connections to RabbitMQ whose session is over. The broker asks what somebody may read when it
 * begins and never again, so it is told, over the address of its management plugin; without one such a connection goes
 * on until the page leaves.
 */
@Injectable()
export class EndedLines implements BeforeApplicationShutdown {
  readonly #logger = new Logger('broker');
  readonly #ends: SessionEnds | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly rules: AccessRules,
    listener: DatabaseListener,
  ) {
    if (env.BROKER_MANAGEMENT_URL === undefined) return;
    const address = env.BROKER_MANAGEMENT_URL;
    this.#ends = new SessionEnds(
      listener,
      () => this.endAll(address),
      (error) => this.#logger.warn(`Lines of ended sessions could not be closed: ${error.message}`),
      LISTED_AFTER_MS,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#ends?.stop();
  }

  private async endAll(address: string): Promise<void> {
    const response = await this.ask(address, 'connections?columns=user', 'GET');
    const users = connections.parse(await response.json()).map(({ user }) => user);
    const lines = [...new Set(users)].filter((user) => user.startsWith(LOGIN_PREFIX));
    if (lines.length === 0) return;
    const living = await this.rules.living(lines);
    for (const line of lines.filter((login) => !living.has(login)))
      await this.ask(address, `connections/username/${encodeURIComponent(line)}`, 'DELETE');
  }

  /** @throws when the plugin does not answer, or refuses. */
  private async ask(address: string, path: string, method: 'GET' | 'DELETE'): Promise<Response> {
    const { username, password } = new URL(this.env.AMQP_URL ?? '');
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const response = await fetch(new URL(`api/${path}`, address.endsWith('/') ? address : `${address}/`), {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from(login, 'utf8').toString('base64')}`,
        'X-Reason': 'the session has ended',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Gone by itself meanwhile is as good.
    if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  }
}
