/** What a plan does to the yearly averages of an ISEE declaration, and what that would weigh in the family allowance. */
import { yearOf } from '../calendar.js';
import { holderKey, type Holder, type IndexedAccount } from '../indexed-problem.js';
import { divideHalfUp } from '../money.js';
import type { Cents, Problem, Transfer } from '../problem.js';
import { timelineOf } from '../timeline.js';
import { type IseeLaw, iseeLaw } from './isee-law.js';
import { ALLOWANCE_ADJUSTMENTS, childAllowanceCents, iseeChangeCents } from './isee-weight.js';

/** The change of a person's yearly average that comes of a plan's days alone. */
export interface AverageChange {
  readonly holder: string;
  /** Calendar year of the balances. */
  readonly year: number;
  /** Positive: the average rises. Cents, half up, over the law's days. */
  readonly changeCents: Cents;
}

/** Accounts whose average panel FC2 asks for; postal books are exempt up to a limit and left out here. */
function counts({ account }: IndexedAccount): boolean {
  if (account.kind === 'CASH' || account.kind === 'SAVINGS_BOOK') return false;
  return account.kind !== 'PREPAID' || account.iban !== undefined;
}

interface Sum {
  readonly holder: Holder;
  readonly year: number;
  numerator: bigint;
  denominator: bigint;
}

/**
 * By holder and calendar year, what `transfers` change: the sum over the horizon's days of positive balances by value
 * date, each holder's share, with the plan less without it. Those of whom nothing changes are left out.
 */
export function averageChanges(problem: Problem, transfers: readonly Transfer[]): AverageChange[] {
  const before = timelineOf(problem);
  const after = timelineOf(problem, transfers);
  const years = before.plan.grid.days.map(yearOf);
  const sums = new Map<string, Sum>();
  for (const [index, { entry, valueCents }] of before.accounts.entries()) {
    if (!counts(entry)) continue;
    const planned = after.accounts[index]?.valueCents ?? [];
    for (const year of new Set(years)) {
      const changed = valueCents.reduce(
        (total, cents, day) =>
          years[day] === year ? total + Math.max(0, planned[day] ?? 0) - Math.max(0, cents) : total,
        0,
      );
      for (const holder of entry.holders) add(sums, holder, year, changed, entry.holders.length);
    }
  }
  return [...sums.values()]
    .map(({ holder, year, numerator, denominator }) => ({
      holder: holder.name,
      year,
      changeCents: Number(
        divideHalfUp(numerator, denominator * BigInt(iseeLaw(year + REFERENCE_YEARS).averageDivisor)),
      ),
    }))
    .filter(({ changeCents }) => changeCents !== 0);
}

/** Years from the balances to the declaration. */
const REFERENCE_YEARS = 2;

function add(sums: Map<string, Sum>, holder: Holder, year: number, centDays: number, parts: number): void {
  const key = `${holderKey(holder.name)}\n${String(year)}`;
  const sum = sums.get(key) ?? { holder, year, numerator: 0n, denominator: 1n };
  sum.numerator = sum.numerator * BigInt(parts) + BigInt(centDays) * sum.denominator;
  sum.denominator *= BigInt(parts);
  sums.set(key, sum);
}

/** Who receives the family allowance, as far as it matters to what a euro of assets weighs. */
export interface AllowanceHousehold {
  readonly members: number;
  readonly children: number;
  /** Of the children, those of minor age. */
  readonly minors: number;
  readonly iseeCents: Cents;
}

/** A price of 1,000 euro of a person's average, with the law and the table it comes from. */
export interface IseePrice {
  /** Cents of family allowance lost in a year. */
  readonly per1000EuroCents: Cents;
  readonly iseePer1000EuroCents: Cents;
  /** Year of the table of amounts; the newest there is where that of the declaration is not known yet. */
  readonly allowanceYear: number;
  readonly law: IseeLaw;
}

/**
 * The price for balances of a year, where the assets exceed the allowance: what the household's ISEE rises by and the
 * allowance of its minor children falls by in the twelve months of that declaration. The table has steps: the price is a
 * tenth of what 10,000 euro change.
 */
export function iseePrice(
  year: number,
  { members, children, minors, iseeCents }: AllowanceHousehold,
): IseePrice {
  const declarationYear = year + REFERENCE_YEARS;
  const law = iseeLaw(declarationYear);
  const allowanceYear = Math.min(declarationYear, ALLOWANCE_ADJUSTMENTS.at(-1)?.year ?? declarationYear);
  const monthly = (isee: Cents): Cents => childAllowanceCents(allowanceYear, isee);
  const lost = monthly(iseeCents) - monthly(iseeCents + iseeChangeCents(law, members, children, 10_000));
  return {
    per1000EuroCents: Number(divideHalfUp(BigInt(12 * minors * lost), 10n)),
    iseePer1000EuroCents: iseeChangeCents(law, members, children, 1000),
    allowanceYear,
    law,
  };
}

/** What a change of an average costs at a price; negative: what it spares. Cents, half up. */
export function iseeCostCents(changeCents: Cents, per1000EuroCents: Cents): Cents {
  return Number(divideHalfUp(BigInt(changeCents) * BigInt(per1000EuroCents), 100_000n));
}
