/** Small households over three weeks on which it matters which days a transfer is considered on. */

import type { Goal, Problem } from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anExpense,
  anIncome,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  goalId,
  groupId,
  type Random,
  randomOf,
  theSettings,
} from '@fibado/planning/testing';

export type DayKind =
  | 'LINKED'
  | 'HUBS'
  | 'SLOW_HUBS'
  | 'GUARANTEE'
  | 'CREDITS'
  | 'SLOW_CREDITS'
  | 'PROMOTIONS'
  | 'TIERS'
  | 'BENDS'
  | 'SPELLS'
  | 'LEADS'
  | 'GOALS'
  | 'SLOW_GOALS';

const isCredits = (kind: DayKind): boolean => kind === 'CREDITS' || kind === 'SLOW_CREDITS';

const isGoals = (kind: DayKind): boolean => kind === 'GOALS' || kind === 'SLOW_GOALS';

/** Credits count by month, so those households are planned over the end of one. */
export const firstDayOf = (kind: DayKind): string => (isCredits(kind) ? '2027-05-27' : '2027-06-07');

export function problemOf(kind: DayKind, seed: number): Problem {
  const random = randomOf(seed);
  const first = Date.parse(firstDayOf(kind));
  const dayAfter = (days: number): string => new Date(first + days * 86_400_000).toISOString().slice(0, 10);
  const lastDay = isCredits(kind) ? 33 : 22;
  // A current account and a deposit linked to it at each of two banks.
  const isHubs = kind === 'HUBS' || kind === 'SLOW_HUBS';
  const count = isHubs ? 4 : random.int(3, 4);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const accounts = numbers.map((number) => {
    const isDeposit = number === 2 || (number === 4 && (isHubs || random.chance(0.5)));
    const canLink = isDeposit && !isCredits(kind);
    return anAccount(number, {
      bankId: bankId(isHubs ? Math.ceil(number / 2) : random.int(1, 2)),
      accountGroupId: groupId(random.int(1, 2)),
      kind: isDeposit ? 'DEPOSIT_FREE' : 'CURRENT',
      dutyRegime: isDeposit ? 'PROPORTIONAL' : random.pick(['FIXED', 'NONE'] as const),
      dutyBase: random.pick(['PRUDENT', 'PRUDENT', 'AVERAGE', 'CLOSING'] as const),
      ...(canLink && (isHubs || random.chance(0.8))
        ? { linkedAccountId: accountId(isHubs ? number - 1 : 1) }
        : {}),
      rates: flatRate(isDeposit ? random.pick([3, 5, 8, 20]) : random.pick([0, 1, 4, 9])),
      ...(kind === 'BENDS'
        ? { rates: flatRate(isDeposit ? random.pick([2, 2.1, 2.2]) : random.pick([1.7, 1.8, 1.9, 2, 2.1])) }
        : {}),
      ...(kind === 'PROMOTIONS' && random.chance(0.7)
        ? {
            rates: [
              ...flatRate(random.pick([2, 5, 9])).map((rate) => ({ ...rate, to: dayAfter(10) })),
              ...flatRate(random.pick([0, 1, 3])).map((rate) => ({ ...rate, from: dayAfter(11) })),
            ],
          }
        : {}),
      ...(kind === 'TIERS' && random.chance(0.6)
        ? {
            rates: [
              {
                from: '2020-01-01',
                tiers: [
                  { upToCents: random.int(20, 80) * 10_000, ratePct: random.pick([6, 9]) },
                  { upToCents: null, ratePct: random.pick([0, 2, 4]) },
                ],
                tierMode: 'MARGINAL' as const,
              },
            ],
          }
        : {}),
      ...(kind === 'SLOW_HUBS' || kind === 'SLOW_CREDITS' || kind === 'SLOW_GOALS'
        ? { transferLeadDays: 1 }
        : {}),
      ...(kind === 'LEADS'
        ? { transferLeadDays: random.int(0, 2), transferFeeCents: random.pick([0, 0, 20, 50]) }
        : {}),
      // The plain model knows duties of whole quarters only.
      ...(kind === 'SPELLS' && number !== 2 && random.chance(0.5)
        ? {
            dutyRegime: 'NONE' as const,
            ...(random.chance(0.6)
              ? { closedOn: dayAfter(random.int(5, 20)) }
              : { openedOn: dayAfter(random.int(2, 12)) }),
          }
        : {}),
      ...(isCredits(kind) && !isDeposit && random.chance(0.8)
        ? {
            monthlyFeeCents: 300,
            feeWaiver: {
              minMonthlyCreditsCents: random.int(5, 30) * 10_000,
              ownTransfersCount: true,
              ...(random.chance(0.4) ? { minAverageBalanceCents: random.int(20, 40) * 10_000 } : {}),
            },
          }
        : {}),
    });
  });
  const euro = kind === 'BENDS' ? 5_000 : 100;
  // No movements of accounts that open or close.
  const moving = numbers.filter((_, index) => {
    const { openedOn, closedOn } = accounts[index] ?? {};
    return openedOn === undefined && closedOn === undefined;
  });
  const date = (): string => dayAfter(random.int(2, lastDay));
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accountGroups: [aGroup(1), aGroup(2, { holders: ['Bruno'] })],
    accounts,
    setups: numbers.map((number) =>
      aSetup(number, accounts[number - 1]?.openedOn === undefined ? random.int(0, 60) * 100 * euro : 0),
    ),
    operations: [
      ...Array.from({ length: random.int(1, 2) }, (_, index) =>
        anExpense(1 + index, random.pick(moving), date(), random.int(5, 40) * 100 * euro),
      ),
      ...Array.from({ length: random.int(1, 2) }, (_, index) =>
        anIncome(5 + index, random.pick(moving), date(), random.int(2, 60) * 100 * euro),
      ),
    ],
    ...(isGoals(kind) ? { goals: goalsOf(random, numbers, dayAfter) } : {}),
    settings: theSettings({
      effortCostCents: random.pick(kind === 'SPELLS' ? [0, 30] : [10, 30, 80]) * (kind === 'BENDS' ? 10 : 1),
      transferStepCents: 1,
      thresholdMarginCents: 0,
      guaranteePolicy: kind === 'GUARANTEE' ? 'HARD' : 'OFF',
      guaranteeLimitCents: random.int(40, 120) * 10_000,
    }),
  });
}

/** What some accounts are to hold together on one or two days. */
function goalsOf(random: Random, numbers: readonly number[], dayAfter: (days: number) => string): Goal[] {
  return Array.from({ length: random.int(1, 2) }, (_, index): Goal => {
    const named = numbers.filter((number) => number === 1 || random.chance(0.4)).map(accountId);
    return {
      id: goalId(index + 1),
      name: 'Goal',
      date: dayAfter(random.int(2, 20)),
      amountCents: random.int(10, 60) * 10_000,
      ...(random.chance(0.6) ? { accountIds: named } : {}),
    };
  });
}
