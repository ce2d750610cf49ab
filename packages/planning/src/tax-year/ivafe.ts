/**
 * IVAFE: the tax on accounts and products held abroad (DL 201/2011 art. 19 c. 18-22; from 2027 D.Lgs. 123/2025), and
 * the figures of the return's panel RW.
 */
import { daysInYear } from '../calendar.js';
import { divideHalfUp } from '../money.js';
import type { Cents } from '../problem.js';
import { positiveSum } from './year-balances.js';

/** Fixed amount of an account and year, test of the average at one intermediary, monitoring limit, rates in permille. */
export const IVAFE_LAW = {
  fixedCents: 3420,
  averageLimitCents: 500_000,
  monitoringLimitCents: 1_500_000,
  productPermille: 2,
  /** States of DM 4-5-1999, products only, from 2024 (L. 213/2023 art. 1 c. 91). */
  listedStatePermille: 4,
} as const;

/** Accounts and savings books pay the fixed amount; other products a part of their value. */
export type IvafeKind = 'ACCOUNT' | 'PRODUCT' | 'PRODUCT_IN_LISTED_STATE';

export interface ForeignAccount {
  readonly id: string;
  /** The institution: averages of accounts at the same one are added. */
  readonly intermediary: string;
  readonly kind: IvafeKind;
  readonly parts: number;
  readonly totalParts: number;
  /** End-of-day balances of the year, one per day; 0 outside the days on which the account is open. */
  readonly balancesCents: readonly Cents[];
  /** First and last day on which it was held: positions in `balancesCents`. */
  readonly openFrom: number;
  readonly openTo: number;
}

export interface IvafeLine {
  readonly accountId: string;
  readonly days: number;
  /** Value at the first and the last day held, and the highest: of the whole account. */
  readonly openingCents: Cents;
  readonly closingCents: Cents;
  readonly peakCents: Cents;
  /** Due by this holder. */
  readonly dueCents: Cents;
}

export interface IvafeSheet {
  readonly lines: readonly IvafeLine[];
  /** The person's average per intermediary, cents rounded half up, and whether the fixed amount is due there. */
  readonly intermediaries: readonly {
    readonly name: string;
    readonly averageCents: Cents;
    readonly isDue: boolean;
  }[];
  readonly dueCents: Cents;
  /** Highest sum of one day of all accounts. */
  readonly jointPeakCents: Cents;
  /** Whether accounts have to be declared for monitoring, even where nothing is due. */
  readonly needsMonitoring: boolean;
}

/**
 * One person's sheet of a year.
 * @throws RangeError when an account has not one balance per day of the year
 */
export function ivafeSheet(year: number, accounts: readonly ForeignAccount[]): IvafeSheet {
  const days = daysInYear(year);
  for (const { id, balancesCents } of accounts)
    if (balancesCents.length !== days)
      throw new RangeError(`${id}: ${String(balancesCents.length)} balances`);
  const names = [...new Set(accounts.map(({ intermediary }) => intermediary))];
  const intermediaries = names.map((name) => {
    const own = accounts.filter((one) => one.intermediary === name && one.kind === 'ACCOUNT');
    const average = shareOfAverages(own);
    return { name, averageCents: average.rounded, isDue: average.isAbove(IVAFE_LAW.averageLimitCents) };
  });
  const dueAt = new Set(intermediaries.filter(({ isDue }) => isDue).map(({ name }) => name));
  const lines = accounts.map((account) => lineOf(account, dueAt.has(account.intermediary)));
  const totals = Array.from({ length: days }, (_, day) =>
    accounts.reduce((sum, { balancesCents }) => sum + Math.max(0, balancesCents[day] ?? 0), 0),
  );
  const jointPeakCents = Math.max(0, ...totals);
  return {
    lines,
    intermediaries,
    dueCents: lines.reduce((sum, { dueCents }) => sum + dueCents, 0),
    jointPeakCents,
    needsMonitoring: jointPeakCents > IVAFE_LAW.monitoringLimitCents,
  };
}

/** The sum of the person's shares of yearly averages, as an exact fraction. */
function shareOfAverages(accounts: readonly ForeignAccount[]) {
  let numerator = 0n;
  let denominator = 1n;
  for (const { balancesCents, parts, totalParts } of accounts) {
    const own = BigInt(positiveSum(balancesCents)) * BigInt(parts);
    numerator = numerator * BigInt(totalParts) + own * denominator;
    denominator *= BigInt(totalParts);
  }
  denominator *= 365n;
  return {
    rounded: Number(divideHalfUp(numerator, denominator)),
    isAbove: (limit: Cents) => numerator > BigInt(limit) * denominator,
  };
}

function lineOf(account: ForeignAccount, isFixedDue: boolean): IvafeLine {
  const { id, balancesCents, openFrom, openTo } = account;
  const days = openTo - openFrom + 1;
  return {
    accountId: id,
    days,
    openingCents: balancesCents[openFrom] ?? 0,
    closingCents: balancesCents[openTo] ?? 0,
    peakCents: Math.max(0, ...balancesCents),
    dueCents: dueOf(account, days, isFixedDue),
  };
}

/** Half up to cents, by days of 365 and share. */
function dueOf(account: ForeignAccount, days: number, isFixedDue: boolean): Cents {
  const { kind, parts, totalParts, balancesCents, openTo } = account;
  const counted = BigInt(Math.min(days, 365)) * BigInt(parts);
  const whole = 365n * BigInt(totalParts);
  if (kind === 'ACCOUNT')
    return isFixedDue ? Number(divideHalfUp(BigInt(IVAFE_LAW.fixedCents) * counted, whole)) : 0;
  const permille = kind === 'PRODUCT' ? IVAFE_LAW.productPermille : IVAFE_LAW.listedStatePermille;
  const value = BigInt(Math.max(0, balancesCents[openTo] ?? 0));
  return Number(divideHalfUp(value * BigInt(permille) * counted, whole * 1000n));
}
