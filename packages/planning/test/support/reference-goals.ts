/** What goals miss, counted anew from the balances of the naive referee. */

import type { Account, Problem, Violation } from '../../src/index.js';

interface Balances {
  readonly members: readonly Account[];
  readonly days: readonly string[];
  readonly bookedOn: (account: Account, day: string) => number;
  readonly isForPayments: (account: Account) => boolean;
}

export function referenceGoals({ goals = [] }: Problem, balances: Balances): Violation[] {
  const { members, days, bookedOn, isForPayments } = balances;
  const missed: Violation[] = [];
  for (const { id: goalId, date, amountCents: wanted, accountIds } of goals) {
    if (!days.includes(date)) continue;
    const counted = members.filter((account) =>
      accountIds === undefined
        ? isForPayments(account) && account.kind !== 'DEPOSIT_TERM'
        : accountIds.includes(account.id),
    );
    const there = counted.reduce((sum, account) => sum + bookedOn(account, date), 0);
    if (there >= wanted) continue;
    const [largest] = counted.sort((a, b) => bookedOn(b, date) - bookedOn(a, date));
    missed.push({
      kind: 'GOAL',
      accountId: largest?.id ?? '',
      date,
      amountCents: wanted - there,
      goalId,
    });
  }
  return missed;
}
