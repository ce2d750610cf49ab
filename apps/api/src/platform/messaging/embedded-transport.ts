import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { WebSocket } from 'ws';
import type { PlatformScope } from '../database/transactions.js';
import { VERSION } from '../version.js';
import { AccessRules, destinationOf } from './access-rules.js';
import { DatabaseListener } from './database-listener.js';
import { type NotifyMessage, NotifyTransport } from './notify-transport.js';
import { SessionEnds } from './session-ends.js';
import { STOMP_OPTIONS } from './stomp/options.js';
import { StompServer } from './stomp/server.js';
import type { Admission } from './stomp/socket-admission.js';
import { UpgradeGuard } from './stomp/upgrade-guard.js';

export const STOMP_PATH = '/api/notify/stomp';
const CHANNEL = 'fibado_web_notify';

/**
 * The API as its own broker. A message goes to all processes through the database in the transaction that takes it
 * out of the queue, and each hands it to the browsers connected to it: nothing is said that is not committed.
 */
@Injectable()
export class EmbeddedTransport extends NotifyTransport implements BeforeApplicationShutdown {
  readonly #logger = new Logger('stomp');
  readonly #server: StompServer;
  readonly #ends: SessionEnds;

  constructor(
    rules: AccessRules,
    private readonly listener: DatabaseListener,
    private readonly guard: UpgradeGuard,
  ) {
    super();
    this.#server = new StompServer(rules, STOMP_OPTIONS, (reason) =>
      this.#logger.debug(`Client dropped: ${reason}`),
    );
    this.#ends = new SessionEnds(
      listener,
      () => this.#server.checkSessions(),
      (error) => this.#logger.warn(`Sessions could not be looked at: ${error.message}`),
    );
    listener.subscribe(CHANNEL, {
      onMessage: (payload) => this.fanOut(payload),
      // Messages may be missing: clients come back and read the list.
      onGap: () => this.#server.goAway('messages may be missing'),
    });
  }

  accept(socket: WebSocket, admission?: Admission): void {
    this.#server.accept(socket, admission);
  }

  override isReady(): boolean {
    return true;
  }

  override onReady(): void {
    // It never becomes unready.
  }

  override async publish(
    scope: PlatformScope,
    messages: readonly NotifyMessage[],
  ): Promise<readonly (Error | undefined)[]> {
    await scope.manager.query('select pg_notify($1, payload) from unnest($2::text[]) as row (payload)', [
      CHANNEL,
      messages.map((message) => JSON.stringify(message)),
    ]);
    return messages.map(() => undefined);
  }

  override hostSocket(origin: string, tenantId: string): string {
    const url = new URL(STOMP_PATH, origin);
    url.search = this.guard.ticketOf(tenantId);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return url.href;
  }

  /** The way messages come: through the database to this process. */
  override async ping(): Promise<{ version: string }> {
    await this.listener.ping();
    return { version: VERSION };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#ends.stop();
    this.#server.close();
  }

  private fanOut(payload: string): void {
    const { key, message } = JSON.parse(payload) as NotifyMessage;
    this.#server.deliver(key, destinationOf(key), JSON.stringify(message));
  }
}
