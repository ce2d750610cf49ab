import type { WebSocket } from 'ws';
import type { NotifyGrant } from '../notify-logins.js';
import { type ConnectionEvents, type StompAuthority, StompConnection } from './connection.js';
import type { StompOptions } from './options.js';
import type { Admission } from './socket-admission.js';

export interface ServerAuthority extends StompAuthority {
  /** Those of the logins whose session has not ended. */
  living(logins: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * A STOMP 1.1 and 1.0 server for sockets accepted elsewhere; it knows users and destinations, not the meaning of
 * messages.
 */
export class StompServer implements ConnectionEvents {
  readonly #connections = new Set<StompConnection>();
  /** Those that have not signed in, oldest first, with how they were admitted. */
  readonly #pending = new Map<StompConnection, Admission | undefined>();
  readonly #byKey = new Map<string, Set<StompConnection>>();
  readonly #timer: NodeJS.Timeout;

  /** @param tell called with why a client was dropped. */
  constructor(
    private readonly authority: ServerAuthority,
    private readonly options: StompOptions,
    private readonly tell: (reason: string) => void = () => undefined,
  ) {
    this.#timer = setInterval(() => this.tick(), options.tickMs).unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  /** @param admission told when the client signs in. */
  accept(socket: WebSocket, admission?: Admission): void {
    const connection = new StompConnection(socket, this.authority, this, this.options);
    if (this.#connections.size >= this.options.connections) {
      connection.drop('too many connections');
      return;
    }
    const [oldest] = this.#pending.keys();
    // A client signs in at once: the oldest is the least likely to be one.
    if (oldest && this.#pending.size >= this.options.pendingConnections) {
      this.#pending.delete(oldest);
      oldest.drop('too many connections that have not signed in');
    }
    this.#connections.add(connection);
    this.#pending.set(connection, admission);
    socket.once('close', () => this.forget(connection));
  }

  /** Delivers to the open connections of one routing key. */
  deliver(key: string, destination: string, body: string): void {
    for (const connection of this.#byKey.get(key) ?? []) connection.deliver(destination, body);
  }

  admit(connection: StompConnection, grant: NotifyGrant): string | undefined {
    const same = this.#byKey.get(grant.key) ?? new Set();
    if (same.size >= this.options.connectionsPerUser) return 'too many connections of this user';
    this.#byKey.set(grant.key, same.add(connection));
    this.#pending.get(connection)?.signedIn();
    this.#pending.delete(connection);
    return undefined;
  }

  dropped(reason: string): void {
    this.tell(reason);
  }

  /** Ends every connection: what they should have heard may be lost, and on coming back they read the list. */
  goAway(reason: string): void {
    for (const connection of this.#connections) connection.goAway(reason);
  }

  close(): void {
    clearInterval(this.#timer);
    this.goAway('the server stops');
  }

  private forget(connection: StompConnection): void {
    this.#connections.delete(connection);
    this.#pending.delete(connection);
    const key = connection.grant?.key;
    if (key === undefined) return;
    const same = this.#byKey.get(key);
    same?.delete(connection);
    if (same?.size === 0) this.#byKey.delete(key);
  }

  private tick(): void {
    const now = Date.now();
    for (const connection of this.#connections) connection.tick(now);
  }

  /** Ends the connections whose session is over; one that comes while that is asked is not asked about. */
  async checkSessions(): Promise<void> {
    const asked = [...this.#connections].flatMap((connection) =>
      connection.grant ? [{ connection, login: connection.grant.login }] : [],
    );
    if (asked.length === 0) return;
    const living = await this.authority.living(asked.map(({ login }) => login));
    for (const { connection, login } of asked) {
      if (!living.has(login)) connection.drop('the session has ended');
    }
  }
}
