/** What a calendar year says about one account: the two figures that authorities ask for, and what is missing for them. */
import { dayFromNumber, dayNumber, daysInYear, dayOf } from '../calendar.js';
import type { Cents, Day } from '../problem.js';

/** Days without data, both ends included. */
export interface MissingDays {
  readonly from: Day;
  readonly to: Day;
}

/** The end-of-day balances of a calendar year. */
export interface YearBalances {
  readonly year: number;
  /** By value date, index 0 is 1 January; `undefined` where no data cover the day, 0 where the account is not open. */
  readonly valueCents: readonly (Cents | undefined)[];
  /** By booking date; absent, or `undefined` of a day: as by value date. */
  readonly bookedCents?: readonly (Cents | undefined)[] | undefined;
  /** Booked balance of 31 December; `undefined` where no data cover it. */
  readonly closingCents: Cents | undefined;
}

/** Figures copied from the bank's own paper; each replaces what the balances say. */
export interface TypedFigures {
  readonly closingCents?: Cents | undefined;
  readonly averageCents?: Cents | undefined;
}

/** A figure as an exact fraction of cents, so that it is rounded once. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Where a figure comes from; `MISSING` has no value. */
export type FigureOrigin = 'BALANCES' | 'TYPED' | 'MISSING';

export interface YearFigure {
  readonly origin: FigureOrigin;
  /** Cents; absent with `MISSING`. */
  readonly value?: Fraction | undefined;
}

export interface YearFigures {
  /** Balance of 31 December, never below 0. */
  readonly balance: YearFigure;
  /** Average balance of the year: positive days only, over `divisor` days. */
  readonly average: YearFigure;
  readonly missing: readonly MissingDays[];
}

/**
 * The figures of one account.
 * @param divisor days that the sum of positive balances is divided by, however long the account was open.
 * @throws RangeError when `balances` has not one value per day of its year
 */
export function yearFigures(balances: YearBalances, typed: TypedFigures, divisor: 365 | 366): YearFigures {
  const { year, valueCents, closingCents } = balances;
  if (valueCents.length !== daysInYear(year))
    throw new RangeError(`${String(valueCents.length)} balances for ${String(daysInYear(year))} days`);
  const missing = missingDays(balances);
  return {
    balance: figure(typed.closingCents, closingCents, 1),
    average: figure(
      typed.averageCents,
      missing.length === 0 ? positiveSum(valueCents as readonly Cents[]) : undefined,
      divisor,
    ),
    missing,
  };
}

/** Σ of the balances above zero, in cents·days. */
export function positiveSum(balances: readonly Cents[]): number {
  return balances.reduce((sum, balance) => sum + Math.max(0, balance), 0);
}

function figure(typed: Cents | undefined, computed: number | undefined, divisor: number): YearFigure {
  if (typed !== undefined) return { origin: 'TYPED', value: positive(typed, 1) };
  if (computed !== undefined) return { origin: 'BALANCES', value: positive(computed, divisor) };
  return { origin: 'MISSING' };
}

const positive = (value: number, divisor: number): Fraction => ({
  numerator: BigInt(Math.max(0, value)),
  denominator: BigInt(divisor),
});

function missingDays({ year, valueCents }: YearBalances): MissingDays[] {
  const first = dayNumber(dayOf(year, 1, 1));
  const found: MissingDays[] = [];
  let from: number | undefined;
  for (let index = 0; index <= valueCents.length; index += 1) {
    const isMissing = index < valueCents.length && valueCents[index] === undefined;
    if (isMissing) from ??= index;
    else if (from !== undefined) {
      found.push({ from: dayFromNumber(first + from), to: dayFromNumber(first + index - 1) });
      from = undefined;
    }
  }
  return found;
}

/** A movement as the bank booked it; money that leaves is negative. */
export interface BookedMovement {
  readonly date: Day;
  readonly valueDate: Day;
  readonly amountCents: Cents;
}

/**
 * The balances of a year from a statement: of its days from `from` to `to`, the others stay unknown.
 * @param openingCents booked balance before the first movement; it counts as the value-date balance, too, so that a
 * movement of an earlier statement with a later value date is taken at its booking.
 */
export function balancesOfMovements(
  year: number,
  span: MissingDays,
  openingCents: Cents,
  movements: readonly BookedMovement[],
): YearBalances {
  const first = dayNumber(dayOf(year, 1, 1));
  const count = daysInYear(year);
  const changes = new Array<number>(count).fill(0);
  let before = openingCents;
  let closing = openingCents;
  for (const { date, valueDate, amountCents } of movements) {
    const index = dayNumber(valueDate) - first;
    if (index < 0) before += amountCents;
    else if (index < count) changes[index] = (changes[index] ?? 0) + amountCents;
    if (dayNumber(date) - first < count) closing += amountCents;
  }
  const from = dayNumber(span.from) - first;
  const to = dayNumber(span.to) - first;
  let balance = before;
  const valueCents = changes.map((change, index) => {
    balance += change;
    return index >= from && index <= to ? balance : undefined;
  });
  return { year, valueCents, closingCents: to >= count - 1 ? closing : undefined };
}

/** Both together; where both know a day, `first` holds. */
export function mergeBalances(first: YearBalances, second: YearBalances): YearBalances {
  return {
    year: first.year,
    valueCents: first.valueCents.map((cents, index) => cents ?? second.valueCents[index]),
    bookedCents: first.valueCents.map((cents, index) =>
      cents === undefined ? second.bookedCents?.[index] : first.bookedCents?.[index],
    ),
    closingCents: first.closingCents ?? second.closingCents,
  };
}
