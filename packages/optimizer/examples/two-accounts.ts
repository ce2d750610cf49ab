import { optimize, lossOf } from '@fibado/optimizer';
import type { Problem } from '@fibado/planning';

const flat = (ratePct: number): Problem['accounts'][number]['rates'] => [
  { from: '2026-01-01', tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' },
];
const common = {
  accountGroupId: 'anna',
  kind: 'CURRENT',
  dutyRegime: 'FIXED',
  dutyPaidByBank: false,
  dutyBase: 'PRUDENT',
  interestBasis: 'ACT_ACT',
  minBalanceCents: 0,
  monthlyFeeCents: 0,
  transferFeeCents: 0,
  transferLeadDays: 0,
  canSend: true,
  canReceive: true,
  active: true,
} as const;

/** Anna's salary account pays nothing, her savings pay 2 %, and in June 1,500 € fall due. */
export const problem: Problem = {
  quarter: '2027-04-01',
  banks: [
    { id: 'one', name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
    { id: 'two', name: 'Banca Due', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  ],
  accountGroups: [{ id: 'anna', name: 'Anna', holders: ['Anna'], order: 1 }],
  accounts: [
    { ...common, id: 'salary', name: 'Conto', bankId: 'one', rates: flat(0) },
    { ...common, id: 'savings', name: 'Risparmio', bankId: 'two', rates: flat(2) },
  ],
  setups: [
    { accountId: 'salary', openingBalanceCents: 420_000, excluded: false },
    { accountId: 'savings', openingBalanceCents: 600_000, excluded: false },
  ],
  operations: [
    {
      id: 'bill',
      quarter: '2027-04-01',
      kind: 'EXPENSE',
      date: '2027-06-15',
      valueDate: '2027-06-15',
      accountId: 'salary',
      amountCents: 150_000,
      description: 'Bolletta',
      status: 'PLANNED',
      origin: 'MANUAL',
      locked: false,
    },
  ],
  settings: {
    effortCostCents: 100,
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

export const plan = await optimize(problem);
// And without that transfer to the savings?
export const why = await lossOf(
  problem,
  {},
  { forbidden: [{ fromAccountId: 'salary', toAccountId: 'savings' }] },
);
