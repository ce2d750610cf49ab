import type { ChangeRow, ImportChanges } from '@fibado/contracts';
import { ids, testOperation } from '../shared/test-household';
import { bringsNothing, operationsToSave, proposedTicks, tickedOf, tickVerdict } from './import-model';

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

it('knows a file that is already there', () => {
  expect(bringsNothing(changes)).toBe(false);
  expect(bringsNothing(changesOf([row({ row: 2, verdict: 'SAME', operation: undefined })]))).toBe(true);
  expect(bringsNothing(changesOf([]))).toBe(false);
});
