import type { ChangeRow, ImportChanges } from '@fibado/contracts';
import { ids, testOperation } from '../shared/test-household';
import {
  bookedAfterCents,
  bringsNothing,
  cardExamples,
  decisionsOf,
  plannedFor,
  proposedTicks,
  statedDifference,
  tickedOf,
  tickVerdict,
} from './import-model';

const { id: _id, version: _version, ...fresh } = testOperation({ id: ids.rent, origin: 'IMPORT' });
const row = (patch: Partial<ChangeRow> & Pick<ChangeRow, 'row' | 'verdict'>): ChangeRow => ({
  differences: [],
  selected: false,
  operation: fresh,
  ...patch,
});
const changesOf = (rows: ChangeRow[]) => ({ rows }) as unknown as ImportChanges;
const changes = changesOf([
  row({ row: 2, verdict: 'NEW', selected: true }),
  row({ row: 3, verdict: 'NEW', selected: true }),
  row({ row: 4, verdict: 'DUPLICATE_SUSPECT', alternative: { ...fresh, description: 'altra lettura' } }),
  row({ row: 5, verdict: 'ERROR', operation: undefined }),
  row({ row: 6, verdict: 'SAME', operation: undefined }),
]);

describe('the ticks of an import', () => {
  it('start as proposed: suspects and errors unticked', () => {
    expect([...proposedTicks(changes)]).toEqual([2, 3]);
  });

  it('are set and taken away by verdict, and never on a row that cannot be saved', () => {
    const none = tickVerdict(changes, proposedTicks(changes), 'NEW', false);
    expect(none.size).toBe(0);
    expect(tickVerdict(changes, none, 'ERROR', true).size).toBe(0);
    expect(tickedOf(changes, proposedTicks(changes), 'NEW')).toEqual({ ticked: 2, of: 2 });
    expect(tickedOf(changes, none, 'SAME')).toEqual({ ticked: 0, of: 0 });
  });

  it('are sent only where they differ from what is proposed', () => {
    const nothing = { alternatives: new Set<number>(), matches: new Map() };
    expect(decisionsOf(changes, { ticks: proposedTicks(changes), ...nothing })).toEqual({
      take: [],
      leave: [],
      alternatives: [],
      matches: [],
    });
    const planned = testOperation({ id: ids.move, version: 3 });
    const decided = {
      ticks: new Set([2, 4, 5]),
      alternatives: new Set([3, 4]),
      matches: new Map([
        [2, planned],
        [3, planned],
      ]),
    };
    expect(decisionsOf(changes, decided)).toEqual({
      take: [4],
      leave: [3],
      alternatives: [4],
      matches: [{ row: 2, operationId: ids.move, version: 3 }],
    });
  });
});

describe('planned operations a row may be, by hand', () => {
  const out = { date: '2027-01-04', valueDate: '2027-01-04', amountCents: -100, description: 'x' };
  const fresh = row({ row: 2, verdict: 'NEW', movement: out });
  const rent = testOperation({ id: ids.rent, status: 'PLANNED', kind: 'EXPENSE', accountId: ids.main });
  const pay = testOperation({ id: ids.move, status: 'PLANNED', kind: 'INCOME', accountId: ids.main });
  const offered = (one: ChangeRow, all = changesOf([one]), matches = new Map<number, typeof rent>()) =>
    plannedFor(one, all, [rent, pay], ids.main, matches).map(({ id }) => id);

  it('are of the same account and direction, planned and in no other row', () => {
    expect(offered(fresh)).toEqual([ids.rent]);
    expect(offered({ ...fresh, movement: { ...out, amountCents: 100 } })).toEqual([ids.move]);
    expect(offered({ ...fresh, verdict: 'SAME' })).toEqual([]);
    const taken = row({ row: 3, verdict: 'MATCHES_PLANNED', existing: rent });
    expect(offered(fresh, changesOf([fresh, taken]))).toEqual([]);
    expect(offered(fresh, changesOf([fresh]), new Map([[9, rent]]))).toEqual([]);
    expect(offered(fresh, changesOf([fresh]), new Map([[2, rent]]))).toEqual([ids.rent]);
  });
});

it('reads what a refusal says', () => {
  expect(cardExamples(['2027-01-04', '4510', 'BAR', '2027-01-05', '-100', 'RESO'])).toEqual([
    { day: '2027-01-04', cents: 4510, text: 'BAR' },
    { day: '2027-01-05', cents: -100, text: 'RESO' },
  ]);
  expect(statedDifference(['5', 'TOTAL_OUT', '-1100', '-1000'])).toEqual({
    kind: 'TOTAL_OUT',
    expected: -1100,
    actual: -1000,
  });
  expect(statedDifference(['5'])).toBeUndefined();
});

it('foretells the balance of the rows ticked, and not of those proposed', () => {
  const done = { ...fresh, status: 'DONE' as const };
  const existing = testOperation({ id: ids.move, status: 'PLANNED', amountCents: 500 });
  const file = {
    period: { from: '2027-01-02', to: '2027-01-20' },
    balanceEffect: { bookedBeforeCents: 100_000, bookedAfterCents: 98_500, projectedCents: 0 },
    rows: [
      row({ row: 2, verdict: 'NEW', selected: true, operation: { ...done, amountCents: 1_000 } }),
      row({
        row: 3,
        verdict: 'MATCHES_PLANNED',
        selected: true,
        existing,
        operation: { ...done, id: ids.move, amountCents: 500 },
        alternative: { ...done, kind: 'INCOME', amountCents: 700 },
      }),
      row({ row: 4, verdict: 'DUPLICATE_SUSPECT', operation: { ...done, amountCents: 30 } }),
      // Arrives on its value day, after the file's last one.
      row({
        row: 5,
        verdict: 'NEW',
        operation: {
          ...done,
          kind: 'TRANSFER',
          accountId: ids.savings,
          toAccountId: ids.main,
          amountCents: 9_000,
          valueDate: '2027-01-21',
        },
      }),
    ],
  } as unknown as ImportChanges;
  const laid = { quarter: '2027-01-01', accountId: ids.main };
  const after = (ticks: number[], other: number[] = []) =>
    bookedAfterCents(file, new Set(ticks), new Set(other), laid);
  expect(after([...proposedTicks(file)])).toBe(file.balanceEffect.bookedAfterCents);
  expect(after([])).toBe(100_000);
  expect(after([2, 3, 4])).toBe(98_470);
  expect(after([3], [3])).toBe(100_700);
  expect(after([5])).toBe(100_000);
  // An operation that was done already and is changed moves the balance by the difference alone.
  const changed = row({
    row: 6,
    verdict: 'CHANGED',
    existing: { ...existing, status: 'DONE' },
    operation: { ...done, id: ids.move, amountCents: 450 },
  });
  const again = { ...file, rows: [changed] };
  expect(bookedAfterCents(again, new Set([6]), new Set(), laid)).toBe(100_050);
});

it('knows a file that is already there', () => {
  expect(bringsNothing(changes)).toBe(false);
  expect(bringsNothing(changesOf([row({ row: 2, verdict: 'SAME', operation: undefined })]))).toBe(true);
  expect(bringsNothing(changesOf([]))).toBe(false);
});
