/** How sure a share counted in samples is. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Cut off on either side for an interval of 95 %. */
const TAIL = 0.025;
const HALVINGS = 60;

/**
 * The interval of Clopper and Pearson, 95 %: every share under which as many, or as few, as `count` of `samples` would
 * not be surprising. Never too short, whatever the true share is.
 */
export function shareInterval(count: number, samples: number): Interval {
  const logs = logFactorials(samples);
  const atMost = (most: number, share: number): number => cumulative(most, samples, share, logs);
  return {
    low: count === 0 ? 0 : root((share) => 1 - atMost(count - 1, share) < TAIL),
    high: count === samples ? 1 : root((share) => atMost(count, share) > TAIL),
  };
}

/** The share up to which `isBelow` holds. */
function root(isBelow: (share: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability of at most `most` hits in `samples`, each with probability `share` strictly between 0 and 1. */
function cumulative(most: number, samples: number, share: number, logs: readonly number[]): number {
  let sum = 0;
  for (let hits = 0; hits <= most; hits += 1) {
    const choose = (logs[samples] ?? 0) - (logs[hits] ?? 0) - (logs[samples - hits] ?? 0);
    sum += Math.exp(choose + hits * Math.log(share) + (samples - hits) * Math.log1p(-share));
  }
  return Math.min(1, sum);
}

function logFactorials(most: number): number[] {
  const logs = [0];
  for (let value = 1; value <= most; value += 1) logs.push((logs[value - 1] ?? 0) + Math.log(value));
  return logs;
}
