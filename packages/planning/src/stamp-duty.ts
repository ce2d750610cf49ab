/**
 * Stamp duty (imposta di bollo) of DPR 642/1972, Tariffa I, art. 13: fixed on current accounts and savings books
 * (c. 2-bis), proportional on deposits (c. 2-ter). Averages stay fractions: nothing is rounded before a comparison.
 */

import type { Law } from './law.js';
import { cents, divideHalfUp, multiplyDivideHalfUp, RATE_UNITS_PER_ONE, rateUnits } from './money.js';
import type { Cents, DutyBase, StampDutyMethod } from './problem.js';

/** An average balance as a fraction: Σ of end-of-day balances (cents·days) over the days counted. */
export interface AverageBalance {
  readonly sumCentDays: number;
  readonly days: number;
}

/** The stretch a duty is owed for. */
export interface DutyPeriod {
  readonly days: number;
  readonly daysInYear: number;
  /** Set when the period is whole calendar months. */
  readonly months?: number | undefined;
}

/** An average rounded half-up to cents, for showing; 0 over no days. */
export function averageCents(average: AverageBalance): Cents {
  return average.days === 0 ? 0 : multiplyDivideHalfUp(average.sumCentDays, 1, average.days);
}

/**
 * The sum of the positive averages of accounts with identical holders at one bank: a negative one does not lower
 * the others (Circ. 48/E of 21-12-2012).
 */
export function aggregateAverage(averages: readonly AverageBalance[]): {
  numerator: bigint;
  denominator: bigint;
} {
  const positive = averages.filter((average) => average.days > 0 && average.sumCentDays > 0);
  const denominator = positive.reduce((common, average) => leastCommonMultiple(common, average.days), 1);
  const numerator = positive.reduce(
    (sum, average) => sum + BigInt(average.sumCentDays) * BigInt(denominator / average.days),
    0n,
  );
  return { numerator, denominator: BigInt(denominator) };
}

export function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** What fixed duty finds for a set of accounts with identical holders at one bank. */
export interface FixedDutyTest {
  readonly aggregateAverageCents: Cents;
  /** Whether the unrounded aggregate is above the threshold (nota 3-bis: exactly the threshold is exempt). */
  readonly due: boolean;
  /** (threshold − aggregate) × `fullDays`, rounded down: cents·days still free; negative exactly when due. */
  readonly marginCentDays: number;
}

export function fixedDutyTest(
  averages: readonly AverageBalance[],
  thresholdCents: Cents,
  fullDays: number,
  thresholdOwes = false,
): FixedDutyTest {
  const { numerator, denominator } = aggregateAverage(averages);
  const free = (BigInt(thresholdCents) * denominator - numerator) * BigInt(fullDays);
  return {
    aggregateAverageCents: cents(Number(divideHalfUp(numerator, denominator))),
    due: free < 0n || (thresholdOwes && free === 0n),
    marginCentDays: cents(Number(floorDivide(free, denominator))),
  };
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/**
 * Fixed duty of one account for a period, in cents: `annual × days / daysInYear` (ACTUAL_DAYS), or twelfths when
 * the period is whole months (TWELFTHS; by days otherwise). Half-up, at least the minimum of art. 3 c. 3.
 */
export function fixedDutyCents(
  annualCents: Cents,
  period: DutyPeriod,
  method: StampDutyMethod,
  minimumCents: Cents,
): Cents {
  if (period.days === 0) return 0;
  const byMonths = method === 'TWELFTHS' && period.months !== undefined;
  const duty = byMonths
    ? multiplyDivideHalfUp(annualCents, period.months ?? 0, 12)
    : multiplyDivideHalfUp(annualCents, period.days, period.daysInYear);
  return Math.max(duty, minimumCents);
}

/** A deposit's figures over a period, for the proportional duty. */
export interface DepositFigures {
  readonly average: AverageBalance;
  /** Booked balance at the end of the last day of the period. */
  readonly closingCents: Cents;
  /** Whether anything was there or moved: art. 3 DM 24-5-2012 asks nothing of an empty, unmoved deposit. */
  readonly used: boolean;
}

/**
 * Proportional duty for a period, in cents: `rate × base × days / daysInYear`, half-up, at least the minimum,
 * at most `capCents` a year when given. The law's base is the closing balance; PRUDENT takes the larger of it and
 * the average, so that no plan gains by emptying a deposit for one night. A negative base counts as nothing.
 */
export function proportionalDutyCents(
  deposit: DepositFigures,
  base: DutyBase,
  period: DutyPeriod,
  law: Pick<Law, 'proportionalDutyPct' | 'minimumDutyCents'>,
  capCents?: Cents,
): Cents {
  if (period.days === 0 || !deposit.used) return 0;
  const duty = multiplyDivideHalfUp(
    Math.max(0, taxedCentDays(deposit, base, period.days)),
    rateUnits(law.proportionalDutyPct),
    RATE_UNITS_PER_ONE * period.daysInYear,
  );
  return Math.max(Math.min(duty, capCents ?? duty), law.minimumDutyCents);
}

/**
 * Proportional duty of the days of a period that lie in the horizon, while it runs on: the rate on the base known so
 * far, by those days. `deposit.average` covers all days known of the period, history included.
 */
export function accruedProportionalDutyCents(
  deposit: DepositFigures,
  base: DutyBase,
  inside: DutyPeriod,
  law: Pick<Law, 'proportionalDutyPct' | 'minimumDutyCents'>,
): Cents {
  const known = deposit.average.days;
  if (known === 0 || !deposit.used) return 0;
  const duty = multiplyDivideHalfUp(
    Math.max(0, taxedCentDays(deposit, base, known)),
    rateUnits(law.proportionalDutyPct) * inside.days,
    RATE_UNITS_PER_ONE * inside.daysInYear * known,
  );
  return Math.max(duty, law.minimumDutyCents);
}

/** The base times the days of the period; an average times its own days is its sum, so no fraction appears. */
export function taxedCentDays(
  deposit: Pick<DepositFigures, 'average' | 'closingCents'>,
  base: DutyBase,
  days: number,
): number {
  const closing = deposit.closingCents * days;
  if (base === 'CLOSING') return closing;
  return base === 'AVERAGE' ? deposit.average.sumCentDays : Math.max(closing, deposit.average.sumCentDays);
}
