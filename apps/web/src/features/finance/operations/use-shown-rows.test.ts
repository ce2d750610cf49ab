import { renderHook } from '@testing-library/react';
import { testData, testOperation } from '../shared/test-household';
import type { OperationDraft } from './draft';
import { initialRows, rowsReducer } from './rows';
import { type RowFilters, useShownRows } from './use-shown-rows';

const TODAY = '2027-02-10';
const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${String(index)}`;
const operations = [
  testOperation({ id: idOf(1), date: '2027-01-10', valueDate: '2027-01-10' }),
  testOperation({ id: idOf(2), date: '2027-02-10', valueDate: '2027-02-10' }),
  testOperation({ id: idOf(3), date: '2027-02-11', valueDate: '2027-02-11' }),
  testOperation({ id: idOf(4), date: '2027-01-11', valueDate: '2027-01-11', status: 'DONE' }),
];
const start = initialRows(operations);
const filters = (patch: Partial<RowFilters>) =>
  ({ search: '', account: '', kind: '', status: '', view: '', ...patch }) as RowFilters;

interface Props {
  readonly rows: readonly OperationDraft[];
  readonly by: RowFilters;
}
const show = (by: RowFilters) =>
  renderHook(({ rows, by: now }: Props) => useShownRows(rows, now, testData.accounts, TODAY), {
    initialProps: { rows: start.rows, by },
  });
const keys = (rows: readonly OperationDraft[]) => rows.map(({ key }) => key);

describe('the rows shown', () => {
  it('are exactly those to be confirmed when these are asked for', () => {
    expect(keys(show(filters({ view: 'due' })).result.current)).toEqual([idOf(1), idOf(2)]);
  });

  it('keep a row that was ticked in its place, greyed, until the filter changes', () => {
    const by = filters({ status: 'PLANNED' });
    const { result, rerender } = show(by);
    expect(keys(result.current)).toEqual([idOf(1), idOf(2), idOf(3)]);
    const ticked = rowsReducer(start, {
      type: 'edit',
      edits: [{ key: idOf(1), field: 'status', text: 'true' }],
      final: true,
    });
    rerender({ rows: ticked.rows, by });
    expect(keys(result.current)).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(result.current[0]?.status).toBe('DONE');
    rerender({ rows: ticked.rows, by: filters({ status: 'PLANNED', kind: 'EXPENSE' }) });
    expect(keys(result.current)).not.toContain(idOf(1));
  });
});
