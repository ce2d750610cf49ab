import { type CSSProperties, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editable-grid.module.css';
import { GridRow } from './grid-row';
import { cellClass, type EditableGridProps, type GridColumn } from './grid-types';
import { useGrid } from './use-grid';

export type { GridColumn, GridEdit } from './grid-types';

/**
 * A grid worked like a spreadsheet: arrows move, typing or F2 edits, Enter goes down, Tab goes on from cell to cell,
 * Escape takes the edit back, and outside of one lets the next Tab leave the grid. Delete empties, Space ticks,
 * Shift+Space selects the row, Ctrl+Delete deletes it, a paste fills cells. Rows are memoised: a keystroke draws one.
 */
export function EditableGrid<R>(props: EditableGridProps<R>) {
  const { label, rows, rowKey, columns, selected, onSelect } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const grid = useGrid(props, box);
  const { active, editing } = grid.state;
  const isSelectable = selected !== undefined && onSelect !== undefined;
  const tracks = useMemo(
    () => [...(isSelectable ? ['2.4rem'] : []), ...columns.map((c) => c.width)].join(' '),
    [columns, isSelectable],
  );
  const style = {
    '--grid-columns': tracks,
    ...(props.dense ? { '--grid-font': 'var(--mantine-font-size-xs)' } : {}),
  } as CSSProperties;
  return (
    <div className={classes.box} ref={box} style={{ '--grid-height': props.height } as CSSProperties}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={classes.grid}
        style={style}
        onKeyDown={grid.onKeyDown}
        onPaste={grid.onPaste}
        onCopy={grid.onCopy}
      >
        <GridHead {...props} />
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
              selectable={isSelectable}
              selected={selected?.has(key) ?? false}
              muted={props.muted?.(row) ?? false}
              selectLabel={t('FINANCE.GRID.SELECT_ROW')}
              onToggle={grid.toggleRow}
              onBegin={grid.begin}
              onFocusCell={grid.focusCell}
              onType={grid.type}
              onEnd={grid.endEdit}
            />
          );
        })}
      </div>
    </div>
  );
}

function GridHead<R>({ columns, rows, rowKey, selected, onSelect }: EditableGridProps<R>) {
  const { t } = useTranslation();
  const isAll = rows.length > 0 && rows.every((row) => selected?.has(rowKey(row)));
  return (
    <div role="row" aria-rowindex={1} className={`${classes.row ?? ''} ${classes.head ?? ''}`}>
      {selected && onSelect && (
        <div role="columnheader" className={`${classes.cell ?? ''} ${classes.center ?? ''}`}>
          <input
            type="checkbox"
            aria-label={t('FINANCE.GRID.SELECT_ALL')}
            checked={isAll}
            onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(rowKey)))}
          />
        </div>
      )}
      {columns.map((column) => (
        <div role="columnheader" key={column.id} className={cellClass(column.align)}>
          {column.header}
        </div>
      ))}
    </div>
  );
}
