import type { JobQueueName } from '@fibado/contracts';
import type { PlatformScope } from '../database/transactions.js';
import type { RetryPolicy } from './retry-policy.js';

/** The queues of an instance, each with a handler and places of its own, so that none ever waits for another. */
export type QueueName = JobQueueName;

/** PostgreSQL's channels: jobs were added (payload: the queue); a job is over (payload: its id). */
export const JOB_ADDED_CHANNEL = 'fibado_job_added';
export const JOB_OVER_CHANNEL = 'fibado_job_over';

/** Urgency of a job among its household's own; higher ones are taken first. */
export const PRIORITY = { background: 1, trial: 5, interactive: 8 } as const;

/** A job to be enqueued. */
export interface NewJob {
  /** Absent: a random one. */
  readonly id?: string;
  /** The kind of job in a queue that has several. */
  readonly topic?: string;
  /** What the handler needs; absent where a row of the same id in a table of its own holds it. */
  readonly payload?: unknown;
  readonly priority?: number;
  /** Not leased before this time has passed, milliseconds. */
  readonly delayMs?: number;
}

/** A job that was taken. */
export interface Job {
  readonly queue: QueueName;
  /** `null`: the job is the instance's own. */
  readonly tenantId: string | null;
  readonly id: string;
  readonly topic: string | null;
  readonly payload: unknown;
  /** Attempts so far; a leased job's own attempt is counted when it is taken. */
  readonly attempts: number;
  /** Time since it was enqueued, milliseconds. */
  readonly ageMs: number;
}

/** A job with a lease; `holder` is the lease's secret. */
export interface LeasedJob extends Job {
  readonly holder: string;
}

/** A leased job of a household. */
export interface TenantJob extends LeasedJob {
  readonly tenantId: string;
}

/** The lease of a job of a household, where nothing else of the job is needed. */
export type JobRef = Pick<TenantJob, 'tenantId' | 'id'>;

/**
 * Handles long jobs one by one. Each is leased in a transaction of its own, renewed by heartbeats while it runs, and
 * removed in the transaction that stores its result, so that a holder that lost its lease cannot store anything.
 */
export interface LeasedHandler {
  readonly hold: 'lease';
  readonly queue: QueueName;
  readonly retry: RetryPolicy;
  /** Jobs worked on by this process at the same time. */
  readonly concurrency: number;
  /** Whether jobs can be worked on at all; until then they wait without counting attempts. */
  isReady?(): Promise<boolean>;
  /**
   * Works on a job and removes it in the transaction that stores its result. Throwing counts as a failed attempt.
   * @param signal aborted when the lease is lost, or the process ends.
   * @param hurry aborted when the job's time slice is used up and other households wait: the job is to end soon with
   *   its best result so far.
   */
  work(job: LeasedJob, signal: AbortSignal, hurry: AbortSignal): Promise<void>;
  /** Records that no further attempt is made, and makes the job a dead letter or removes it. */
  giveUp(job: LeasedJob, reason: string): Promise<void>;
}

/**
 * Handles short jobs in batches, in the transaction that locks and afterwards deletes them: the row lock is the lease
 * and the connection its heartbeat, so a process that dies frees its jobs at once, and whatever a handler writes to the
 * database takes effect exactly once.
 */
export interface BatchHandler {
  readonly hold: 'transaction';
  readonly queue: QueueName;
  readonly retry: RetryPolicy;
  /** Jobs taken at once. */
  readonly batch: number;
  /** False while the destination is unavailable; jobs then wait without counting attempts. */
  isReady(): boolean;
  /** @returns the jobs that failed, each with its reason; throwing fails all of them and undoes what was written. */
  handle(scope: PlatformScope, jobs: readonly Job[]): Promise<ReadonlyMap<string, Error>>;
}

export type JobHandler = LeasedHandler | BatchHandler;
