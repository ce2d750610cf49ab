/** A lease without a heartbeat for so long has expired. */
export const STALE_MS = 20_000;
/** Missed heartbeats after which a process whose lock is free counts as dead. */
export const MISSED_MS = 6000;
/** The name of the lock a process keeps while it lives, before the process's own id. */
export const LIVENESS_LOCK = 'fibado job ';

export const STALE = `held_at < clock_timestamp() - interval '${STALE_MS} milliseconds'`;
/** Neither dead nor leased: it waits, or its lease has expired. */
export const FREE = `(dead_at is null and (holder is null or ${STALE}))`;

/**
 * The order in which free jobs of queue $1 are leased. Households take turns: a job's round is its rank among its
 * household's own plus the leases the household holds, so that no household's second job comes before any household's
 * first; within a round the household that waited longest for a turn goes first. Urgency orders a household's own jobs.
 */
export const IN_TURN = `
  select w.tenant_id, w.id, row_number() over (order by w.round, w.taken_at nulls first, w.created_at, w.id) as place
  from (
    select i.tenant_id, i.id, i.created_at, t.taken_at,
      row_number() over (partition by i.tenant_id order by i.priority desc, i.created_at, i.id)
        + (select count(*) from jobs h
           where h.tenant_id = i.tenant_id and h.queue = i.queue and h.holder is not null and not h.${STALE}) as round
    from jobs i left join job_turns t on t.tenant_id = i.tenant_id and t.queue = i.queue
    where i.queue = $1 and i.dead_at is null and (i.holder is null or i.${STALE})
      and i.available_at <= clock_timestamp()) w`;
