/** IVAFE in the walk over a horizon: the person's test of the fixed amount, and what an account owes for a year. */

import { isInListedState, owesIvafe } from './abroad.js';
import type { Holder, IndexedAccount } from './indexed-problem.js';
import { ivafeFixedCents, ivafeProportionalCents, shareOfAverage } from './ivafe.js';
import type { Law } from './law.js';
import { cents } from './money.js';
import type { AccountPeriod } from './periods.js';
import type { Cents } from './problem.js';
import { averageInWindow, type SettledBalances } from './settlement.js';
import { type AverageBalance, taxedCentDays } from './stamp-duty.js';

/** IVAFE of an account in one calendar year: what the horizon counts of it. Nothing of it is booked. */
export interface ForeignDuty {
  readonly period: AccountPeriod;
  readonly average: AverageBalance;
  readonly dutyCents: Cents;
  /** What each holder owes of the whole year, or of the horizon's days while it runs; in the account's order. */
  readonly byHolder: readonly Cents[];
}

/** The holders and accounts of one test of a fixed duty. */
export interface DutyGroup {
  readonly members: readonly IndexedAccount[];
  /** IVAFE is tested by person, on the own share of joint accounts; absent: Italian stamp duty. */
  readonly holder?: Holder | undefined;
}

/** The persons with accounts under fixed IVAFE, by bank. */
export function ivafeGroupsOf(accounts: readonly IndexedAccount[]): DutyGroup[] {
  const groups = new Map<string, { members: IndexedAccount[]; holder: Holder }>();
  for (const entry of accounts) {
    if (entry.account.dutyRegime !== 'FIXED' || !owesIvafe(entry.account)) continue;
    for (const holder of holdersInOrder(entry)) {
      const key = JSON.stringify([entry.bank.id, holder.key]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { members: [entry], holder });
      else group.members.push(entry);
    }
  }
  return [...groups.values()];
}

/** However the group lists them. */
export function holdersInOrder({ holders }: Pick<IndexedAccount, 'holders'>): Holder[] {
  return [...holders].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** A member's average as a group counts it: of a joint foreign account the person's share. */
export function averageIn(
  { holder }: Pick<DutyGroup, 'holder'>,
  member: IndexedAccount,
  average: AverageBalance,
): AverageBalance {
  return holder === undefined
    ? average
    : shareOfAverage(average, { parts: 1, totalParts: member.holders.length });
}

/** @param isDue of each holder, in {@link holdersInOrder}: whether the test of the fixed amount is above the limit */
export function foreignDutyOf(
  balances: SettledBalances,
  period: AccountPeriod,
  law: Law,
  isDue: readonly boolean[],
): ForeignDuty {
  const { account, setup } = balances.entry;
  const average = averageInWindow(balances, period);
  const days = period.isProvisional ? period.last - period.first + 1 : average.days;
  const share = { parts: 1, totalParts: isDue.length };
  const closingCents = balances.bookedCents[Math.min(period.last, period.settledAt)] ?? 0;
  const byHolder = isDue.map((isAbove) => {
    if (account.dutyRegime === 'FIXED') {
      const owes = isAbove && average.sumCentDays >= 0 && average.days > 0;
      return owes ? ivafeFixedCents(law, days, share) : 0;
    }
    const ratePct = isInListedState(account) ? law.ivafeListedStatePct : law.ivafePct;
    const baseCentDays = taxedCentDays({ average, closingCents }, account.dutyBase, average.days);
    return ivafeProportionalCents(ratePct, { baseCentDays, baseDays: average.days }, days, share);
  });
  const counted = period.isRunning && !period.isProvisional ? (setup.carried?.counted.dutyCents ?? 0) : 0;
  return {
    period,
    average,
    dutyCents: cents(byHolder.reduce((sum, amount) => sum + amount, 0) - counted),
    byHolder,
  };
}
