import { type ChangeRow, type ImportChanges, MAX_BULK } from '@fibado/contracts';
import { ids, testOperation } from '../shared/test-household';
import {
  bookedAfterCents,
  bringsNothing,
  exceedsOneImport,
  operationsToSave,
  proposedTicks,
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

  it('save the ticked rows, in the reading chosen', () => {
    const ticks = new Set([2, 4, 5]);
    expect(operationsToSave(changes, ticks, new Set()).map((o) => o.description)).toEqual([
      'Affitto',
      'Affitto',
    ]);
    expect(operationsToSave(changes, ticks, new Set([2, 4])).map((o) => o.description)).toEqual([
      'Affitto',
      'altra lettura',
    ]);
  });
});

it('takes no more rows at once than one import holds', () => {
  const rows = Array.from({ length: MAX_BULK + 2 }, (_, at) =>
    row({ row: at + 2, verdict: 'NEW', selected: true }),
  );
  const many = changesOf(rows);
  expect([exceedsOneImport(changes), exceedsOneImport(many)]).toEqual([false, true]);
  expect(proposedTicks(many).size).toBe(MAX_BULK);
  expect(tickVerdict(many, new Set(), 'NEW', true).size).toBe(MAX_BULK);
  expect(tickVerdict(many, proposedTicks(many), 'NEW', false).size).toBe(0);
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
        ...{ row: 3, verdict: 'MATCHES_PLANNED', selected: true, existing },
        operation: { ...done, id: ids.move, amountCents: 500 },
        alternative: { ...done, kind: 'INCOME', amountCents: 700 },
      }),
      row({ row: 4, verdict: 'DUPLICATE_SUSPECT', operation: { ...done, amountCents: 30 } }),
      // Arrives on its value day, after the file's last one.
      row({
        ...{ row: 5, verdict: 'NEW' },
        operation: {
          ...{ ...done, kind: 'TRANSFER', accountId: ids.savings, toAccountId: ids.main },
          ...{ amountCents: 9_000, valueDate: '2027-01-21' },
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
    ...{ row: 6, verdict: 'CHANGED', existing: { ...existing, status: 'DONE' } },
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
