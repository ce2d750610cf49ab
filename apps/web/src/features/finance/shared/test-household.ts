import type { Account, Lot, Operation, Quarter, TermOffer } from '@fibado/contracts';
import type { Household, QuarterData } from './queries';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const ids = {
  alfa: uuid(1),
  beta: uuid(2),
  group: uuid(3),
  main: uuid(4),
  savings: uuid(5),
  rent: uuid(6),
  salary: uuid(7),
  move: uuid(8),
  anna: uuid(9),
  offer: uuid(10),
  lot: uuid(11),
} as const;

/** A small household the tests of this area share: one person, two banks, one account at each. */
export function testAccount(patch: Partial<Account> & Pick<Account, 'id' | 'name' | 'bankId'>): Account {
  return {
    accountGroupId: ids.group,
    kind: 'CURRENT',
    dutyRegime: 'FIXED',
    dutyPaidByBank: false,
    dutyBase: 'PRUDENT',
    rates: [{ from: '2020-01-01', tiers: [{ upToCents: null, ratePct: 0 }], tierMode: 'MARGINAL' }],
    interestBasis: 'ACT_ACT',
    minBalanceCents: 0,
    monthlyFeeCents: 0,
    transferFeeCents: 0,
    transferLeadDays: 1,
    canSend: true,
    canReceive: true,
    active: true,
    version: 1,
    ...patch,
  };
}

export const testHousehold: Household = {
  banks: [
    { id: ids.alfa, name: 'Banca Alfa', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS', version: 1 },
    { id: ids.beta, name: 'Banca Beta', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS', version: 1 },
  ],
  accountGroups: [
    { id: ids.group, name: 'Anna', holders: ['Anna Rossi'], holderIds: [ids.anna], order: 0, version: 1 },
  ],
  accounts: [
    testAccount({ id: ids.main, name: 'Conto Alfa', bankId: ids.alfa }),
    testAccount({
      id: ids.savings,
      name: 'Deposito Beta',
      bankId: ids.beta,
      iban: 'IT60X0542811101000000123456',
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'PROPORTIONAL',
      rates: [{ from: '2020-01-01', tiers: [{ upToCents: null, ratePct: 3 }], tierMode: 'MARGINAL' }],
    }),
  ],
  settings: {
    language: 'it',
    effortCostCents: 100,
    minBalanceCents: 0,
    transferStepCents: 100,
    thresholdMarginCents: 5000,
    guaranteeLimitCents: 10_000_000,
    guaranteePolicy: 'HARD',
    businessDaysOnly: true,
    calendar: 'TARGET_AND_ITALY',
    withholdingPct: 26,
    automaticPlans: true,
    horizonQuarters: 4,
    reminders: { daysBefore: 1 },
    notifications: {},
    version: 1,
  },
};

export const testQuarter: Quarter = {
  date: '2027-01-01',
  state: 'INITIALIZED',
  initializedAt: '2026-12-20T10:00:00Z',
  setups: [
    { accountId: ids.main, openingBalanceCents: 2_000_000, excluded: false },
    { accountId: ids.savings, openingBalanceCents: 0, excluded: false },
  ],
  version: 3,
};

export function testOperation(patch: Partial<Operation> & Pick<Operation, 'id'>): Operation {
  return {
    quarter: '2027-01-01',
    kind: 'EXPENSE',
    date: '2027-01-04',
    valueDate: '2027-01-04',
    accountId: ids.main,
    amountCents: 80_000,
    description: 'Affitto',
    status: 'PLANNED',
    origin: 'MANUAL',
    locked: false,
    version: 1,
    ...patch,
  };
}

export const testData: QuarterData = {
  ...testHousehold,
  quarter: testQuarter,
  operations: [
    testOperation({ id: ids.rent }),
    testOperation({
      id: ids.move,
      kind: 'TRANSFER',
      date: '2027-01-12',
      valueDate: '2027-01-13',
      toAccountId: ids.savings,
      amountCents: 1_000_000,
      description: 'Giroconto',
      origin: 'OPTIMIZER',
    }),
  ],
};

/** A year at the second bank, of which 5,000 euro come back on 10 February 2027. */
export const testOffer: TermOffer = {
  id: ids.offer,
  bankId: ids.beta,
  linkedAccountId: ids.savings,
  name: 'Vincolo Beta',
  tenor: { months: 12 },
  ratePct: 3,
  minCents: 100_000,
  stepCents: 100_000,
  payout: 'MATURITY',
  exit: { kind: 'NONE' },
  partialExit: false,
  renewal: 'TO_LINKED',
  dutyBase: 'PRUDENT',
  source: 'Foglio informativo',
  asOf: '2026-01-15',
  version: 1,
};

export const testLot: Lot = {
  id: ids.lot,
  offerId: ids.offer,
  amountCents: 500_000,
  openedOn: '2026-02-10',
  maturityDate: '2027-02-10',
  ratePct: 3,
  state: 'OPEN',
  version: 1,
};
