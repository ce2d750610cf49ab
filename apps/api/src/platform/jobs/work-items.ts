import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PlatformScope, TenantScope } from '../database/transactions.js';
import { DatabaseListener } from '../messaging/database-listener.js';

/** PostgreSQL's channels: something waits to be taken; an item's work is over (payload: its id). */
export const WORK_ADDED_CHANNEL = 'fibado_work_added';
export const WORK_OVER_CHANNEL = 'fibado_work_over';

/** Urgency of a piece of work; higher ones are taken first. */
export const PRIORITY = { background: 1, trial: 5, interactive: 8 } as const;

/**
 * Two lines, each with places of its own in every process that works: what stands in the main one never waits behind
 * what stands at the side, however urgent that is and however long it takes.
 */
export const QUEUE_NAMES = ['MAIN', 'SIDE'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Where an item stands. */
export interface EnqueueOptions {
  readonly line: QueueName;
  readonly priority: number;
}

/** Who holds an item has to say so this often, or others may take it. */
export const STALE_MS = 20_000;

/** Where an item waits: 1 is taken next. */
export interface QueuePlace {
  readonly id: string;
  readonly position: number;
}

/** A leased item; `holder` is the lease's secret. */
export interface WorkItem {
  readonly tenantId: string;
  readonly id: string;
  readonly holder: string;
  /** How often it was taken, this time included. */
  readonly deliveries: number;
}

/** A process whose lock is free has died when it missed heartbeats for so long as well. */
const MISSED_MS = 6000;

const STALE = `held_at < clock_timestamp() - interval '${STALE_MS} milliseconds'`;
/** Not leased: it waits, or its holder died. */
const FREE = `(holder is null or ${STALE})`;
/** The name of the lock a process keeps while it lives. */
const SIGN = 'fibado work ';
/** The lock of the holder's process is free: the process is gone, or has lost its connection for a moment. */
const DEAD = `pg_try_advisory_xact_lock(hashtextextended('${SIGN}' || holder_process, 0))`;
/**
 * The order in which free items of line $1 are taken. Households take turns: an item's round is its place among its
 * household's own plus what the household already has at work, so that no household's second item comes before any
 * household's
 * first; within a round the household goes first that waited longest for a turn. Urgency orders a household's own
 * items.
 */
const IN_TURN = `
  select w.tenant_id, w.id, row_number() over (order by w.round, w.taken_at nulls first, w.added_at, w.id) as place
  from (
    select i.tenant_id, i.id, i.added_at, t.taken_at,
      row_number() over (partition by i.tenant_id order by i.priority desc, i.added_at, i.id)
        + (select count(*) from work_items h
           where h.tenant_id = i.tenant_id and h.line = i.line and h.holder is not null and not h.${STALE}) as round
    from work_items i left join work_turns t on t.tenant_id = i.tenant_id and t.line = i.line
    where i.line = $1 and (i.holder is null or i.${STALE})) w`;
const TAKEN = `tenant_id as "tenantId", id, holder, deliveries`;

/**
 * What waits to be worked on and who works on it, as rows that name work and say nothing of what is in it: the
 * platform sees them, as it sees no household's figures. A row goes when its work is over, in the transaction that
 * writes down what came out; so a holder that lost its lease in between cannot write anything.
 */
@Injectable()
export class WorkItems {
  /** This process, as those who hold something are known by. */
  readonly #process = randomUUID();

  constructor(listener: DatabaseListener) {
    listener.holdLivenessLock(SIGN + this.#process);
  }

  /** Puts work in the queue when `scope` commits. */
  async add(scope: TenantScope, id: string, { line, priority }: EnqueueOptions): Promise<void> {
    await scope.manager.query(
      'insert into work_items (tenant_id, id, line, priority) values ($1, $2, $3, $4)',
      [scope.tenantId, id, line, priority],
    );
  }

  /**
   * How many wait in a line: the household's own, and all. Holds a lock that keeps others from
   * enqueueing until the transaction ends, so that a decision based on the counts holds; needs READ COMMITTED to see
   * the rows committed before the lock was granted.
   */
  async waiting(scope: TenantScope, line: QueueName): Promise<{ own: number; all: number }> {
    await scope.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `fibado work line ${line}`,
    ]);
    const [row] = await scope.manager.query<{ own: number; all: number }[]>(
      `select count(*)::integer as own, work_waiting($2) as "all" from work_items
       where tenant_id = $1 and line = $2 and holder is null`,
      [scope.tenantId, line],
    );
    return row ?? { own: 0, all: 0 };
  }

  /**
   * Takes an item out because its work is over, and tells everybody at the commit.
   * @param holder the item goes only while this holder has it; absent: any lease is revoked.
   * @returns false when it was not there any more, or in other hands.
   */
  over(scope: TenantScope, id: string, holder?: string): Promise<boolean> {
    return this.remove(scope, id, '$3::uuid is null or holder = $3', holder ?? null);
  }

  /** Keeps an item in its holder's hands until the transaction ends. @returns false when it is in others'. */
  async lock({ manager, tenantId }: TenantScope, id: string, holder: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'select 1 from work_items where tenant_id = $1 and id = $2 and holder = $3 for update',
      [tenantId, id, holder],
    );
    return rows.length > 0;
  }

  /** Whether an item is leased. */
  async held({ manager, tenantId }: TenantScope, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `select 1 from work_items where tenant_id = $1 and id = $2 and not ${FREE}`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** Like `over`, for an item that is not leased. */
  withdraw(scope: TenantScope, id: string): Promise<boolean> {
    return this.remove(scope, id, `$3::uuid is null and ${FREE}`, null);
  }

  private async remove(
    scope: TenantScope,
    id: string,
    condition: string,
    holder: string | null,
  ): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with gone as (delete from work_items where tenant_id = $1 and id = $2 and (${condition}) returning id)
       select pg_notify('${WORK_OVER_CHANNEL}', id::text) from gone`,
      [scope.tenantId, id, holder],
    );
    return rows.length > 0;
  }

  /**
   * Takes what is next in a line, households in turn.
   * @param full households that have as much at work as they may in this process.
   */
  async takeNext(
    { manager }: PlatformScope,
    line: QueueName,
    full: readonly string[] = [],
  ): Promise<WorkItem | undefined> {
    const rows = await manager.query<WorkItem[]>(
      `with turns as (${IN_TURN})
       , next as (
         select i.tenant_id, i.id from turns join work_items i using (tenant_id, id)
         where ${FREE} and tenant_id <> all($4::uuid[]) order by turns.place limit 1 for update of i skip locked)
       , taken as (
         update work_items w
         set holder = $2, holder_process = $3, held_at = clock_timestamp(), deliveries = deliveries + 1
         from next where w.tenant_id = next.tenant_id and w.id = next.id
         returning w.tenant_id, w.id, w.holder, w.deliveries)
       , turn as (
         insert into work_turns (tenant_id, line, taken_at) select tenant_id, $1, clock_timestamp() from taken
         on conflict (tenant_id, line) do update set taken_at = excluded.taken_at)
       select ${TAKEN} from taken`,
      [line, randomUUID(), this.#process, full],
    );
    return rows[0];
  }

  /** Where each of a household's free items of a line stands, in order of their places. */
  async places({ manager }: PlatformScope, tenantId: string, line: QueueName): Promise<QueuePlace[]> {
    return manager.query(
      `with turns as (${IN_TURN})
       select id, place::integer as position from turns where tenant_id = $2 order by place`,
      [line, tenantId],
    );
  }

  /** Which of these items stand in the way of other households, for whose items no place is free. */
  async inTheWay({ manager }: PlatformScope, holders: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ holder: string }[]>(
      `select holder from work_items h where holder = any($1) and exists (
         select 1 from work_items w
         where w.line = h.line and w.tenant_id <> h.tenant_id and (w.holder is null or w.${STALE}))`,
      [holders],
    );
    return new Set(rows.map(({ holder }) => holder));
  }

  /** Whether a living process works on an item of the line in which this one waits. */
  async isServed(
    { manager }: PlatformScope,
    { tenantId, id }: Pick<WorkItem, 'tenantId' | 'id'>,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `select 1 from work_items where not ${FREE} and line = (
         select line from work_items where tenant_id = $1 and id = $2) limit 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** How many free items a line has. */
  async countFree({ manager }: PlatformScope, line: QueueName): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      `select count(*)::integer as count from work_items where line = $1 and ${FREE}`,
      [line],
    );
    return row?.count ?? 0;
  }

  /** Requeues what dead processes held; a process that lives and missed heartbeats keeps its lock, and its leases. */
  async requeueDead({ manager }: PlatformScope): Promise<void> {
    await manager.query(
      `update work_items set holder = null, holder_process = null, held_at = null
       where holder is not null and held_at < clock_timestamp() - interval '${MISSED_MS} milliseconds' and ${DEAD}`,
    );
  }

  /** Puts an item back. @param counts whether having taken it counts as a try. */
  async release(
    { manager }: PlatformScope,
    { tenantId, id, holder }: WorkItem,
    counts: boolean,
  ): Promise<void> {
    await manager.query(
      `update work_items
       set holder = null, holder_process = null, held_at = null, deliveries = deliveries - $4::integer
       where tenant_id = $1 and id = $2 and holder = $3`,
      [tenantId, id, holder, counts ? 0 : 1],
    );
    await manager.query(`select pg_notify('${WORK_ADDED_CHANNEL}', '')`);
  }

  /** Says that these are still worked on. @returns the holders that still hold theirs. */
  async hold({ manager }: PlatformScope, holders: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ holder: string }[]>(
      `with held as (
         update work_items set held_at = clock_timestamp() where holder = any($1) returning holder)
       select holder from held`,
      [holders],
    );
    return new Set(rows.map(({ holder }) => holder));
  }

  /**
   * What waits for longer than that in a queue without a worker: since it was added, or since its dead holder's last
   * word. An item that waits its turn while others of its line are worked on is not overdue.
   */
  overdue(
    { manager }: PlatformScope,
    ms: number,
  ): Promise<(Pick<WorkItem, 'tenantId' | 'id'> & Pick<EnqueueOptions, 'line'>)[]> {
    return manager.query(
      `select tenant_id as "tenantId", id, line from work_items
       where ${FREE} and coalesce(held_at, added_at) < clock_timestamp() - $1 * interval '1 millisecond'
         and not exists (select 1 from work_items h where h.line = work_items.line and h.holder is not null and not h.${STALE})`,
      [ms],
    );
  }
}
