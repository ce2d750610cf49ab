import {
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { parseClipboard } from './clipboard';
import { commandOf, type GridCommand } from './grid-keys';
import { AT_FIRST_CELL, gridReducer } from './grid-state';
import {
  choicesOf,
  type EditableGridProps,
  type EndOfEdit,
  type GridEdit,
  pastedText,
  type Place,
  placeOf,
} from './grid-types';

/** The grid's state and what keys, the clipboard and the cells do to it. The handlers are always the same ones. */
export function useGrid<R>(props: EditableGridProps<R>, box: RefObject<HTMLDivElement | null>) {
  const [state, dispatch] = useReducer(gridReducer, AT_FIRST_CELL);
  const latest = useRef({ props, state });
  useLayoutEffect(() => {
    latest.current = { props, state };
  });
  const wantFocus = useCellFocus(props, state, box);

  const moveTo = useCallback(
    (row: number, column: number, rowCount?: number) => {
      const { rows, columns } = latest.current.props;
      wantFocus();
      dispatch({
        type: 'move',
        to: { row, column },
        rowCount: rowCount ?? rows.length,
        columnCount: columns.length,
      });
    },
    [wantFocus],
  );
  const addRow = useCallback(() => {
    const { rows, onAddRow } = latest.current.props;
    onAddRow?.();
    moveTo(rows.length, 0, rows.length + 1);
  }, [moveTo]);
  /** One cell on, or into a new row after the last cell of the last row. */
  const advance = useCallback(
    (from: Place, by: 'row' | 'column') => {
      const { rows, columns, onAddRow } = latest.current.props;
      const isLastRow = from.row >= rows.length - 1;
      const isLast = isLastRow && (by === 'row' || from.column >= columns.length - 1);
      if (isLast && onAddRow) addRow();
      else if (by === 'row') moveTo(from.row + 1, from.column);
      else if (from.column < columns.length - 1) moveTo(from.row, from.column + 1);
      else if (isLast) moveTo(from.row, from.column);
      else moveTo(from.row + 1, 0);
    },
    [addRow, moveTo],
  );

  const begin = useCallback((place: Place, typed?: string) => {
    const { rows, columns, rowKey, onEdit } = latest.current.props;
    const [row, column] = [rows[place.row], columns[place.column]];
    if (row === undefined || column === undefined || column.kind === 'static' || column.locked?.(row)) return;
    const key = rowKey(row);
    const before = column.text(row);
    if (column.kind === 'check') {
      onEdit([{ key, column: column.id, text: before === 'true' ? 'false' : 'true' }], true);
      return;
    }
    dispatch({ type: 'begin', place, cell: { key, column: column.id, before } });
    if (typed === undefined) return;
    const start = typed.toLocaleLowerCase();
    const text =
      column.kind === 'text'
        ? typed
        : choicesOf(column, row).find((o) => o.label.toLocaleLowerCase().startsWith(start))?.value;
    if (text !== undefined) onEdit([{ key, column: column.id, text }], false);
  }, []);
  const endEdit = useCallback(
    (how: EndOfEdit) => {
      const { editing, active } = latest.current.state;
      if (!editing) return;
      const { key, column, before } = editing;
      latest.current.props.onEdit(how === 'escape' ? [{ key, column, text: before }] : [], true);
      if (how === 'blur') dispatch({ type: 'end' });
      else if (how === 'escape') moveTo(active.row, active.column);
      else if (how === 'back') moveTo(active.row, active.column - 1);
      else advance(active, how === 'enter' ? 'row' : 'column');
    },
    [advance, moveTo],
  );
  const type = useCallback((text: string) => {
    const { editing } = latest.current.state;
    if (editing) latest.current.props.onEdit([{ key: editing.key, column: editing.column, text }], false);
  }, []);
  const toggleRow = useCallback((key: string) => {
    const { selected, onSelect } = latest.current.props;
    if (!selected || !onSelect) return;
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect(next);
  }, []);
  const focusCell = useCallback((place: Place) => dispatch({ type: 'focus', place }), []);

  const onKeyDown = (event: KeyboardEvent) =>
    handleKey(event, props, state, { moveTo, begin, addRow, toggleRow, dispatch });
  const clipboard = useClipboard(props, state.editing !== undefined);
  return { state, begin, endEdit, type, toggleRow, focusCell, onKeyDown, ...clipboard };
}

interface GridActions {
  readonly moveTo: (row: number, column: number) => void;
  readonly begin: (place: Place, typed?: string) => void;
  readonly addRow: () => void;
  readonly toggleRow: (key: string) => void;
  readonly dispatch: Dispatch<Parameters<typeof gridReducer>[1]>;
}

/** What keys do in a cell that is not being edited. */
function handleKey<R>(
  event: KeyboardEvent,
  props: EditableGridProps<R>,
  state: ReturnType<typeof gridReducer>,
  { moveTo, begin, addRow, toggleRow, dispatch }: GridActions,
): void {
  const carryOut = (command: GridCommand, at: Place) => {
    const { rows, columns, rowKey, onDelete, onEdit } = props;
    const [row, column] = [rows[at.row], columns[at.column]];
    if (row === undefined || column === undefined) return;
    const key = rowKey(row);
    if (command.type === 'move') moveTo(command.to.row, command.to.column);
    else if (command.type === 'begin') begin(at, command.typed);
    else if (command.type === 'addRow') addRow();
    else if (command.type === 'deleteRow') onDelete?.([key]);
    else if (command.type === 'toggleRow') toggleRow(key);
    else if (command.type === 'release') dispatch({ type: 'release' });
    else if (column.kind === 'text' && !column.locked?.(row))
      onEdit([{ key, column: column.id, text: '' }], true);
  };
  const at = placeOf(event.target as HTMLElement);
  const column = at && props.columns[at.column];
  if (!column || state.editing || props.rows[at.row] === undefined) return;
  const command = commandOf(event, {
    at,
    rowCount: props.rows.length,
    columnCount: props.columns.length,
    kind: column.kind,
    canAdd: props.onAddRow !== undefined,
    isReleased: state.isReleased,
  });
  if (!command) return;
  if (command.type !== 'release') event.preventDefault();
  carryOut(command, at);
}

/** Puts the focus on the row asked for from outside, and on the active cell when the function returned was called. */
function useCellFocus<R>(
  { rows, rowKey, focusRow }: EditableGridProps<R>,
  { active, editing }: ReturnType<typeof gridReducer>,
  box: RefObject<HTMLDivElement | null>,
): () => void {
  const wantsFocus = useRef(false);
  const focusedRow = useRef(focusRow);
  // Not a passive effect: one of an earlier rendering may still be due when a key sets the wish, and would grant it there.
  useLayoutEffect(() => {
    const asked = focusRow === focusedRow.current ? -1 : rows.findIndex((row) => rowKey(row) === focusRow);
    if (asked >= 0) focusedRow.current = focusRow;
    else if (!wantsFocus.current || editing) return;
    wantsFocus.current = false;
    const { row, column } = asked >= 0 ? { row: asked, column: 0 } : active;
    const cell = box.current?.querySelector<HTMLElement>(
      `[data-row="${String(row)}"][data-column="${String(column)}"]`,
    );
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return useCallback(() => {
    wantsFocus.current = true;
  }, []);
}

/** Copies a cell, and fills cells from a paste; what comes below the last row is passed on. */
function useClipboard<R>(props: EditableGridProps<R>, isEditing: boolean) {
  const { rows, columns, rowKey } = props;
  const onPaste = (event: ClipboardEvent) => {
    const at = isEditing ? undefined : placeOf(event.target as HTMLElement);
    const cells = at ? parseClipboard(event.clipboardData.getData('text/plain')) : [];
    if (!at || cells.length === 0) return;
    event.preventDefault();
    const edits: GridEdit[] = [];
    const overflow: string[][] = [];
    for (const [down, line] of cells.entries()) {
      const row = rows[at.row + down];
      if (row === undefined) {
        overflow.push(line);
        continue;
      }
      for (const [right, text] of line.entries()) {
        const column = columns[at.column + right];
        if (!column || column.kind === 'static' || column.locked?.(row)) continue;
        edits.push({ key: rowKey(row), column: column.id, text: pastedText(column, row, text) });
      }
    }
    if (edits.length > 0) props.onEdit(edits, true);
    const column = columns[at.column];
    if (overflow.length > 0 && column) props.onOverflow?.(column.id, overflow);
  };
  const onCopy = (event: ClipboardEvent) => {
    const at = isEditing ? undefined : placeOf(event.target as HTMLElement);
    const row = at && rows[at.row];
    const column = at && columns[at.column];
    if (!row || !column) return;
    event.preventDefault();
    const text = column.text(row);
    const label =
      column.kind === 'choice' ? choicesOf(column, row).find((o) => o.value === text)?.label : undefined;
    event.clipboardData.setData('text/plain', label ?? text);
  };
  return { onPaste, onCopy };
}
