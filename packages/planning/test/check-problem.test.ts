/** Every wrong field of a problem is named by its path, alone. */

import { type Carried, checkProblem, checkTransfers, type Problem } from '../src/index.js';
import {
  aBank,
  accountId,
  aGroup,
  anAccount,
  anIncome,
  aProblem,
  aSetup,
  aTransfer,
  aTransferOperation,
  bankId,
  flatRate,
  groupId,
  operationId,
  testId,
  theSettings,
} from '../src/testing/index.js';

/** Two accounts linked to each other, a term deposit, rates, operations of every kind: nothing wrong. */
function sound(): Problem {
  return aProblem({
    banks: [aBank(1, { abi: '03069', bic: 'BCITITMM' }), aBank(2)],
    accountGroups: [aGroup(1), aGroup(2, { holders: ['Anna', 'Bruno'] })],
    accounts: [
      anAccount(1, { iban: 'IT60X0542811101000000123456', rates: flatRate(2), overdraftRatePct: 9.5 }),
      anAccount(2, {
        bankId: bankId(2),
        accountGroupId: groupId(2),
        maxBalanceCents: 500_000,
        monthlyFeeCents: 300,
        feeWaiver: { minAverageBalanceCents: 1, minMonthlyCreditsCents: 1 },
      }),
      anAccount(3, { kind: 'DEPOSIT_TERM', maturityDate: '2027-05-05', linkedAccountId: accountId(1) }),
    ],
    setups: [aSetup(1, 100), aSetup(2, 200, { minBalanceCents: 1, maxBalanceCents: 1000 }), aSetup(3, 300)],
    operations: [
      anIncome(1, 1, '2027-04-27', 100),
      aTransferOperation(2, 1, 2, '2027-04-28', 100, { valueDate: '2027-04-30' }),
      anIncome(3, 1, '2027-03-31', 100, { valueDate: '2027-04-02' }),
      aTransferOperation(4, 1, 2, '2027-03-31', 100, { valueDate: '2027-04-01', status: 'DONE' }),
    ],
  });
}

test('a sound problem has no issues', () => {
  expect(checkProblem(sound())).toEqual([]);
});

type Item = 'banks' | 'accountGroups' | 'accounts' | 'setups' | 'operations';

/** The sound problem with some fields of one item replaced. */
function having(list: Item, index: number, fields: object): Problem {
  const problem = sound();
  const items: readonly object[] = problem[list];
  return {
    ...problem,
    [list]: items.map((item, position) => (position === index ? { ...item, ...fields } : item)),
  };
}

const tier = (upToCents: number | null, ratePct = 1) => ({ upToCents, ratePct });
const rate = (fields: object) => ({
  from: '2027-01-01',
  tiers: [tier(null)],
  tierMode: 'MARGINAL',
  ...fields,
});

const CARRIED: Carried = {
  periodFrom: '2027-01-01',
  days: 90,
  sumCentDays: 90_000,
  accruedGross: '12',
  counted: { grossCents: 0, withholdingCents: 0, dutyCents: 0, feesCents: 0 },
};
const CARRIED_WRONG: readonly [path: string, fields: Partial<Carried>][] = [
  ['periodFrom', { periodFrom: '2027-04-02' }],
  ['days', { days: 91 }],
  ['sumCentDays', { sumCentDays: 0.5 }],
  ['accruedGross', { accruedGross: '1.5' }],
  ['accruedOverdraft', { accruedOverdraft: '' }],
  ['counted.dutyCents', { counted: { ...CARRIED.counted, dutyCents: 0.5 } }],
  ['history.0.from', { history: [{ from: 'soon', days: 1, sumCentDays: 0 }] }],
  ['history.0.days', { history: [{ from: '2027-03-31', days: 2, sumCentDays: 0 }] }],
];

test('a problem with periods and what they bring along is sound', () => {
  const { accounts, setups, ...rest } = sound();
  expect(
    checkProblem({
      ...rest,
      accounts: accounts.map((account) => ({
        ...account,
        statementPeriod: 'YEARLY',
        interestCredit: 'MONTHLY',
      })),
      setups: setups.map((setup) => ({ ...setup, carried: CARRIED })),
    }),
  ).toEqual([]);
});

const WRONG: readonly [path: string, problem: Problem][] = [
  ['quarter', { ...sound(), quarter: '2027-05-01' }],
  ['horizon.from', { ...sound(), horizon: { from: '2027-01-01', to: '2027-06-30' } }],
  ['horizon.to', { ...sound(), horizon: { from: '2027-04-01', to: '2027-06-29' } }],
  ['horizon.to', { ...sound(), horizon: { from: '2027-04-01', to: '2029-06-30' } }],
  ['banks.1.id', having('banks', 1, { id: bankId(1) })],
  ['banks.0.abi', having('banks', 0, { abi: '3069' })],
  ['banks.0.bic', having('banks', 0, { bic: 'BCIT' })],
  ['accountGroups.1.id', having('accountGroups', 1, { id: groupId(1) })],
  ['accountGroups.1.holders', having('accountGroups', 1, { holders: [] })],
  ['accountGroups.1.holders', having('accountGroups', 1, { holders: [...'ABCDEFGHIJK'] })],
  ['accountGroups.1.holders.1', having('accountGroups', 1, { holders: ['Anna', ' anna'] })],
  ['accountGroups.1.holders.0', having('accountGroups', 1, { holders: ['  '] })],
  ['accounts.1.id', having('accounts', 1, { id: accountId(1) })],
  ['accounts.1.iban', having('accounts', 1, { iban: 'IT60X0542811101000000123456' })],
  ['accounts.0.iban', having('accounts', 0, { iban: 'IT61X0542811101000000123456' })],
  ['accounts.0.bankId', having('accounts', 0, { bankId: bankId(9) })],
  ['accounts.0.accountGroupId', having('accounts', 0, { accountGroupId: groupId(9) })],
  ['accounts.0.rates.0.from', having('accounts', 0, { rates: [rate({ from: '2027-02-30' })] })],
  ['accounts.0.rates.0.to', having('accounts', 0, { rates: [rate({ to: 'soon' })] })],
  ['accounts.0.rates.0.to', having('accounts', 0, { rates: [rate({ to: '2026-12-31' })] })],
  ['accounts.0.rates.1.from', having('accounts', 0, { rates: [rate({}), rate({ from: '2028-01-01' })] })],
  ['accounts.0.rates.0.tiers', having('accounts', 0, { rates: [rate({ tiers: [] })] })],
  [
    'accounts.0.rates.0.tiers.1.upToCents',
    having('accounts', 0, { rates: [rate({ tiers: [tier(5), tier(5), tier(null)] })] }),
  ],
  ['accounts.0.rates.0.tiers.0.upToCents', having('accounts', 0, { rates: [rate({ tiers: [tier(5)] })] })],
  [
    'accounts.0.rates.0.tiers.0.ratePct',
    having('accounts', 0, { rates: [rate({ tiers: [tier(null, 0.00001)] })] }),
  ],
  [
    'accounts.0.rates.0.tiers.0.ratePct',
    having('accounts', 0, { rates: [rate({ tiers: [tier(null, 101)] })] }),
  ],
  ['accounts.0.withholdingPct', having('accounts', 0, { withholdingPct: 101 })],
  ...CARRIED_WRONG.map(([path, fields]): [string, Problem] => [
    `setups.0.carried.${path}`,
    having('setups', 0, { carried: { ...CARRIED, ...fields } }),
  ]),
  ['accounts.0.overdraftRatePct', having('accounts', 0, { overdraftRatePct: -1 })],
  ['accounts.0.minBalanceCents', having('accounts', 0, { minBalanceCents: 0.5 })],
  ['accounts.1.maxBalanceCents', having('accounts', 1, { maxBalanceCents: -1 })],
  ['accounts.1.maxBalanceCents', having('accounts', 1, { minBalanceCents: 500_001 })],
  ['accounts.1.monthlyFeeCents', having('accounts', 1, { monthlyFeeCents: -1 })],
  [
    'accounts.1.feeWaiver.minAverageBalanceCents',
    having('accounts', 1, { feeWaiver: { minAverageBalanceCents: 0 } }),
  ],
  [
    'accounts.1.feeWaiver.minMonthlyCreditsCents',
    having('accounts', 1, { feeWaiver: { minMonthlyCreditsCents: 2 ** 53 } }),
  ],
  ['accounts.1.transferFeeCents', having('accounts', 1, { transferFeeCents: -5 })],
  ['accounts.1.transferLeadDays', having('accounts', 1, { transferLeadDays: 1.5 })],
  ['accounts.1.transferLeadDays', having('accounts', 1, { transferLeadDays: 11 })],
  ['accounts.1.openedOn', having('accounts', 1, { openedOn: '2027-02-29' })],
  ['accounts.1.closedOn', having('accounts', 1, { openedOn: '2027-05-02', closedOn: '2027-05-01' })],
  ['accounts.2.maturityDate', having('accounts', 2, { maturityDate: undefined })],
  ['accounts.1.maturityDate', having('accounts', 1, { maturityDate: '2027-05-05' })],
  ['accounts.1.linkedAccountId', having('accounts', 1, { linkedAccountId: accountId(2) })],
  ['accounts.1.linkedAccountId', having('accounts', 1, { linkedAccountId: accountId(9) })],
  ['accounts.2.linkedAccountId', { ...sound(), setups: [aSetup(2, 200), aSetup(3, 300)], operations: [] }],
  ['setups.1.accountId', having('setups', 1, { accountId: accountId(1) })],
  ['setups.0.openingBalanceCents', having('setups', 0, { openingBalanceCents: 1e15 })],
  ['setups.0.minBalanceCents', having('setups', 0, { minBalanceCents: NaN })],
  ['setups.0.maxBalanceCents', having('setups', 0, { maxBalanceCents: -1 })],
  ['setups.1.maxBalanceCents', having('setups', 1, { minBalanceCents: 1001 })],
  ['setups.0.accountId', having('accounts', 0, { openedOn: '2027-07-01' })],
  ['setups.0.accountId', having('accounts', 0, { closedOn: '2027-03-31' })],
  ['operations.1.id', having('operations', 1, { id: operationId(1) })],
  ['operations.0.quarter', having('operations', 0, { quarter: '2027-04-02' })],
  ['operations.0.quarter', having('operations', 0, { quarter: '2027-01-01' })],
  ['operations.0.date', having('operations', 0, { date: '2027-04-31' })],
  ['operations.0.date', having('operations', 0, { date: '2027-07-01' })],
  ['operations.0.valueDate', having('operations', 0, { valueDate: '' })],
  ['operations.2.valueDate', having('operations', 2, { valueDate: '2027-03-31' })],
  ['operations.3.valueDate', having('operations', 3, { valueDate: '2027-07-02' })],
  ['operations.1.valueDate', having('operations', 1, { valueDate: '2027-04-27' })],
  ['operations.0.amountCents', having('operations', 0, { amountCents: 0 })],
  ['operations.0.amountCents', having('operations', 0, { amountCents: 2 ** 53 })],
  ['operations.0.accountId', having('operations', 0, { accountId: testId(5) })],
  ['operations.1.toAccountId', having('operations', 1, { toAccountId: testId(5) })],
  ['operations.1.toAccountId', having('operations', 1, { toAccountId: undefined })],
  ['operations.1.toAccountId', having('operations', 1, { toAccountId: accountId(1) })],
  ['operations.0.toAccountId', having('operations', 0, { toAccountId: accountId(2) })],
  ['operations.1.toAccountId', { ...sound(), setups: [aSetup(1, 0), aSetup(3, 0)] }],
  ['operations', having('setups', 0, { openingBalanceCents: 1_000_000_000_000 })],
  ...(
    [
      ['effortCostCents', -1],
      ['minBalanceCents', 0.5],
      ['transferStepCents', 0],
      ['thresholdMarginCents', -1],
      ['guaranteeLimitCents', 0],
      ['withholdingPct', 100.1],
      ['withholdingPct', -1],
    ] as const
  ).map(([field, value]): [string, Problem] => [
    `settings.${field}`,
    { ...sound(), settings: theSettings({ [field]: value }) },
  ]),
];

test.each(WRONG.map(([path, problem], number) => ({ number, path, problem })))(
  '$number: $path',
  ({ path, problem }) => {
    const paths = checkProblem(problem).map((issue) => issue.path);
    expect(paths).toContain(path);
    // A wrong id breaks what refers to it; everything else is one wrong field.
    if (!path.endsWith('.id') && path !== 'setups.1.accountId')
      expect(new Set(paths)).toEqual(new Set([path]));
  },
);

test('the household floor above an account limit is named at its setup', () => {
  const problem = { ...sound(), settings: theSettings({ minBalanceCents: 600_000 }) };
  expect(
    checkProblem({ ...problem, setups: [aSetup(1), aSetup(2), aSetup(3)] }).map((issue) => issue.path),
  ).toEqual(['setups.1.minBalanceCents']);
});

describe('transfers to try', () => {
  const transfer = aTransfer(1, 2, '2027-05-03', 100);
  it.each([
    ['date', { date: '2027-02-30' }],
    ['date', { date: '2027-07-01' }],
    ['fromAccountId', { fromAccountId: accountId(9) }],
    ['toAccountId', { toAccountId: accountId(9) }],
    ['toAccountId', { toAccountId: accountId(1) }],
    ['amountCents', { amountCents: -5 }],
    ['amountCents', { amountCents: 2 ** 53 }],
  ])('%s', (field, fields) => {
    expect(checkTransfers(sound(), [transfer, { ...transfer, ...fields }]).map(({ path }) => path)).toEqual([
      `transfers.1.${field}`,
    ]);
  });

  it('are sound by themselves, but not when they move more than can be counted exactly', () => {
    expect(checkTransfers(sound(), [transfer])).toEqual([]);
    const huge = { ...transfer, amountCents: 600_000_000_000 };
    expect(checkTransfers(sound(), [huge, huge]).map(({ path }) => path)).toEqual(['transfers']);
  });
});
