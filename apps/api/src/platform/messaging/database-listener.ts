import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { SteadyClient } from '../database/steady-client.js';

const RECONNECT_MS = 500;

interface Subscription {
  readonly onMessage: (payload: string) => void;
  /** Called when messages may have been missed. */
  readonly onGap: () => void;
}

/** What other processes say through PostgreSQL's LISTEN/NOTIFY: one connection, put back when it breaks. */
@Injectable()
export class DatabaseListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('listener');
  readonly #subscriptions = new Map<string, Subscription[]>();
  readonly #signs: string[] = [];
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Has to be called before the application has started. */
  subscribe(channel: string, subscription: Subscription): void {
    this.#subscriptions.set(channel, [...this.on(channel), subscription]);
  }

  /**
   * Keeps a lock of this name as long as the process is connected: whoever can take it alone knows that nobody is.
   * Has to be called before the application has started. See `pg_try_advisory_xact_lock(hashtextextended(name, 0))`.
   */
  showLife(name: string): void {
    this.#signs.push(name);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const { options } = this.source;
    if (options.type !== 'postgres') throw new Error('The listener needs PostgreSQL');
    const client = new SteadyClient({
      connectionString: options.url,
      application_name: 'fibado-listener',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    client.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of this.on(channel)) onMessage(payload ?? '');
    });
    client.once('end', () => {
      if (this.#client === client) this.lost();
    });
    try {
      await client.connect();
      for (const channel of this.#subscriptions.keys()) await client.query(`listen ${channel}`);
      // Shared, so that a connection of ours that is not known to be broken yet is not waited for.
      for (const name of this.#signs)
        await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [name]);
    } catch (error) {
      this.#logger.warn(`The database's notifications cannot be heard: ${(error as Error).message}`);
      await client.end().catch(() => undefined);
      this.retry();
      return;
    }
    if (this.#stopped) await client.end();
    else this.#client = client;
  }

  private lost(): void {
    this.#client = undefined;
    this.tellGap();
    this.retry();
  }

  private retry(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.connect().then(() => {
        // What was said between the two connections is gone.
        if (this.#client) this.tellGap();
      });
    }, RECONNECT_MS);
  }

  private on(channel: string): readonly Subscription[] {
    return this.#subscriptions.get(channel) ?? [];
  }

  private tellGap(): void {
    for (const { onGap } of [...this.#subscriptions.values()].flat()) onGap();
  }
}
