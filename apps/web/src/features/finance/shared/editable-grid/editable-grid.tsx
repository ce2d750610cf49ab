import { type CSSProperties, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editable-grid.module.css';
import { blockOf, blocksOf, GridBlock, WaitingBlock } from './grid-block';
import { cellClass, type EditableGridProps, type GridColumn } from './grid-types';
import { useDrawnBlocks } from './use-drawn-blocks';
import { useGrid } from './use-grid';

export type { GridColumn, GridEdit } from './grid-types';

/**
 * A grid worked like a spreadsheet: arrows move, typing or F2 edits, Enter goes down, Tab goes on from cell to cell,
 * Escape takes the edit back, and outside of one lets the next Tab leave the grid. Delete empties, Space ticks,
 * Shift+Space selects the row, Ctrl+Delete deletes it, a paste fills cells. Rows are memoised, in blocks: a keystroke draws one.
 * Of a long grid, blocks out of sight are drawn when they come near.
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
  const blocks = blocksOf(rows);
  const asked = props.focusRow === undefined ? -1 : rows.findIndex((row) => rowKey(row) === props.focusRow);
  const isDrawn = useDrawnBlocks(box, blocks.length, [blockOf(active.row), blockOf(asked)]);
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
        {blocks.map((block, at) =>
          isDrawn(at) ? (
            <GridBlock
              key={block.first}
              rows={block.rows}
              first={block.first}
              rowKey={rowKey as (row: unknown) => string}
              columns={columns as readonly GridColumn<unknown>[]}
              active={isWithin(block, active.row) ? active : undefined}
              editing={editing && block.rows.some((row) => rowKey(row) === editing.key) ? editing : undefined}
              selectable={isSelectable}
              selected={selected}
              muted={props.muted as ((row: unknown) => boolean) | undefined}
              selectLabel={t('FINANCE.GRID.SELECT_ROW')}
              onToggle={grid.toggleRow}
              onBegin={grid.begin}
              onFocusCell={grid.focusCell}
              onType={grid.type}
              onEnd={grid.endEdit}
            />
          ) : (
            <WaitingBlock key={block.first} block={at} rows={block.rows.length} />
          ),
        )}
      </div>
    </div>
  );
}

const isWithin = ({ first, rows }: ReturnType<typeof blocksOf>[number], row: number): boolean =>
  row >= first && row < first + rows.length;

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
