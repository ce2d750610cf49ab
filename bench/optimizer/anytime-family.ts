/**
 * Households for the anytime measurement, drawn differently from those of `family.ts`, on which the optimizer was
 * tuned: mixed lead days, amounts to the cent, averages near the duty threshold, fee waivers, tiers and promotions.
 */

import type { Account, Bank, Operation, Problem, Setup } from '../../packages/planning/src/index.js';
import { randomNumbers } from './family.js';

export interface AnytimeMember {
  readonly accounts: number;
  readonly seed: number;
  /** Operations in the quarter. */
  readonly events: number;
  readonly effortCents: number;
  /** Whether free deposits exchange money with the first current account only. */
  readonly linked?: boolean;
  /** Whether transfers to other banks are limited, each and a day: 3,000 and 5,000 € from a current account, else twice that. */
  readonly limited?: boolean;
}

const QUARTER = '2027-07-01';

export function nameOf({
  accounts,
  seed,
  events,
  effortCents,
  linked = false,
  limited = false,
}: AnytimeMember): string {
  const name = `${String(accounts)} accounts, ${String(events)} movements, effort ${String(effortCents)}, seed ${String(seed)}`;
  return `${name}${linked ? ', linked' : ''}${limited ? ', limited' : ''}`;
}

/** One household: the same for the same member on every machine. */
export function anytimeProblem(member: AnytimeMember): Problem {
  const random = randomNumbers(member.seed * 7919 + member.accounts * 104_729 + member.events * 613);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const banks = Array.from({ length: Math.max(3, Math.ceil(member.accounts / 2)) }, (_, index): Bank => ({
    id: `bank-${String(index)}`,
    name: `Bank ${String(index)}`,
    guaranteeScheme: 'FITD',
    stampDutyMethod: pick(['ACTUAL_DAYS', 'TWELFTHS']),
  }));
  const accounts: Account[] = [];
  const setups: Setup[] = [];
  for (let index = 0; index < member.accounts; index += 1) {
    const isCurrent = index < 2 || random() < 0.3;
    const isDeposit = !isCurrent && random() < 0.5;
    const ratePct = isCurrent ? pick([0, 0, 0.05, 0.5]) : between(80, 350) / 100;
    const hasFee = isCurrent && random() < 0.5;
    accounts.push({
      id: `account-${String(index)}`,
      name: `Account ${String(index)}`,
      bankId: (banks[index % banks.length] as Bank).id,
      accountGroupId: pick(['ada', 'bruno', 'both']),
      kind: isCurrent ? 'CURRENT' : isDeposit ? 'DEPOSIT_FREE' : 'SAVINGS_BOOK',
      dutyRegime: isDeposit ? 'PROPORTIONAL' : 'FIXED',
      dutyPaidByBank: random() < 0.1,
      dutyBase: pick(['PRUDENT', 'PRUDENT', 'AVERAGE', 'CLOSING']),
      rates: ratesOf(ratePct, random),
      interestBasis: pick(['ACT_ACT', 'ACT_ACT', 'ACT_365']),
      minBalanceCents: isCurrent ? between(0, 60_000) : 0,
      monthlyFeeCents: hasFee ? between(100, 700) : 0,
      ...(hasFee && random() < 0.8
        ? { feeWaiver: { minAverageBalanceCents: between(80_000, 400_000) } }
        : {}),
      transferFeeCents: 0,
      transferLeadDays: pick([0, 1, 1, 2]),
      ...(isDeposit && member.linked === true ? { linkedAccountId: 'account-0' } : {}),
      ...(member.limited === true ? limitsOf(isCurrent) : {}),
      canSend: true,
      canReceive: true,
      active: true,
    });
    setups.push({
      accountId: `account-${String(index)}`,
      // Around 5,000 € of average the fixed duty begins.
      openingBalanceCents: isCurrent ? between(150_000, 900_000) : between(0, 2_000_000),
      excluded: false,
    });
  }
  return {
    quarter: QUARTER,
    banks,
    accountGroups: [
      { id: 'ada', name: 'Ada', holders: ['Ada'], order: 1 },
      { id: 'bruno', name: 'Bruno', holders: ['Bruno'], order: 2 },
      { id: 'both', name: 'Ada and Bruno', holders: ['Ada', 'Bruno'], order: 3 },
    ],
    accounts,
    setups,
    operations: operationsOf(accounts, member.events, between),
    settings: {
      effortCostCents: member.effortCents,
      minBalanceCents: 0,
      transferStepCents: 1,
      thresholdMarginCents: 0,
      guaranteeLimitCents: 10_000_000,
      guaranteePolicy: 'HARD',
      businessDaysOnly: true,
      calendar: 'TARGET_AND_ITALY',
      withholdingPct: 26,
    },
  };
}

function limitsOf(isCurrent: boolean): Pick<Account, 'singleLimitCents' | 'dailyLimitCents'> {
  const times = isCurrent ? 1 : 2;
  return { singleLimitCents: 300_000 * times, dailyLimitCents: 500_000 * times };
}

function ratesOf(ratePct: number, random: () => number): Account['rates'] {
  const from = '2020-01-01';
  const open = (rate: number): Account['rates'][number]['tiers'] => [{ upToCents: null, ratePct: rate }];
  const lower = Math.round(ratePct * 30) / 100;
  const shape = random();
  if (ratePct < 0.5 || shape < 0.4) return [{ from, tiers: open(ratePct), tierMode: 'MARGINAL' }];
  if (shape < 0.7) {
    const upToCents = 300_000 + Math.floor(random() * 1_200_000);
    const tiers = [
      { upToCents, ratePct },
      { upToCents: null, ratePct: lower },
    ];
    return [{ from, tiers, tierMode: 'MARGINAL' }];
  }
  return [
    { from, to: '2027-08-20', tiers: open(ratePct), tierMode: 'MARGINAL' },
    { from: '2027-08-21', tiers: open(lower), tierMode: 'MARGINAL' },
  ];
}

/** Salaries, bills and cards; two of three movements on the first two accounts. */
function operationsOf(
  accounts: readonly Account[],
  events: number,
  between: (low: number, high: number) => number,
): Operation[] {
  const current = accounts.filter(({ kind }) => kind === 'CURRENT');
  return Array.from({ length: events }, (_, index): Operation => {
    const account = current[between(0, 2) < 2 ? between(0, 1) : between(0, current.length - 1)] as Account;
    const month = between(7, 9);
    const date = `2027-0${String(month)}-${String(between(1, month === 9 ? 30 : 31)).padStart(2, '0')}`;
    const isIncome = index % 5 === 0;
    return {
      id: `operation-${String(index)}`,
      quarter: QUARTER,
      kind: isIncome ? 'INCOME' : 'EXPENSE',
      date,
      valueDate: date,
      accountId: account.id,
      amountCents: isIncome ? between(130_000, 320_000) : between(1_500, 90_000),
      description: isIncome ? 'salary' : 'expense',
      status: 'PLANNED',
      origin: 'MANUAL',
      locked: false,
    };
  });
}
