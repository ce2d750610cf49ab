/**
 * One person's sheet of foreign accounts: the figures of the return's panel RW, and the IVAFE that the referee counts
 * (DL 201/2011 art. 19 c. 18-22; from 2027 D.Lgs. 123/2025).
 */
import { dayOf, daysInYear } from '../calendar.js';
import { type HolderShare, ivafeFixedCents, ivafeProportionalCents, shareOfAverage } from '../ivafe.js';
import { type Law, lawOn } from '../law.js';
import type { Cents } from '../problem.js';
import { type AverageBalance, fixedDutyTest } from '../stamp-duty.js';

/** Highest joint balance of a year up to which accounts need not be declared (DL 167/1990 art. 4 c. 3). */
const MONITORING_LIMIT_CENTS = 1_500_000;

/** Accounts and savings books pay the fixed amount; other products a part of their value. */
export type IvafeKind = 'ACCOUNT' | 'PRODUCT' | 'PRODUCT_IN_LISTED_STATE' | 'UNTAXED';

export interface ForeignAccount extends HolderShare {
  readonly id: string;
  /** The institution: averages of accounts at the same one are added. */
  readonly intermediary: string;
  readonly kind: IvafeKind;
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
  const law = lawOn(dayOf(year, 1, 1));
  for (const { id, balancesCents } of accounts)
    if (balancesCents.length !== days)
      throw new RangeError(`${id}: ${String(balancesCents.length)} balances`);
  const names = [...new Set(accounts.map(({ intermediary }) => intermediary))];
  const intermediaries = names.map((name) => {
    const own = accounts.filter((one) => one.intermediary === name && one.kind === 'ACCOUNT');
    const averages = own.map((account) => shareOfAverage(averageOf(account), account));
    const { aggregateAverageCents, due } = fixedDutyTest(averages, law.ivafeThresholdCents, days);
    return { name, averageCents: aggregateAverageCents, isDue: due };
  });
  const dueAt = new Set(intermediaries.filter(({ isDue }) => isDue).map(({ name }) => name));
  const lines = accounts.map((account) => lineOf(account, law, dueAt.has(account.intermediary)));
  const totals = Array.from({ length: days }, (_, day) =>
    accounts.reduce((sum, { balancesCents }) => sum + Math.max(0, balancesCents[day] ?? 0), 0),
  );
  const jointPeakCents = Math.max(0, ...totals);
  return {
    lines,
    intermediaries,
    dueCents: lines.reduce((sum, { dueCents }) => sum + dueCents, 0),
    jointPeakCents,
    needsMonitoring: jointPeakCents > MONITORING_LIMIT_CENTS,
  };
}

/** Over the days on which it was held. */
function averageOf({ balancesCents, openFrom, openTo }: ForeignAccount): AverageBalance {
  const held = balancesCents.slice(openFrom, openTo + 1);
  return { sumCentDays: held.reduce((sum, balance) => sum + balance, 0), days: held.length };
}

function lineOf(account: ForeignAccount, law: Law, isFixedDue: boolean): IvafeLine {
  const { id, balancesCents, openFrom, openTo } = account;
  return {
    accountId: id,
    days: openTo - openFrom + 1,
    openingCents: balancesCents[openFrom] ?? 0,
    closingCents: balancesCents[openTo] ?? 0,
    peakCents: Math.max(0, ...balancesCents),
    dueCents: dueOf(account, law, isFixedDue),
  };
}

/** Of products a part of the value at the end, as the law has it. */
function dueOf(account: ForeignAccount, law: Law, isFixedDue: boolean): Cents {
  const { kind, balancesCents, openTo } = account;
  const average = averageOf(account);
  if (kind === 'UNTAXED') return 0;
  if (kind === 'ACCOUNT')
    return isFixedDue && average.sumCentDays >= 0 ? ivafeFixedCents(law, average.days, account) : 0;
  const ratePct = kind === 'PRODUCT' ? law.ivafePct : law.ivafeListedStatePct;
  const value = { baseCentDays: balancesCents[openTo] ?? 0, baseDays: 1 };
  return ivafeProportionalCents(ratePct, value, average.days, account);
}
