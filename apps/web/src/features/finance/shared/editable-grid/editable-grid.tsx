import { VisuallyHidden } from '@mantine/core';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { parseClipboard } from './clipboard';
import classes from './editable-grid.module.css';

export interface GridChoice {
  readonly value: string;
  readonly label: string;
}

/** One column over rows of type `R`. Everything is edited as the text a person types; the page's model reads it. */
export interface GridColumn<R> {
  readonly id: string;
  readonly header: string;
  /** A CSS grid track, for example `7rem` or `minmax(10rem, 1fr)`. */
  readonly width: string;
  readonly kind: 'text' | 'choice' | 'check' | 'static';
  readonly align?: 'end' | 'center';
  readonly options?: readonly GridChoice[] | ((row: R) => readonly GridChoice[]);
  readonly inputMode?: 'decimal' | 'text';
  /** The text that is edited; for a choice the value, for a check `true` or `false`. */
  readonly text: (row: R) => string;
  /** What is shown when the cell is not edited; the text itself by default, a choice's label. */
  readonly show?: (row: R) => ReactNode;
  /** What is wrong with the cell, in words. */
  readonly issue?: (row: R) => string | undefined;
  readonly locked?: (row: R) => boolean;
}

export interface GridEdit {
  readonly key: string;
  readonly column: string;
  readonly text: string;
}

export interface EditableGridProps<R> {
  readonly label: string;
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly columns: readonly GridColumn<R>[];
  /** Called on every keystroke, and once for a whole paste. `final` marks the end of an edit, for undo. */
  readonly onEdit: (edits: readonly GridEdit[], final: boolean) => void;
  /** A paste below the last row; the cells start at `column`. */
  readonly onOverflow?: (column: string, cells: readonly (readonly string[])[]) => void;
  readonly onAddRow?: () => void;
  /** The row that takes the focus and comes into sight, once for each key given. */
  readonly focusRow?: string | undefined;
  readonly onDelete?: (keys: readonly string[]) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
  readonly muted?: (row: R) => boolean;
  readonly height?: string;
  /** Smaller letters, for grids of many columns. */
  readonly dense?: boolean;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * A grid worked like a spreadsheet: arrows move, typing or F2 edits, Enter goes down, Tab goes on, Escape takes the
 * edit back, Delete empties, Space ticks, Shift+Space selects the row, Ctrl+Delete deletes it, a paste fills cells.
 * Rows are memoised: a keystroke draws one row.
 */
export function EditableGrid<R>(props: EditableGridProps<R>) {
  const { label, rows, rowKey, columns, selected, onSelect, onAddRow, focusRow } = props;
  const { t } = useTranslation();
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{
    readonly key: string;
    readonly column: string;
    readonly before: string;
  }>();
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const focusedRow = useRef(focusRow);
  const latest = useRef({ props, active, editing });
  useLayoutEffect(() => {
    latest.current = { props, active, editing };
  });

  const selectable = selected !== undefined && onSelect !== undefined;
  const tracks = useMemo(
    () => [...(selectable ? ['2.4rem'] : []), ...columns.map((c) => c.width)].join(' '),
    [columns, selectable],
  );

  useEffect(() => {
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

  const moveTo = useCallback((row: number, column: number) => {
    const { props: now } = latest.current;
    wantsFocus.current = true;
    setEditing(undefined);
    setActive({
      row: Math.max(0, Math.min(now.rows.length - 1, row)),
      column: Math.max(0, Math.min(now.columns.length - 1, column)),
    });
  }, []);

  /** One cell on, or into a new row after the last cell of the last row. */
  const advance = useCallback(
    (from: Place, by: 'row' | 'column') => {
      const { props: now } = latest.current;
      const lastRow = from.row >= now.rows.length - 1;
      if (by === 'row') {
        if (lastRow && now.onAddRow) {
          now.onAddRow();
          wantsFocus.current = true;
          setEditing(undefined);
          setActive({ row: now.rows.length, column: 0 });
        } else moveTo(from.row + 1, from.column);
        return;
      }
      if (from.column < now.columns.length - 1) moveTo(from.row, from.column + 1);
      else if (!lastRow) moveTo(from.row + 1, 0);
      else if (now.onAddRow) {
        now.onAddRow();
        wantsFocus.current = true;
        setEditing(undefined);
        setActive({ row: now.rows.length, column: 0 });
      } else moveTo(from.row, from.column);
    },
    [moveTo],
  );

  const begin = useCallback((place: Place, typed?: string) => {
    const { props: now } = latest.current;
    const row = now.rows[place.row];
    const column = now.columns[place.column];
    if (row === undefined || column === undefined || column.kind === 'static' || column.locked?.(row)) return;
    const key = now.rowKey(row);
    const before = column.text(row);
    if (column.kind === 'check') {
      now.onEdit([{ key, column: column.id, text: before === 'true' ? 'false' : 'true' }], true);
      return;
    }
    setActive(place);
    setEditing({ key, column: column.id, before });
    if (typed === undefined) return;
    if (column.kind === 'text') now.onEdit([{ key, column: column.id, text: typed }], false);
    else {
      const start = typed.toLocaleLowerCase();
      const hit = choicesOf(column, row).find((o) => o.label.toLocaleLowerCase().startsWith(start));
      if (hit) now.onEdit([{ key, column: column.id, text: hit.value }], false);
    }
  }, []);

  const toggleRow = useCallback((key: string) => {
    const { selected: now, onSelect: tell } = latest.current.props;
    if (!now || !tell) return;
    const next = new Set(now);
    if (!next.delete(key)) next.add(key);
    tell(next);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const place = placeOf(target);
    if (!place || editing) return;
    const row = rows[place.row];
    const column = columns[place.column];
    if (row === undefined || column === undefined) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const handled = () => {
      event.preventDefault();
    };
    switch (event.key) {
      case 'ArrowUp':
        handled();
        moveTo(place.row - 1, place.column);
        return;
      case 'ArrowDown':
        handled();
        moveTo(place.row + 1, place.column);
        return;
      case 'ArrowLeft':
        handled();
        moveTo(place.row, place.column - 1);
        return;
      case 'ArrowRight':
        handled();
        moveTo(place.row, place.column + 1);
        return;
      case 'PageUp':
        handled();
        moveTo(place.row - 12, place.column);
        return;
      case 'PageDown':
        handled();
        moveTo(place.row + 12, place.column);
        return;
      case 'Home':
        handled();
        moveTo(event.ctrlKey ? 0 : place.row, 0);
        return;
      case 'End':
        handled();
        moveTo(event.ctrlKey ? rows.length - 1 : place.row, columns.length - 1);
        return;
      case 'F2':
        handled();
        begin(place);
        return;
      case 'Enter':
        if (!plain) return;
        handled();
        begin(place);
        return;
      case 'Insert':
        if (!onAddRow) return;
        handled();
        onAddRow();
        wantsFocus.current = true;
        setActive({ row: rows.length, column: 0 });
        return;
      case 'Backspace':
      case 'Delete':
        handled();
        if (event.ctrlKey || event.metaKey) props.onDelete?.([rowKey(row)]);
        else if (column.kind === 'text' && !column.locked?.(row))
          props.onEdit([{ key: rowKey(row), column: column.id, text: '' }], true);
        return;
      case ' ':
        handled();
        if (event.shiftKey) toggleRow(rowKey(row));
        else begin(place, column.kind === 'text' ? ' ' : undefined);
        return;
      default:
        if (plain && event.key.length === 1) {
          handled();
          begin(place, event.key);
        }
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    if (editing) return;
    const place = placeOf(event.target as HTMLElement);
    if (!place) return;
    const cells = parseClipboard(event.clipboardData.getData('text/plain'));
    if (cells.length === 0) return;
    event.preventDefault();
    const edits: GridEdit[] = [];
    const overflow: string[][] = [];
    for (const [down, line] of cells.entries()) {
      const row = rows[place.row + down];
      if (row === undefined) {
        overflow.push(line);
        continue;
      }
      for (const [right, text] of line.entries()) {
        const column = columns[place.column + right];
        if (!column || column.kind === 'static' || column.locked?.(row)) continue;
        edits.push({ key: rowKey(row), column: column.id, text: pastedText(column, row, text) });
      }
    }
    if (edits.length > 0) props.onEdit(edits, true);
    const column = columns[place.column];
    if (overflow.length > 0 && column) props.onOverflow?.(column.id, overflow);
  };

  const onCopy = (event: ClipboardEvent) => {
    if (editing) return;
    const place = placeOf(event.target as HTMLElement);
    const row = place && rows[place.row];
    const column = place && columns[place.column];
    if (!row || !column) return;
    event.preventDefault();
    const text = column.text(row);
    event.clipboardData.setData(
      'text/plain',
      column.kind === 'choice' ? (choicesOf(column, row).find((o) => o.value === text)?.label ?? text) : text,
    );
  };

  const endEdit = useCallback(
    (how: 'enter' | 'tab' | 'back' | 'escape' | 'blur') => {
      const { editing: edit, props: now, active: at } = latest.current;
      if (!edit) return;
      if (how === 'escape') now.onEdit([{ key: edit.key, column: edit.column, text: edit.before }], true);
      else now.onEdit([], true);
      if (how === 'blur') setEditing(undefined);
      else if (how === 'escape') moveTo(at.row, at.column);
      else if (how === 'back') moveTo(at.row, at.column - 1);
      else advance(at, how === 'enter' ? 'row' : 'column');
    },
    [advance, moveTo],
  );
  const type = useCallback((text: string) => {
    const { editing: edit, props: now } = latest.current;
    if (edit) now.onEdit([{ key: edit.key, column: edit.column, text }], false);
  }, []);
  const focusCell = useCallback((place: Place) => {
    setActive((old) => (old.row === place.row && old.column === place.column ? old : place));
  }, []);

  const allSelected = selectable && rows.length > 0 && rows.every((row) => selected.has(rowKey(row)));
  return (
    <div className={classes.box} ref={box} style={{ '--grid-height': props.height } as React.CSSProperties}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={classes.grid}
        style={
          {
            '--grid-columns': tracks,
            ...(props.dense ? { '--grid-font': 'var(--mantine-font-size-xs)' } : {}),
          } as React.CSSProperties
        }
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
      >
        <div role="row" aria-rowindex={1} className={`${classes.row ?? ''} ${classes.head ?? ''}`}>
          {selectable && (
            <div role="columnheader" className={`${classes.cell ?? ''} ${classes.center ?? ''}`}>
              <input
                type="checkbox"
                aria-label={t('FINANCE.GRID.SELECT_ALL')}
                checked={allSelected}
                onChange={() => {
                  onSelect(allSelected ? new Set() : new Set(rows.map(rowKey)));
                }}
              />
            </div>
          )}
          {columns.map((column) => (
            <div role="columnheader" key={column.id} className={cellClass(column.align)}>
              {column.header}
            </div>
          ))}
        </div>
        {rows.map((row, index) => {
          const key = rowKey(row);
          return (
            <GridRow
              key={key}
              id={key}
              row={row}
              index={index}
              columns={columns as readonly GridColumn<unknown>[]}
              active={active.row === index ? active.column : -1}
              editing={editing?.key === key ? editing.column : undefined}
              selectable={selectable}
              selected={selected?.has(key) ?? false}
              muted={props.muted?.(row) ?? false}
              selectLabel={t('FINANCE.GRID.SELECT_ROW')}
              onToggle={toggleRow}
              onBegin={begin}
              onFocusCell={focusCell}
              onType={type}
              onEnd={endEdit}
            />
          );
        })}
      </div>
    </div>
  );
}

const choicesOf = <R,>(column: GridColumn<R>, row: R): readonly GridChoice[] =>
  typeof column.options === 'function' ? column.options(row) : (column.options ?? []);

/** A pasted choice comes as the label a person sees, or as the value. */
function pastedText<R>(column: GridColumn<R>, row: R, text: string): string {
  if (column.kind === 'check') return /^(true|1|x|s[iì]|vero|yes)$/i.test(text) ? 'true' : 'false';
  if (column.kind !== 'choice') return text;
  const wanted = text.toLocaleLowerCase();
  const hit = choicesOf(column, row).find(
    (o) => o.value.toLocaleLowerCase() === wanted || o.label.toLocaleLowerCase() === wanted,
  );
  return hit?.value ?? '';
}

function placeOf(element: HTMLElement): Place | undefined {
  const cell = element.closest<HTMLElement>('[data-row][data-column]');
  if (!cell) return undefined;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

const cellClass = (align: 'end' | 'center' | undefined): string =>
  [classes.cell, align === 'end' ? classes.end : align === 'center' ? classes.center : ''].join(' ');

interface GridRowProps {
  readonly id: string;
  readonly row: unknown;
  readonly index: number;
  readonly columns: readonly GridColumn<unknown>[];
  readonly active: number;
  readonly editing: string | undefined;
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly muted: boolean;
  readonly selectLabel: string;
  readonly onToggle: (key: string) => void;
  readonly onBegin: (place: Place, typed?: string) => void;
  readonly onFocusCell: (place: Place) => void;
  readonly onType: (text: string) => void;
  readonly onEnd: (how: 'enter' | 'tab' | 'back' | 'escape' | 'blur') => void;
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, row, index, columns, active, editing } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...(props.selectable ? { 'aria-selected': props.selected } : {})}
      className={[classes.row, props.selected ? classes.selected : '', props.muted ? classes.done : ''].join(
        ' ',
      )}
    >
      {props.selectable && (
        <div role="gridcell" className={`${classes.cell ?? ''} ${classes.center ?? ''}`}>
          <input
            type="checkbox"
            aria-label={props.selectLabel}
            checked={props.selected}
            tabIndex={-1}
            onChange={() => {
              props.onToggle(id);
            }}
          />
        </div>
      )}
      {columns.map((column, at) => {
        const issue = column.issue?.(row);
        const isLocked = column.kind === 'static' || column.locked?.(row) === true;
        const isEdited = editing === column.id;
        const text = column.text(row);
        return (
          <div
            key={column.id}
            role="gridcell"
            data-row={index}
            data-column={at}
            tabIndex={active === at && !isEdited ? 0 : -1}
            aria-invalid={issue !== undefined}
            aria-readonly={isLocked}
            title={issue}
            className={[
              cellClass(column.align),
              issue === undefined ? '' : classes.invalid,
              isLocked && column.kind !== 'static' ? classes.locked : '',
              isEdited ? classes.editing : '',
            ].join(' ')}
            onFocus={(event) => {
              if (event.target === event.currentTarget) props.onFocusCell({ row: index, column: at });
            }}
            onMouseDown={(event) => {
              // The second press on a cell edits it; a tick box needs only one.
              if (!isEdited && active === at && document.activeElement === event.currentTarget) {
                event.preventDefault();
                props.onBegin({ row: index, column: at });
              }
            }}
            onDoubleClick={() => {
              if (!isEdited && column.kind !== 'check') props.onBegin({ row: index, column: at });
            }}
          >
            {isEdited ? (
              <CellEditor column={column} row={row} text={text} onType={props.onType} onEnd={props.onEnd} />
            ) : column.kind === 'check' ? (
              <input
                type="checkbox"
                tabIndex={-1}
                checked={text === 'true'}
                disabled={isLocked}
                aria-label={column.header}
                onChange={() => {
                  props.onBegin({ row: index, column: at });
                }}
                onMouseDown={(event) => {
                  event.stopPropagation();
                }}
              />
            ) : (
              <span className={classes.text}>
                {column.show
                  ? column.show(row)
                  : column.kind === 'choice'
                    ? (choicesOf(column, row).find((o) => o.value === text)?.label ?? '')
                    : text}
              </span>
            )}
            {issue !== undefined && !isEdited && <VisuallyHidden>{issue}</VisuallyHidden>}
          </div>
        );
      })}
    </div>
  );
});

function CellEditor({
  column,
  row,
  text,
  onType,
  onEnd,
}: {
  readonly column: GridColumn<unknown>;
  readonly row: unknown;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onEnd: GridRowProps['onEnd'];
}) {
  const ended = useRef(false);
  const end = (how: Parameters<GridRowProps['onEnd']>[0]) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(how);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const how = { Enter: 'enter', Escape: 'escape', Tab: event.shiftKey ? 'back' : 'tab' }[event.key] as
      'enter' | 'escape' | 'tab' | 'back' | undefined;
    event.stopPropagation();
    if (!how) return;
    event.preventDefault();
    end(how);
  };
  const shared = {
    className: `${classes.input ?? ''} ${column.align === 'end' ? (classes.endInput ?? '') : ''}`,
    'aria-label': column.header,
    autoFocus: true,
    onKeyDown,
    onBlur: () => {
      end('blur');
    },
  };
  if (column.kind === 'choice') {
    return (
      <select
        {...shared}
        value={text}
        onChange={(event) => {
          onType(event.target.value);
        }}
      >
        <option value="" />
        {choicesOf(column, row).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      type="text"
      inputMode={column.inputMode ?? 'text'}
      value={text}
      onChange={(event) => {
        onType(event.target.value);
      }}
    />
  );
}
