import { JOB_QUEUES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope, TenantScope } from '../database/transactions.js';
import type { JobRef, QueueName } from './job.js';
import { FREE, IN_TURN, STALE } from './job-sql.js';

/** Where a job waits: 1 is taken next. */
export interface QueuePlace {
  readonly id: string;
  readonly position: number;
}

/** Jobs that wait in a queue: the household's own, and all. */
export interface Waiting {
  readonly own: number;
  readonly all: number;
}

/** A queue at one moment. */
export interface QueueDepth {
  readonly queue: QueueName;
  readonly waiting: number;
  readonly leased: number;
  readonly dead: number;
  /** For how long the job that has waited longest has been due, seconds; 0 where none is due. */
  readonly oldestSeconds: number;
}

/** How long queues are, and which jobs wait in them for whom. */
@Injectable()
export class QueueState {
  /**
   * How many jobs wait in a queue: the household's own, and all. No job is added until the transaction ends, so that a
   * decision based on the figures holds; the transaction has to see what others have committed meanwhile (READ
   * COMMITTED).
   */
  async waiting(scope: TenantScope, queue: QueueName): Promise<Waiting> {
    await scope.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `fibado queue ${queue}`,
    ]);
    return this.count(scope, queue);
  }

  /** The same at a glance: nothing is locked, and the next moment it may be otherwise. */
  async count({ manager, tenantId }: TenantScope, queue: QueueName): Promise<Waiting> {
    const [row] = await manager.query<Waiting[]>(
      `select count(*)::integer as own, jobs_waiting($2) as "all" from jobs
       where tenant_id = $1 and queue = $2 and holder is null and dead_at is null`,
      [tenantId, queue],
    );
    return row ?? { own: 0, all: 0 };
  }

  /** Where each of a household's free jobs of a queue stands, in order of their places. */
  places({ manager }: PlatformScope, tenantId: string, queue: QueueName): Promise<QueuePlace[]> {
    return manager.query(
      `with turns as (${IN_TURN})
       select id, place::integer as position from turns where tenant_id = $2 order by place`,
      [queue, tenantId],
    );
  }

  /** The leases that keep a place from jobs of other households. */
  async blocking({ manager }: PlatformScope, holders: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ holder: string }[]>(
      `select holder from jobs h where holder = any($1) and exists (
         select 1 from jobs w
         where w.queue = h.queue and w.tenant_id <> h.tenant_id and w.dead_at is null
           and (w.holder is null or w.${STALE}))`,
      [holders],
    );
    return new Set(rows.map(({ holder }) => holder));
  }

  /** Whether a live process works on a job of the queue in which this one waits. */
  async isServed({ manager }: PlatformScope, { tenantId, id }: JobRef): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `select 1 from jobs where dead_at is null and not ${FREE} and queue = (
         select queue from jobs where tenant_id = $1 and id = $2) limit 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** How many free jobs a queue has. */
  async countFree({ manager }: PlatformScope, queue: QueueName): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      `select count(*)::integer as count from jobs where queue = $1 and ${FREE}`,
      [queue],
    );
    return row?.count ?? 0;
  }

  /** Every queue: jobs that wait, are worked on or are dead letters, and for how long the first one has been due. */
  depths({ manager }: PlatformScope): Promise<QueueDepth[]> {
    return manager.query(
      `select queue, count(j.id) filter (where ${FREE})::integer as waiting,
         count(j.id) filter (where not ${FREE} and dead_at is null)::integer as leased,
         count(j.id) filter (where dead_at is not null)::integer as dead,
         coalesce(extract(epoch from max(clock_timestamp() - available_at) filter (
           where ${FREE} and available_at <= clock_timestamp())), 0)::float8 as "oldestSeconds"
       from unnest($1::text[]) as queues (queue) left join jobs j using (queue) group by queue`,
      [JOB_QUEUES],
    );
  }

  /**
   * The jobs that wait for longer than that in queues of households' computations without a worker: since they were
   * added, or since their dead holder's last heartbeat. A job whose queue is worked on waits for its turn and is not
   * overdue.
   */
  overdue(
    { manager }: PlatformScope,
    queues: readonly QueueName[],
    ms: number,
  ): Promise<(JobRef & { readonly queue: QueueName })[]> {
    return manager.query(
      `select tenant_id as "tenantId", id, queue from jobs
       where queue = any($1) and ${FREE}
         and coalesce(held_at, created_at) < clock_timestamp() - $2 * interval '1 millisecond'
         and not exists (
           select 1 from jobs h where h.queue = jobs.queue and h.holder is not null and not h.${STALE})`,
      [queues, ms],
    );
  }
}
