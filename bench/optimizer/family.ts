/**
 * The fixed family of households the optimizer is measured on: seeded, believable, the same on every machine.
 * Two people, a few banks, current accounts with salaries and bills, deposits with linked accounts, savings with
 * tiers or promotions that end inside the quarter.
 */

import type {
  Account,
  AccountGroup,
  Bank,
  Operation,
  Problem,
  Setup,
} from '../../packages/planning/src/index.js';

export interface FamilyMember {
  readonly accounts: number;
  readonly effortCents: number;
  readonly events: number;
  readonly seed: number;
  /** Of every account; default 0. */
  readonly leadDays?: number;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const QUARTER = '2027-04-01';
const GROUPS: readonly AccountGroup[] = [
  { id: 'anna', name: 'Anna', holders: ['Anna'], order: 1 },
  { id: 'marco', name: 'Marco', holders: ['Marco'], order: 2 },
  { id: 'both', name: 'Anna e Marco', holders: ['Anna', 'Marco'], order: 3 },
];

/** One household of the family. */
export function familyProblem(member: FamilyMember): Problem {
  const random = randomNumbers(member.seed * 1009 + member.accounts * 31 + member.events);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const bankCount = Math.max(3, Math.ceil(member.accounts / 2.5));
  const banks = Array.from({ length: bankCount }, (_, index): Bank => ({
    id: `bank${String(index)}`,
    name: `Banca ${String(index + 1)}`,
    guaranteeScheme: 'FITD',
    stampDutyMethod: random() < 0.7 ? 'ACTUAL_DAYS' : 'TWELFTHS',
  }));
  const accounts: Account[] = [];
  const setups: Setup[] = [];
  for (let index = 0; index < member.accounts; index += 1) {
    const isCurrent = index % 3 === 0;
    const kind = isCurrent
      ? 'CURRENT'
      : random() < 0.4
        ? 'DEPOSIT_FREE'
        : random() < 0.5
          ? 'SAVINGS_BOOK'
          : 'CURRENT';
    const isDeposit = kind === 'DEPOSIT_FREE';
    const bank = banks[index % bankCount] as Bank;
    const group = pick(GROUPS);
    const rate = isCurrent
      ? pick([0, 0, 0.01, 0.25])
      : isDeposit
        ? between(150, 325) / 100
        : between(50, 250) / 100;
    const linked = isDeposit ? accounts.find((other) => other.kind === 'CURRENT') : undefined;
    accounts.push({
      id: `account${String(index)}`,
      name: `Conto ${String(index + 1)}`,
      bankId: bank.id,
      accountGroupId: group.id,
      kind,
      dutyRegime: isDeposit ? 'PROPORTIONAL' : 'FIXED',
      dutyPaidByBank: false,
      dutyBase: 'PRUDENT',
      rates: ratesOf(rate, random),
      interestBasis: 'ACT_ACT',
      minBalanceCents: isCurrent ? between(1, 10) * 10_000 : 0,
      monthlyFeeCents: isCurrent && random() < 0.3 ? 395 : 0,
      ...(isCurrent && random() < 0.5
        ? { feeWaiver: { minAverageBalanceCents: between(10, 30) * 10_000, minMonthlyCreditsCents: 100_000 } }
        : {}),
      transferFeeCents: 0,
      transferLeadDays: member.leadDays ?? 0,
      canSend: true,
      canReceive: true,
      ...(linked !== undefined && random() < 0.5 ? { linkedAccountId: linked.id } : {}),
      active: true,
    });
    setups.push({
      accountId: `account${String(index)}`,
      openingBalanceCents: between(isCurrent ? 15 : 0, isCurrent ? 150 : 250) * 10_000,
      excluded: false,
    });
  }
  return {
    quarter: QUARTER,
    banks,
    accountGroups: GROUPS,
    accounts,
    setups,
    operations: operationsOf(accounts, member.events, random),
    settings: {
      effortCostCents: member.effortCents,
      minBalanceCents: 0,
      transferStepCents: 100,
      thresholdMarginCents: 0,
      guaranteeLimitCents: 10_000_000,
      guaranteePolicy: 'HARD',
      businessDaysOnly: true,
      calendar: 'TARGET_AND_ITALY',
      withholdingPct: 26,
    },
  };
}

function ratesOf(rate: number, random: () => number): Account['rates'] {
  const open = (ratePct: number): Account['rates'][number]['tiers'] => [{ upToCents: null, ratePct }];
  const round = (value: number): number => Math.round(value * 100) / 100;
  if (rate < 0.5) return [{ from: '2020-01-01', tiers: open(rate), tierMode: 'MARGINAL' }];
  const shape = random();
  if (shape < 0.25) {
    return [
      { from: '2020-01-01', to: '2027-05-15', tiers: open(rate), tierMode: 'MARGINAL' },
      { from: '2027-05-16', tiers: open(round(rate * 0.4)), tierMode: 'MARGINAL' },
    ];
  }
  if (shape < 0.5) {
    const tiers = [
      { upToCents: 1_000_000 + Math.floor(random() * 10) * 100_000, ratePct: rate },
      { upToCents: null, ratePct: round(rate * 0.3) },
    ];
    return [{ from: '2020-01-01', tiers, tierMode: 'MARGINAL' }];
  }
  return [{ from: '2020-01-01', tiers: open(rate), tierMode: 'MARGINAL' }];
}

/** Salaries and bills on current accounts, spread over the quarter; what is spent is about what comes in. */
function operationsOf(accounts: readonly Account[], events: number, random: () => number): Operation[] {
  const current = accounts.filter((account, index) => account.kind === 'CURRENT' && index % 3 === 0);
  return Array.from({ length: events }, (_, index): Operation => {
    const account = current[Math.floor(random() * current.length)] as Account;
    const month = 4 + Math.floor(random() * 3);
    const day = 1 + Math.floor(random() * (month === 5 ? 31 : 30));
    const date = `2027-0${String(month)}-${String(day).padStart(2, '0')}`;
    const isIncome = index % 4 === 0;
    const amount = isIncome
      ? 120_000 + Math.floor(random() * 180_000)
      : 4_000 + Math.floor(random() * 120_000);
    return {
      id: `operation${String(index)}`,
      quarter: QUARTER,
      kind: isIncome ? 'INCOME' : 'EXPENSE',
      date,
      valueDate: date,
      accountId: account.id,
      amountCents: amount,
      description: isIncome ? 'Stipendio' : 'Spesa',
      status: 'PLANNED',
      origin: 'MANUAL',
      locked: false,
    };
  });
}
