/** When a failed job is tried again, and when it becomes a dead letter; data, the same for every queue. */
export interface RetryPolicy {
  /** Attempts after which a job is dead; absent: no limit. */
  readonly attempts?: number;
  /** Delays before the second, third… attempt, milliseconds; the last one repeats. */
  readonly delaysMs: readonly number[];
  /** The random share of a delay, 0 to 1, so that processes and jobs do not retry in step. */
  readonly jitter: number;
  /** Age past which a failure makes a job dead, milliseconds; absent: no limit. */
  readonly deadlineMs?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays that double from the first to the longest, milliseconds. */
export function doubling(firstMs: number, longestMs: number): readonly number[] {
  const delays: number[] = [];
  for (let delay = firstMs; delay < longestMs; delay *= 2) delays.push(delay);
  return [...delays, longestMs];
}

export const RETRY = {
  /** A computation that failed or killed its process three times does so a fourth time. */
  computation: { attempts: 3, delaysMs: doubling(SECOND, MINUTE), jitter: 0.25 },
  /** About three hours: long enough for a restart or a full disk, short enough for a defect to be seen. */
  event: { attempts: 25, delaysMs: doubling(250, 10 * MINUTE), jitter: 0.25 },
  /** A message for an open page is of no use a day later: the page shows the notification without it. */
  message: { delaysMs: doubling(250, 5 * SECOND), jitter: 0.25, deadlineMs: 24 * HOUR },
  /** From a hiccup to a server that is down for a day. */
  mail: {
    attempts: 9,
    delaysMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
    jitter: 0.1,
  },
  /** A receiver that is down over night, a day in all. */
  webhook: {
    attempts: 8,
    delaysMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR, 12 * HOUR],
    jitter: 0.1,
  },
  /** A push service that is down for hours; what is a day old, the person reads in the application. */
  push: {
    delaysMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR],
    jitter: 0.25,
    deadlineMs: 24 * HOUR,
  },
} as const satisfies Record<string, RetryPolicy>;

/**
 * What happens to a job whose attempt failed.
 * @param attempts those made so far, the failed one included.
 * @returns the delay before the next attempt, milliseconds, or `'DEAD'`.
 */
export function afterFailure(
  policy: RetryPolicy,
  { attempts, ageMs }: { readonly attempts: number; readonly ageMs: number },
  random: () => number = Math.random,
): number | 'DEAD' {
  if (policy.attempts !== undefined && attempts >= policy.attempts) return 'DEAD';
  if (policy.deadlineMs !== undefined && ageMs >= policy.deadlineMs) return 'DEAD';
  const delay = policy.delaysMs[Math.min(attempts, policy.delaysMs.length) - 1] ?? 0;
  return delay * (1 - policy.jitter * random());
}
