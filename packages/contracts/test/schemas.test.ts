/** Bad input, one field at a time: each is refused and the wrong field is named. */

import { daysFromTo, isQuarterStart, lawOn, quarterOf } from '@fibado/planning';
import {
  aBank,
  accountId,
  aGroup,
  aLot,
  anAccount,
  anExpense,
  anOffer,
  aProblem,
  aSetup,
  aTransferOperation,
  bankId,
  flatRate,
  groupId,
} from '@fibado/planning/testing';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  api,
  MAX_CENTS,
  paging,
  planningFields,
  problemLot,
  problemOffer,
  quarterDate,
  ratePct,
  saveAccount,
  saveAccountGroup,
  saveBank,
  saveOperation,
  saveSettings,
  tenantCode,
  username,
} from '../src/index.js';

const without = <T extends object>(value: T, ...keys: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

const IBAN = 'IT60X0542811101000000123456';
const bank = without(aBank(1, { abi: '03069', bic: 'BCITITMM', color: '#0a0B0c', notes: 'a\nb' }), 'id');
const group = without(aGroup(1, { holders: ['Anna', 'Bruno'] }), 'id');
const account = without(
  anAccount(1, { iban: IBAN, rates: flatRate(2.5), overdraftRatePct: 9.5, maxBalanceCents: 100 }),
  'id',
);
const operation = without(anExpense(1, 1, '2027-04-27', 1000), 'id');
const transfer = without(aTransferOperation(1, 1, 2, '2027-04-27', 1000), 'id');
const settings = { version: 1 };
const problem = aProblem({
  accounts: [anAccount(1), anAccount(2)],
  setups: [aSetup(1, 1000), aSetup(2, 1000)],
  operations: [aTransferOperation(1, 1, 2, '2027-04-27', 500)],
});

const issuePaths = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
};

/** A value with the field at a dotted path replaced; `undefined` takes it away. */
function having(value: unknown, path: string, replacement: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? replacement : having((value as never)[key], rest.join('.'), replacement);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? inner : item));
  return { ...(value as object), [key]: inner };
}

const SCHEMAS = {
  termOffer: [problemOffer, anOffer(1, { exit: { kind: 'BASE_RATE', ratePct: 1 } })],
  lot: [problemLot, aLot(1)],
  bank: [saveBank, bank],
  group: [saveAccountGroup, group],
  account: [saveAccount, account],
  operation: [saveOperation, operation],
  transfer: [saveOperation, transfer],
  settings: [saveSettings, settings],
  setups: [api.quarters.saveSetups.body, { date: '2027-04-01', setups: [aSetup(1, 5), aSetup(2, -5)] }],
  init: [api.quarters.init.body, { date: '2027-04-01' }],
  close: [api.quarters.close.body, { date: '2027-04-01', actuals: [{ accountId: accountId(1) }] }],
  bulk: [api.operations.saveBulk.body, { operations: [operation, transfer] }],
  optimize: [api.optimizer.optimize.body, { quarter: '2027-04-01', options: { maxTransfers: 3 } }],
  whatIf: [api.optimizer.whatIf.body, { problem }],
  evaluate: [
    api.optimizer.evaluate.body,
    {
      problem,
      transfers: [
        { date: '2027-05-03', fromAccountId: accountId(1), toAccountId: accountId(2), amountCents: 100 },
      ],
    },
  ],
  signIn: [api.tokens.generate.body, { username: 'anna', password: 'x', tokenClient: 'app' }],
} as const satisfies Record<string, readonly [z.ZodType, unknown]>;

test.each(Object.entries(SCHEMAS))('%s: the sound one is taken', (_, [schema, value]) => {
  expect(issuePaths(schema, value)).toEqual([]);
});

test.each(Object.entries(SCHEMAS))('%s: an unknown key is refused', (_, [schema, value]) => {
  expect(schema.safeParse({ ...value, unknown: 1 }).success).toBe(false);
});

const PAST_2_53 = 2 ** 53 + 2;
const tier = (upToCents: number | null, rate = 1) => ({ upToCents, ratePct: rate });
const rates = (...periods: object[]) =>
  periods.map((fields) => ({ from: '2027-01-01', tiers: [tier(null)], tierMode: 'MARGINAL', ...fields }));

const BAD: readonly [schema: keyof typeof SCHEMAS, field: string, value: unknown, named?: string][] = [
  // A quarter is named by its first day.
  ['init', 'date', '2027-04-02'],
  ['init', 'date', '2027-02-01'],
  ['init', 'date', '2027-4-1'],
  ['init', 'date', '2027-13-01'],
  ['init', 'date', '2027-04-01T00:00:00Z'],
  ['init', 'date', 20_270_401],
  ['setups', 'date', '2027-05-01'],
  ['close', 'date', '2027-06-30'],
  ['optimize', 'quarter', '2027-04-15'],
  ['operation', 'quarter', '2027-04-27'],
  ['termOffer', 'tenor.months', 0],
  ['termOffer', 'exit.kind', 'SOMETIMES'],
  ['termOffer', 'exit.ratePct', -1],
  ['termOffer', 'newMoney', { kind: 'SNAPSHOT', on: '2027-01-01' }, 'newMoney.baselineCents'],
  ['termOffer', 'stepCents', 0],
  ['lot', 'amountCents', 0],
  ['lot', 'maturityDate', '2027-02-30'],
  ['lot', 'renewal', 'NEVER'],
  ['whatIf', 'problem.quarter', '2027-05-01'],
  ['whatIf', 'problem.quarter', undefined, 'problem.horizon'],
  ['whatIf', 'problem.horizon', { from: '2027-01-01', to: '2027-06-30' }, 'problem.horizon.from'],
  ['whatIf', 'problem.accounts.0.statementPeriod', 'WEEKLY'],
  ['whatIf', 'problem.setups.0.carried', {}, 'problem.setups.0.carried.periodFrom'],
  ['settings', 'horizonQuarters', 9],
  // Days.
  ['operation', 'date', '2027-02-29'],
  ['operation', 'valueDate', '27/04/2027'],
  ['account', 'openedOn', '2027-04-31'],
  ['account', 'maturityDate', '2027-05-05'],
  // Amounts.
  ['operation', 'amountCents', PAST_2_53],
  ['operation', 'amountCents', MAX_CENTS + 1],
  ['operation', 'amountCents', 0],
  ['operation', 'amountCents', -5],
  ['operation', 'amountCents', 10.5],
  ['operation', 'amountCents', '1000'],
  ['operation', 'amountCents', null],
  ['account', 'minBalanceCents', -PAST_2_53],
  ['account', 'monthlyFeeCents', -1],
  ['account', 'transferFeeCents', PAST_2_53],
  ['account', 'maxBalanceCents', -1],
  ['setups', 'setups.0.openingBalanceCents', PAST_2_53],
  ['settings', 'guaranteeLimitCents', 0],
  ['settings', 'transferStepCents', 0],
  ['settings', 'withholdingPct', 101],
  ['settings', 'effortCostCents', -1],
  ['whatIf', 'problem.operations.0.amountCents', PAST_2_53],
  // Identifiers.
  ['account', 'iban', 'IT61X0542811101000000123456'],
  ['account', 'iban', 'IT60X054281110100000012345'],
  ['account', 'bankId', '7'],
  ['bank', 'abi', '3069'],
  ['bank', 'bic', 'BCIT'],
  ['bank', 'color', 'red'],
  ['bank', 'guaranteeScheme', 'fitd'],
  ['bank', 'name', '   '],
  ['bank', 'name', 'a\u0000b'],
  // Rates.
  ['account', 'rates', rates({}, {}), 'rates'],
  ['account', 'rates', rates({ to: '2027-06-30' }, { from: '2027-06-30' }), 'rates'],
  ['account', 'rates', rates({ to: '2026-12-31' }), 'rates.0.to'],
  ['account', 'rates', rates({ tiers: [] }), 'rates.0.tiers'],
  ['account', 'rates', rates({ tiers: [tier(5)] }), 'rates.0.tiers'],
  ['account', 'rates', rates({ tiers: [tier(null), tier(null)] }), 'rates.0.tiers'],
  ['account', 'rates', rates({ tiers: [tier(5), tier(5), tier(null)] }), 'rates.0.tiers'],
  ['account', 'rates', rates({ tiers: [tier(null, 0.00001)] }), 'rates.0.tiers.0.ratePct'],
  ['account', 'overdraftRatePct', -1],
  ['account', 'transferLeadDays', 1.5],
  ['account', 'transferLeadDays', 11],
  // Fields that contradict each other.
  ['account', 'kind', 'DEPOSIT_TERM', 'maturityDate'],
  ['account', 'minBalanceCents', 101, 'maxBalanceCents'],
  ['transfer', 'toAccountId', accountId(1)],
  ['transfer', 'toAccountId', undefined],
  ['transfer', 'valueDate', '2027-04-26'],
  ['operation', 'toAccountId', accountId(2)],
  ['bulk', 'operations.1.toAccountId', accountId(1)],
  ['group', 'holders', []],
  ['group', 'holders', ['Anna', 'ANNA']],
  ['group', 'holders', [...'ABCDEFGHIJK']],
  ['setups', 'setups.1.accountId', accountId(1), 'setups'],
  ['setups', 'setups.0.maxBalanceCents', -1],
  // A whole problem in the body: the domain's own check speaks, with its paths.
  ['whatIf', 'problem.accounts.0.bankId', bankId(9)],
  ['whatIf', 'problem.accounts.1.accountGroupId', groupId(9)],
  ['whatIf', 'problem.accounts.1.id', accountId(1), 'problem.accounts.1.id'],
  ['whatIf', 'problem.setups.0.accountId', accountId(9)],
  ['whatIf', 'problem.operations.0.toAccountId', accountId(1)],
  ['whatIf', 'problem.operations.0.date', '2027-03-31'],
  ['evaluate', 'transfers.0.toAccountId', accountId(1)],
  ['evaluate', 'transfers.0.fromAccountId', accountId(9)],
  ['evaluate', 'transfers.0.date', '2027-03-31'],
  ['evaluate', 'transfers.0.amountCents', PAST_2_53],
  // Options.
  ['optimize', 'options.timeLimitMs', 10],
  ['optimize', 'options.maxTransfers', -1],
  ['signIn', 'password', ''],
  ['signIn', 'username', undefined],
];

test.each(BAD.map(([name, field, value, named = field]) => ({ name, field, value, named })))(
  '$name: $field = $value',
  ({ name, field, value, named }) => {
    const [schema, sound] = SCHEMAS[name];
    expect(issuePaths(schema, having(sound, field, value))).toContain(named);
  },
);

test('an account linked to itself, and one closed before it was opened', () => {
  expect(issuePaths(saveAccount, { ...account, id: accountId(1), linkedAccountId: accountId(1) })).toEqual([
    'linkedAccountId',
  ]);
  const backwards = { ...account, openedOn: '2027-05-02', closedOn: '2027-05-01' };
  expect(issuePaths(saveAccount, backwards)).toEqual(['closedOn']);
});

test('an IBAN is stored in its electronic form, however it was typed', () => {
  expect(saveAccount.parse({ ...account, iban: 'it60 x054 2811 1010 0000 0123 456' }).iban).toBe(IBAN);
});

test('only the first days of quarters name a quarter, over four years', () => {
  for (const day of daysFromTo('2025-01-01', '2028-12-31')) {
    expect(quarterDate.safeParse(day).success).toBe(day === quarterOf(day));
    expect(isQuarterStart(day)).toBe(day === quarterOf(day));
  }
});

test('whatever JSON holds, an amount is a safe whole number or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.double(), fc.maxSafeInteger(), fc.bigInt().map(String), fc.anything()),
      (value) => {
        const parsed = saveOperation.safeParse({ ...operation, amountCents: value });
        if (!parsed.success) return;
        expect(Number.isSafeInteger(parsed.data.amountCents)).toBe(true);
        expect(parsed.data.amountCents).toBeGreaterThan(0);
        expect(parsed.data.amountCents).toBeLessThanOrEqual(MAX_CENTS);
      },
    ),
    { numRuns: 500 },
  );
});

test('every rate with up to four decimals is taken, and nothing finer', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (units) => {
      expect(ratePct.safeParse(units / 10_000).success).toBe(true);
      expect(ratePct.safeParse(units / 10_000 + 0.00001).success).toBe(false);
    }),
  );
  expect(ratePct.safeParse(2.500_000_000_01).success).toBe(false);
});

test('nothing that is no object passes for a body', () => {
  const bodies = Object.values(SCHEMAS).map(([schema]) => schema);
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...bodies), (value, schema) => {
      expect(schema.safeParse(value).success).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('tenant codes and user names share an alphabet without a hyphen', () => {
  expect(['rossi', 'casa_2', '0a'].every((code) => tenantCode.safeParse(code).success)).toBe(true);
  expect(['a-b', 'A', 'x', '', 'a.b', '*', '#'].some((code) => tenantCode.safeParse(code).success)).toBe(
    false,
  );
  expect(username.parse(' Anna@Example.org ')).toBe('anna@example.org');
  expect(['a-b', '#', '*x', 'a b'].some((name) => username.safeParse(name).success)).toBe(false);
});

test('pages are counted from 0 and hold at most 200', () => {
  expect(paging.parse({})).toEqual({ page: 0, size: 50 });
  expect(paging.parse({ page: '3', size: '200' })).toEqual({ page: 3, size: 200 });
  for (const bad of [{ size: 201 }, { size: 0 }, { page: -1 }, { page: 'x' }]) {
    expect(paging.safeParse(bad).success).toBe(false);
  }
});

test("a new household's settings are those of the law", () => {
  const law = lawOn('2027-01-01');
  expect(saveSettings.parse(settings)).toMatchObject({
    language: 'it',
    withholdingPct: law.withholdingPct,
    guaranteeLimitCents: law.guaranteeLimitCents,
    effortCostCents: 100,
    minBalanceCents: 0,
    transferStepCents: 100,
    thresholdMarginCents: 5000,
    guaranteePolicy: 'HARD',
    businessDaysOnly: true,
    calendar: 'TARGET_AND_ITALY',
  });
  expect(Object.keys(planningFields)).toHaveLength(9);
});

it('refuses text that cannot be stored: control characters and unpaired surrogates', () => {
  for (const name of ['a\u0000b', 'a\u0085b', 'a\ud800b', 'a\udc00'])
    expect([name, saveBank.safeParse({ ...aBank(), id: undefined, name }).success]).toEqual([name, false]);
  for (const notes of ['a\u0000b', 'a\ud800b'])
    expect(saveBank.safeParse({ ...aBank(), id: undefined, notes }).success).toBe(false);
  expect(
    saveBank.safeParse({ ...aBank(), id: undefined, name: 'Banca 🏦', notes: 'a\nb\tc 🏦' }).success,
  ).toBe(true);
});
