import { Injectable } from '@nestjs/common';
import type { PlatformScope, Scope } from '../database/transactions.js';
import { type Job, JOB_OVER_CHANNEL, type LeasedJob, type QueueName } from './job.js';
import { JobStore } from './job-store.js';

/** A job that is not tried again unless the administrator says so. */
export interface DeadLetter extends Pick<Job, 'queue' | 'tenantId' | 'id' | 'topic' | 'attempts'> {
  readonly tenantCode: string | null;
  readonly createdAt: Date;
  readonly diedAt: Date;
  readonly reason: string | null;
}

/** What a queue does with rows of its own when the administrator decides, in the transaction of the decision. */
export interface DeadLetterHooks {
  retried?(scope: PlatformScope, letter: DeadLetter): Promise<void>;
  discarded?(scope: PlatformScope, letter: DeadLetter): Promise<void>;
}

const LETTER = `select j.queue, j.tenant_id as "tenantId", t.code as "tenantCode", j.id, j.topic, j.attempts,
    j.created_at as "createdAt", j.dead_at as "diedAt", j.last_error as reason
  from jobs j left join tenants t on t.id = j.tenant_id where j.dead_at is not null`;
/** Dead letters are kept for so long. */
const KEEP_DAYS = 30;
/** The longest reason stored. */
const REASON_LENGTH = 500;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH);

/** Jobs that failed for good: kept with their reason until the administrator retries or discards them. */
@Injectable()
export class DeadLetters {
  readonly #hooks = new Map<QueueName, DeadLetterHooks>();

  constructor(private readonly jobs: JobStore) {}

  register(queue: QueueName, hooks: DeadLetterHooks): void {
    this.#hooks.set(queue, hooks);
  }

  /** Makes a leased job a dead letter. @returns false when it has another holder. */
  async bury({ manager }: Scope, { id, holder, attempts }: LeasedJob, reason: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `with dead as (
         update jobs set dead_at = clock_timestamp(), holder = null, holder_process = null, held_at = null,
           last_error = $3, attempts = $4
         where id = $1 and holder = $2 returning id)
       select pg_notify('${JOB_OVER_CHANNEL}', id::text) from dead`,
      [id, holder, reason, attempts],
    );
    return rows.length > 0;
  }

  /** Makes jobs that this transaction holds dead letters, their last attempt counted. */
  async buryTaken(
    { manager }: PlatformScope,
    failed: readonly { readonly id: string; readonly reason: string }[],
  ): Promise<void> {
    if (failed.length === 0) return;
    await manager.query(
      `update jobs set dead_at = clock_timestamp(), attempts = attempts + 1, last_error = failed.reason
       from unnest($1::uuid[], $2::text[]) as failed (id, reason) where jobs.id = failed.id`,
      [failed.map(({ id }) => id), failed.map(({ reason }) => reason)],
    );
  }

  async page(
    { manager }: PlatformScope,
    queue: QueueName | undefined,
    { page, size }: { readonly page: number; readonly size: number },
  ): Promise<{ items: DeadLetter[]; total: number }> {
    const which = '($1::text is null or j.queue = $1)';
    const [count] = await manager.query<{ total: number }[]>(
      `select count(*)::integer as total from jobs j where j.dead_at is not null and ${which}`,
      [queue ?? null],
    );
    const items = await manager.query<DeadLetter[]>(
      `${LETTER} and ${which} order by j.dead_at desc, j.id limit $2 offset $3`,
      [queue ?? null, size, page * size],
    );
    return { items, total: count?.total ?? 0 };
  }

  async count({ manager }: PlatformScope): Promise<number> {
    const [row] = await manager.query<{ total: number }[]>(
      'select count(*)::integer as total from jobs where dead_at is not null',
    );
    return row?.total ?? 0;
  }

  /**
   * Enqueues a dead letter again, its attempts forgotten.
   * @param queue where it has to be, if that matters.
   * @returns what it was; absent: there is none.
   */
  async retry(scope: PlatformScope, id: string, queue?: QueueName): Promise<DeadLetter | undefined> {
    const letter = await this.find(scope, id);
    if (!letter || (queue !== undefined && letter.queue !== queue)) return undefined;
    await this.#hooks.get(letter.queue)?.retried?.(scope, letter);
    await scope.manager.query(
      `update jobs set dead_at = null, attempts = 0, created_at = clock_timestamp(),
         available_at = clock_timestamp() where id = $1`,
      [id],
    );
    await this.jobs.wake(scope, letter.queue);
    return letter;
  }

  /** Deletes a dead letter. @returns what it was; absent: there is none. */
  async discard(scope: PlatformScope, id: string): Promise<DeadLetter | undefined> {
    const letter = await this.find(scope, id);
    if (!letter) return undefined;
    await this.remove(scope, letter);
    return letter;
  }

  /** Deletes dead letters past their retention period. */
  async prune(scope: PlatformScope): Promise<void> {
    const letters = await scope.manager.query<DeadLetter[]>(
      `${LETTER} and j.dead_at < clock_timestamp() - interval '${KEEP_DAYS} days' for update of j skip locked`,
    );
    for (const letter of letters) await this.remove(scope, letter);
  }

  private async remove(scope: PlatformScope, letter: DeadLetter): Promise<void> {
    await this.#hooks.get(letter.queue)?.discarded?.(scope, letter);
    await scope.manager.query('delete from jobs where id = $1', [letter.id]);
  }

  private async find({ manager }: PlatformScope, id: string): Promise<DeadLetter | undefined> {
    const rows = await manager.query<DeadLetter[]>(`${LETTER} and j.id = $1 for update of j`, [id]);
    return rows[0];
  }
}
