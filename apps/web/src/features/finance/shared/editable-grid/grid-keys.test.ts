import { commandOf, type GridKey, type GridSituation } from './grid-keys';

const key = (name: string, modifiers: Partial<GridKey> = {}): GridKey => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});
const grid = (row: number, column: number, patch: Partial<GridSituation> = {}): GridSituation => ({
  at: { row, column },
  rowCount: 3,
  columnCount: 4,
  kind: 'text',
  canAdd: true,
  isReleased: false,
  ...patch,
});
const to = (row: number, column: number) => ({ type: 'move', to: { row, column } });

describe('a key on a cell that is not edited', () => {
  it.each([
    ['Tab', {}, grid(0, 0), to(0, 1)],
    ['Tab', {}, grid(0, 3), to(1, 0)],
    ['Tab', { shiftKey: true }, grid(1, 0), to(0, 3)],
    ['ArrowDown', {}, grid(0, 2), to(1, 2)],
    ['PageDown', {}, grid(0, 2), to(12, 2)],
    ['Home', { ctrlKey: true }, grid(2, 2), to(0, 0)],
    ['End', {}, grid(1, 0), to(1, 3)],
    ['x', {}, grid(1, 0), { type: 'begin', typed: 'x' }],
    ['Enter', {}, grid(1, 0), { type: 'begin' }],
    [' ', {}, grid(1, 0, { kind: 'check' }), { type: 'begin' }],
    [' ', { shiftKey: true }, grid(1, 0), { type: 'toggleRow' }],
    ['Delete', {}, grid(1, 0), { type: 'empty' }],
    ['Delete', { ctrlKey: true }, grid(1, 0), { type: 'deleteRow' }],
    ['Insert', {}, grid(1, 0), { type: 'addRow' }],
    ['Escape', {}, grid(1, 0), { type: 'release' }],
  ] as const)('%s %j', (name, modifiers, situation, expected) => {
    expect(commandOf(key(name, modifiers), situation)).toEqual(expected);
  });

  it.each([
    ['Tab after Escape', key('Tab'), grid(0, 0, { isReleased: true })],
    ['Tab on the last cell', key('Tab'), grid(2, 3)],
    ['Shift+Tab on the first cell', key('Tab', { shiftKey: true }), grid(0, 0)],
    ['Insert where no row can be added', key('Insert'), grid(0, 0, { canAdd: false })],
    ['Ctrl+Enter, which saves', key('Enter', { ctrlKey: true }), grid(0, 0)],
    ['Ctrl+C', key('c', { ctrlKey: true }), grid(0, 0)],
  ])('leaves %s alone', (_, pressed, situation) => {
    expect(commandOf(pressed, situation)).toBeUndefined();
  });
});
