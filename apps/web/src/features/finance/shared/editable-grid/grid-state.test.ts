import { AT_FIRST_CELL, gridReducer } from './grid-state';

const cell = { key: 'a', column: 'name', before: 'Affitto' };
const place = { row: 1, column: 2 };

describe('where a grid is worked on', () => {
  it('stays inside the grid', () => {
    const move = (row: number, column: number) =>
      gridReducer(AT_FIRST_CELL, { type: 'move', to: { row, column }, rowCount: 3, columnCount: 4 }).active;
    expect(move(9, 9)).toEqual({ row: 2, column: 3 });
    expect(move(-1, -1)).toEqual({ row: 0, column: 0 });
  });

  it('ends an edit by moving, and keeps the cell when it only ends', () => {
    const edited = gridReducer(AT_FIRST_CELL, { type: 'begin', place, cell });
    expect(edited).toMatchObject({ active: place, editing: cell });
    expect(gridReducer(edited, { type: 'end' })).toMatchObject({ active: place, editing: undefined });
    expect(
      gridReducer(edited, { type: 'move', to: place, rowCount: 3, columnCount: 4 }).editing,
    ).toBeUndefined();
  });

  it('lets Tab out once after Escape: going to another cell takes it back', () => {
    const released = gridReducer(AT_FIRST_CELL, { type: 'release' });
    expect(released.isReleased).toBe(true);
    expect(gridReducer(released, { type: 'focus', place }).isReleased).toBe(false);
  });
});
