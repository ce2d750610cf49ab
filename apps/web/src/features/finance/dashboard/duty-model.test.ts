import type { Recurrence, Summary } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData } from '../shared/test-household';
import { dutyFigures, dutyRows } from './duty-model';

const evaluation = evaluate(
  problemOf(testData, '2027-01-01', testData.quarter.setups, problemOperations(testData.operations)),
);
const summary = { quarter: '2027-01-01', state: 'INITIALIZED', evaluation } as unknown as Summary;
const data = { ...testData, summary };
const rowsOn = (today: string, one: typeof data = data, rules: readonly Recurrence[] = []) =>
  dutyRows(one, dutyFigures(one, rules, today));

it('says how far the group is from the threshold, so far and in all', () => {
  const [row] = rowsOn('2027-01-03');
  expect(row).toMatchObject({ bank: 'Banca Alfa', holders: 'Anna Rossi', due: true, tone: 'over' });
  expect(row?.projectedCents).toBe(evaluation.dutyGroups[0]?.aggregateAverageCents);
  // Three days at the opening balance.
  expect(row?.soFarCents).toBe(2_000_000);
  expect(rowsOn('2026-12-31')[0]?.soFarCents).toBeUndefined();
});

it('has no figures while accounts, groups or banks are gone and the quarter is not fetched anew yet', () => {
  for (const gone of [{ accounts: [] }, { accountGroups: [] }, { banks: [] }])
    expect(rowsOn('2027-01-03', { ...data, ...gone })).toEqual([]);
  expect(rowsOn('2027-01-03', { ...data, accounts: data.accounts.slice(1) })).not.toEqual(
    rowsOn('2027-01-03'),
  );
});

it('names the tax on a foreign account, which is not the stamp duty', () => {
  const abroad = {
    ...data,
    accounts: data.accounts.map((one) =>
      one.id === ids.main ? { ...one, iban: 'LT601010012345678901' } : one,
    ),
  };
  const rows = rowsOn('2027-01-03', abroad);
  expect(rows.map(({ bank }) => bank)).toContain('IVAFE · Banca Alfa');
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

it('says in whole euro what is free, what has to go, or that it is too late', () => {
  const opening = (cents: number) => ({
    ...data,
    operations: [],
    quarter: {
      ...data.quarter,
      setups: [{ accountId: ids.main, openingBalanceCents: cents, excluded: false }],
    },
  });
  // 90 days of 4,000, 30 of them to come: 3,000 more on each.
  expect(rowsOn('2027-03-01', opening(400_000))[0]).toMatchObject({
    tone: 'safe',
    to: '2027-03-31',
    rest: { kind: 'FREE', cents: 300_000 },
  });
  expect(rowsOn('2027-03-01', opening(495_001))[0]?.tone).toBe('near');
  expect(rowsOn('2027-03-01', opening(600_000))[0]?.rest).toEqual({ kind: 'LESS', cents: 300_000 });
  expect(rowsOn('2027-03-30', opening(600_000))[0]?.rest).toEqual({ kind: 'LOST', cents: 0 });
  // A quarter that is over and not closed yet.
  expect(rowsOn('2027-04-05', opening(400_000))[0]).toMatchObject({ rest: undefined, due: false });
});

it('looks to the end of a yearly statement, with what the rules bring until then', () => {
  const yearly = {
    ...data,
    operations: [],
    accounts: data.accounts.map((account) => ({ ...account, statementPeriod: 'YEARLY' as const })),
    quarter: {
      ...data.quarter,
      setups: [{ accountId: ids.main, openingBalanceCents: 400_000, excluded: false }],
    },
  };
  const rule: Recurrence = {
    id: ids.rent,
    kind: 'INCOME',
    accountId: ids.main,
    amountCents: 300_000,
    description: 'Premio',
    rule: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=1',
    onNonBusinessDay: 'SAME',
    from: '2026-07-01',
    origin: 'MANUAL',
    version: 1,
  };
  expect(rowsOn('2027-01-31', yearly)[0]).toMatchObject({ to: '2027-12-31', projectedCents: 400_000 });
  // (181 × 4,000 + 184 × 7,000) / 365
  expect(rowsOn('2027-01-31', yearly, [rule])[0]).toMatchObject({ projectedCents: 551_233, due: true });
});

it('shows the periods of a closed quarter as they ended', () => {
  const closed = { ...data, quarter: { ...data.quarter, state: 'CLOSED' as const } };
  expect(rowsOn('2027-06-01', closed)[0]).toMatchObject({ from: '2027-01-01', due: true, rest: undefined });
});
