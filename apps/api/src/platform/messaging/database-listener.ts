import { randomUUID } from 'node:crypto';
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
/** PostgreSQL's channel on which a listener hears itself. */
const BEAT_CHANNEL = 'fibado_beat';
/** How often that is tried, milliseconds: oftener than a network forgets a connection on which nothing is said. */
const BEAT_MS = 30_000;
/** A database that is busy is none that is deaf, milliseconds. */
const BEAT_PATIENCE_MS = 20_000;
/** Longest wait of a caller, milliseconds. */
const ANSWER_MS = 5000;

interface Subscription {
  readonly onMessage: (payload: string) => void;
  /** Called when messages may have been missed. */
  readonly onGap: () => void;
}

/**
 * What other processes say through PostgreSQL's LISTEN/NOTIFY: one connection, put back when it breaks. One that broke
 * without a word, as behind a firewall that forgot it, looks like one on which nothing happens: so it is tried.
 */
@Injectable()
export class DatabaseListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('listener');
  readonly #subscriptions = new Map<string, Subscription[]>();
  readonly #signs: string[] = [];
  /** Words said on the way here that are not heard yet. */
  readonly #beats = new Map<string, () => void>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(@InjectDataSource() private readonly source: DataSource) {
    this.subscribe(BEAT_CHANNEL, {
      onMessage: (word) => this.#beats.get(word)?.(),
      onGap: () => undefined,
    });
  }

  /** Has to be called before the application has started. */
  subscribe(channel: string, subscription: Subscription): void {
    this.#subscriptions.set(channel, [...this.on(channel), subscription]);
  }

  /**
   * Keeps a lock of this name as long as the process is connected: a process that can take it exclusively knows that
   * none is.
   * Has to be called before the application has started. See `pg_try_advisory_xact_lock(hashtextextended(name, 0))`.
   */
  holdLivenessLock(name: string): void {
    this.#signs.push(name);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
    this.#beat = setInterval(() => void this.beat(), BEAT_MS).unref();
  }

  /** Tries the connection, and puts one back on which nothing is heard. */
  async beat(patienceMs = BEAT_PATIENCE_MS): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      await this.roundTrip(client, patienceMs);
    } catch (error) {
      this.#logger.warn((error as Error).message);
      // With a question that waits for its answer this cuts; a connection that broke has ended already.
      await client.end().catch(() => undefined);
    }
  }

  /** One round trip: a word said through the database is heard here. @throws when it is not, in time. */
  async ping(): Promise<void> {
    const client = this.#client;
    if (!client) throw new Error("The database's notifications are not heard");
    await this.roundTrip(client, ANSWER_MS);
  }

  private async roundTrip(client: Client, patienceMs: number): Promise<void> {
    const word = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#beats.set(word, resolve);
        const tooLate = () => reject(new Error("The database's notifications do not arrive"));
        timer = setTimeout(tooLate, patienceMs).unref();
        client.query('select pg_notify($1, $2)', [BEAT_CHANNEL, word]).catch(reject);
      });
    } finally {
      clearTimeout(timer);
      this.#beats.delete(word);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
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
      connectionTimeoutMillis: ANSWER_MS,
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
