/** Households of the program's own, which try a solver or warm it up. */

import type { Account, Operation, PlanningSettings, Problem } from '@fibado/planning';

/** By then the code is compiled that finds the first plans, see `bench/optimizer/first-plan.ts`. */
export const WARM_UP_MS = 600;

const SETTINGS: PlanningSettings = {
  effortCostCents: 100,
  minBalanceCents: 0,
  transferStepCents: 100,
  thresholdMarginCents: 5000,
  guaranteeLimitCents: 10_000_000,
  guaranteePolicy: 'HARD',
  businessDaysOnly: true,
  calendar: 'TARGET_AND_ITALY',
  withholdingPct: 26,
};

/** A current account that pays nothing, costs nothing and owes no duty, with the fields given. */
const accountWith = (
  fields: Pick<Account, 'id' | 'bankId' | 'accountGroupId'> & Partial<Account>,
): Account => ({
  name: fields.id,
  kind: 'CURRENT',
  dutyRegime: 'NONE',
  dutyPaidByBank: false,
  dutyBase: 'PRUDENT',
  rates: rates(0),
  interestBasis: 'ACT_365',
  minBalanceCents: 0,
  monthlyFeeCents: 0,
  transferFeeCents: 0,
  transferLeadDays: 0,
  canSend: true,
  canReceive: true,
  active: true,
  ...fields,
});

/** One rate, or above `upToCents` half of it. */
function rates(ratePct: number, upToCents?: number): Account['rates'] {
  const above = { upToCents: null, ratePct: upToCents === undefined ? ratePct : ratePct / 2 };
  const tiers = upToCents === undefined ? [above] : [{ upToCents, ratePct }, above];
  return [{ from: '2020-01-01', tiers, tierMode: 'MARGINAL' }];
}

const inBank = { bankId: 'bank', accountGroupId: 'group' };

/** A thousand euro on an account that pays nothing, beside one that pays four percent: the best plan is one transfer. */
export const PROBE_PROBLEM: Problem = {
  quarter: '2026-10-01',
  banks: [{ id: 'bank', name: 'bank', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' }],
  accountGroups: [{ id: 'group', name: 'group', holders: ['holder'], order: 0 }],
  accounts: [
    accountWith({ id: 'idle', ...inBank }),
    accountWith({ id: 'paying', ...inBank, rates: rates(4) }),
  ],
  setups: [
    { accountId: 'idle', openingBalanceCents: 100_000, excluded: false },
    { accountId: 'paying', openingBalanceCents: 0, excluded: false },
  ],
  operations: [],
  settings: SETTINGS,
};

const QUARTER = '2027-07-01';

interface Planned {
  readonly name: string;
  readonly kind: Account['kind'];
  readonly ratePct: number;
  readonly leadDays: number;
  readonly openingCents: number;
}

/** Opening balances near 5,000 €, where fixed duty begins. */
const ACCOUNTS: readonly Planned[] = [
  { name: 'salary', kind: 'CURRENT', ratePct: 0, leadDays: 1, openingCents: 480_000 },
  { name: 'bills', kind: 'CURRENT', ratePct: 0.5, leadDays: 0, openingCents: 320_000 },
  { name: 'book', kind: 'SAVINGS_BOOK', ratePct: 1.5, leadDays: 1, openingCents: 510_000 },
  { name: 'savings', kind: 'SAVINGS_BOOK', ratePct: 2.2, leadDays: 2, openingCents: 450_000 },
  { name: 'deposit', kind: 'DEPOSIT_FREE', ratePct: 2.8, leadDays: 1, openingCents: 900_000 },
  { name: 'promotion', kind: 'DEPOSIT_FREE', ratePct: 3.4, leadDays: 2, openingCents: 100_000 },
];

function accountOf({ name, kind, ratePct, leadDays }: Planned, index: number): Account {
  const isCurrent = kind === 'CURRENT';
  return accountWith({
    id: name,
    bankId: `bank-${index % 3}`,
    accountGroupId: index % 2 === 0 ? 'ada' : 'both',
    kind,
    dutyRegime: kind === 'DEPOSIT_FREE' ? 'PROPORTIONAL' : 'FIXED',
    rates: rates(ratePct, isCurrent ? undefined : 700_000),
    minBalanceCents: isCurrent ? 20_000 : 0,
    monthlyFeeCents: isCurrent ? 300 : 0,
    ...(isCurrent ? { feeWaiver: { minAverageBalanceCents: 200_000 } } : {}),
    transferLeadDays: leadDays,
  });
}

/** Every month two salaries on the first account and eight bills on the first two. */
function operationsOf(): Operation[] {
  return ['07', '08', '09'].flatMap((month, monthIndex) =>
    Array.from({ length: 10 }, (_, index): Operation => {
      const isIncome = index % 5 === 0;
      const date = `2027-${month}-${String(3 * index + 1 + monthIndex).padStart(2, '0')}`;
      return {
        id: `${month}-${index}`,
        quarter: QUARTER,
        kind: isIncome ? 'INCOME' : 'EXPENSE',
        date,
        valueDate: date,
        accountId: isIncome || index % 2 === 0 ? 'salary' : 'bills',
        amountCents: isIncome ? 180_050 : 20_015 + 4_321 * index,
        description: '',
        status: 'PLANNED',
        origin: 'MANUAL',
        locked: false,
      };
    }),
  );
}

/**
 * A household that takes more than a second to plan and most of the optimizer's code: duty of both kinds, tiers,
 * waived fees, lead days.
 */
export const WARM_UP_PROBLEM: Problem = {
  quarter: QUARTER,
  banks: [0, 1, 2].map((index) => ({
    id: `bank-${index}`,
    name: `bank-${index}`,
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'ACTUAL_DAYS',
  })),
  accountGroups: [
    { id: 'ada', name: 'ada', holders: ['ada'], order: 0 },
    { id: 'both', name: 'both', holders: ['ada', 'bruno'], order: 1 },
  ],
  accounts: ACCOUNTS.map(accountOf),
  setups: ACCOUNTS.map(({ name, openingCents }) => ({
    accountId: name,
    openingBalanceCents: openingCents,
    excluded: false,
  })),
  operations: operationsOf(),
  settings: { ...SETTINGS, transferStepCents: 1 },
};
