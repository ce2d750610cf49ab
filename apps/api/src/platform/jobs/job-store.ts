import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PlatformScope, Scope, TenantScope } from '../database/transactions.js';
import { DatabaseListener } from '../messaging/database-listener.js';
import {
  type Job,
  JOB_ADDED_CHANNEL,
  JOB_OVER_CHANNEL,
  type JobRef,
  type LeasedJob,
  type NewJob,
  PRIORITY,
  type QueueName,
} from './job.js';
import { FREE, IN_TURN, LIVENESS_LOCK, MISSED_MS } from './job-sql.js';

const JOB = `queue, tenant_id as "tenantId", id, topic, payload, attempts,
  extract(epoch from clock_timestamp() - created_at)::float8 * 1000 as "ageMs"`;
/** The processes whose lock is free: gone, or without their connection for a moment. */
const DEAD_PROCESS = `pg_try_advisory_xact_lock(hashtextextended('${LIVENESS_LOCK}' || holder_process, 0))`;

/**
 * The rows of every queue. The platform sees them, as it sees no household's figures: a job of a household names its
 * tenant, and what it is about stands in tables of that tenant.
 */
@Injectable()
export class JobStore {
  /** This process, as its leases name it. */
  readonly #process = randomUUID();

  constructor(listener: DatabaseListener) {
    listener.holdLivenessLock(LIVENESS_LOCK + this.#process);
  }

  /**
   * Enqueues jobs when `scope` commits, and wakes the queue's handlers then.
   * @param tenantId on the platform: the tenant a job belongs to, with which it is deleted.
   */
  async add(scope: Scope, queue: QueueName, jobs: readonly NewJob[], tenantId?: string): Promise<void> {
    if (jobs.length === 0) return;
    // Due times are the database's own: a clock held still for a demonstration must not hold back a queue.
    await scope.manager.query(
      `insert into jobs (id, tenant_id, queue, topic, payload, priority, available_at)
       select job.id, $1, $2, job.topic, job.payload, job.priority,
         clock_timestamp() + job.delay * interval '1 millisecond'
       from unnest($3::uuid[], $4::text[], $5::jsonb[], $6::smallint[], $7::integer[])
         as job (id, topic, payload, priority, delay)`,
      [
        scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
        queue,
        jobs.map(({ id }) => id ?? randomUUID()),
        jobs.map(({ topic }) => topic ?? null),
        jobs.map(({ payload }) => (payload === undefined ? null : JSON.stringify(payload))),
        jobs.map(({ priority }) => priority ?? PRIORITY.trial),
        jobs.map(({ delayMs }) => delayMs ?? 0),
      ],
    );
    await this.wake(scope, queue);
  }

  /** Wakes a queue's handlers at the commit; once, however often a transaction does it. */
  async wake({ manager }: Scope, queue: QueueName): Promise<void> {
    await manager.query('select pg_notify($1, $2)', [JOB_ADDED_CHANNEL, queue]);
  }

  /** Locks due jobs until the transaction ends, skipping those that other transactions hold. */
  take({ manager }: PlatformScope, queue: QueueName, limit: number): Promise<Job[]> {
    return manager.query(
      `select ${JOB} from jobs
       where queue = $1 and dead_at is null and available_at <= clock_timestamp()
       order by available_at, id limit $2 for update skip locked`,
      [queue, limit],
    );
  }

  /** Deletes jobs that this transaction holds. */
  async delete({ manager }: PlatformScope, jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    await manager.query('delete from jobs where id = any($1)', [jobs.map(({ id }) => id)]);
  }

  /**
   * Leases the next job of a queue, households in turn.
   * @param full households that have as many jobs at work as they may in this process.
   */
  async lease(
    { manager }: PlatformScope,
    queue: QueueName,
    full: readonly string[] = [],
  ): Promise<LeasedJob | undefined> {
    const rows = await manager.query<LeasedJob[]>(
      `with turns as (${IN_TURN})
       , next as (
         select i.id from turns join jobs i using (id)
         where ${FREE} and (i.tenant_id is null or i.tenant_id <> all($4::uuid[]))
         order by turns.place limit 1 for update of i skip locked)
       , taken as (
         update jobs w
         set holder = $2, holder_process = $3, held_at = clock_timestamp(), attempts = attempts + 1
         from next where w.id = next.id
         returning w.*)
       , turn as (
         insert into job_turns (tenant_id, queue, taken_at)
         select tenant_id, $1, clock_timestamp() from taken where tenant_id is not null
         on conflict (tenant_id, queue) do update set taken_at = excluded.taken_at)
       select ${JOB}, holder from taken`,
      [queue, randomUUID(), this.#process, full],
    );
    return rows[0];
  }

  /**
   * Removes a job because it is over, and tells every process at the commit.
   * @param holder the job is removed only while this holder has it; absent: any lease is revoked.
   * @returns false when it was removed before, or has another holder.
   */
  over(scope: TenantScope, id: string, holder?: string): Promise<boolean> {
    return this.removeIf(scope, id, '$3::uuid is null or holder = $3', holder ?? null);
  }

  /** Like `over`, for a job that is not leased. */
  withdraw(scope: TenantScope, id: string): Promise<boolean> {
    return this.removeIf(scope, id, `$3::uuid is null and ${FREE}`, null);
  }

  private async removeIf(
    scope: TenantScope,
    id: string,
    condition: string,
    holder: string | null,
  ): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with gone as (
         delete from jobs where tenant_id = $1 and id = $2 and dead_at is null and (${condition}) returning id)
       select pg_notify('${JOB_OVER_CHANNEL}', id::text) from gone`,
      [scope.tenantId, id, holder],
    );
    return rows.length > 0;
  }

  /** Removes a job in whatever state it is, and tells its holder. */
  async remove({ manager }: PlatformScope, id: string): Promise<void> {
    await manager.query(
      `with gone as (delete from jobs where id = $1 returning id)
       select pg_notify('${JOB_OVER_CHANNEL}', id::text) from gone`,
      [id],
    );
  }

  /** Makes a job due now. @returns false when there is none that is not dead. */
  async hasten(scope: PlatformScope, queue: QueueName, id: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with due as (
         update jobs set available_at = clock_timestamp()
         where queue = $1 and id = $2 and dead_at is null returning id)
       select id from due`,
      [queue, id],
    );
    if (rows.length > 0) await this.wake(scope, queue);
    return rows.length > 0;
  }

  /** Removes a leased job of any queue. @returns false when it has another holder. */
  async complete({ manager }: PlatformScope, { id, holder }: LeasedJob): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'with gone as (delete from jobs where id = $1 and holder = $2 returning id) select id from gone',
      [id, holder],
    );
    return rows.length > 0;
  }

  /** Keeps a job's lease until the transaction ends. @returns false when another holder has it. */
  async lock({ manager, tenantId }: TenantScope, id: string, holder: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'select 1 from jobs where tenant_id = $1 and id = $2 and holder = $3 for update',
      [tenantId, id, holder],
    );
    return rows.length > 0;
  }

  /** Whether a job is leased. */
  async isLeased({ manager }: TenantScope, { tenantId, id }: JobRef): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `select 1 from jobs where tenant_id = $1 and id = $2 and dead_at is null and not ${FREE}`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** Renews leases. @returns the holders that still have theirs. */
  async renew({ manager }: PlatformScope, holders: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ holder: string }[]>(
      `with held as (
         update jobs set held_at = clock_timestamp() where holder = any($1) returning holder)
       select holder from held`,
      [holders],
    );
    return new Set(rows.map(({ holder }) => holder));
  }

  /** Requeues what dead processes held; a live process that missed heartbeats keeps its lock, and its leases. */
  async requeueDead({ manager }: PlatformScope, queue: QueueName): Promise<void> {
    await manager.query(
      `update jobs set holder = null, holder_process = null, held_at = null
       where queue = $1 and holder is not null
         and held_at < clock_timestamp() - interval '${MISSED_MS} milliseconds' and ${DEAD_PROCESS}`,
      [queue],
    );
  }

  /** Gives a lease back as if the job had never been taken. */
  async release(scope: PlatformScope, { queue, id, holder }: LeasedJob): Promise<void> {
    await scope.manager.query(
      `update jobs set holder = null, holder_process = null, held_at = null, attempts = attempts - 1
       where id = $1 and holder = $2`,
      [id, holder],
    );
    await this.wake(scope, queue);
  }

  /** Gives a lease back after a failed attempt. */
  async retryLeased(
    { manager }: PlatformScope,
    { id, holder }: LeasedJob,
    delayMs: number,
    reason: string,
  ): Promise<void> {
    await manager.query(
      `update jobs set holder = null, holder_process = null, held_at = null, last_error = $4,
         available_at = clock_timestamp() + $3 * interval '1 millisecond'
       where id = $1 and holder = $2`,
      [id, holder, delayMs, reason],
    );
  }

  /** Puts jobs that this transaction holds back after a failed attempt. */
  async retry(
    { manager }: PlatformScope,
    failed: readonly { readonly id: string; readonly delayMs: number; readonly reason: string }[],
  ): Promise<void> {
    if (failed.length === 0) return;
    await manager.query(
      `update jobs set attempts = attempts + 1, last_error = failed.reason,
         available_at = clock_timestamp() + failed.delay * interval '1 millisecond'
       from unnest($1::uuid[], $2::text[], $3::float8[]) as failed (id, reason, delay)
       where jobs.id = failed.id`,
      [failed.map(({ id }) => id), failed.map(({ reason }) => reason), failed.map(({ delayMs }) => delayMs)],
    );
  }

  /** Milliseconds until the next job of a queue is due, if any is put off. */
  async untilNext({ manager }: PlatformScope, queue: QueueName): Promise<number | null> {
    const rows = await manager.query<{ ms: number | null }[]>(
      `select extract(epoch from min(available_at) - clock_timestamp())::float8 * 1000 as ms
       from jobs where queue = $1 and dead_at is null and available_at > clock_timestamp()`,
      [queue],
    );
    return rows[0]?.ms ?? null;
  }
}
