import { type CSSProperties, memo } from 'react';
import classes from './editable-grid.module.css';
import { GridRow, type GridRowProps } from './grid-row';
import type { EditableGridProps } from './grid-types';
import type { EditedCell, GridState } from './grid-state';

/** Rows drawn together or not at all: at a key the library goes through the blocks, not through every row. */
const BLOCK = 24;

interface GridBlockProps
  extends
    Pick<EditableGridProps<unknown>, 'rowKey'>,
    Omit<GridRowProps, 'id' | 'row' | 'index' | 'active' | 'editing' | 'selected' | 'muted'> {
  readonly rows: readonly unknown[];
  /** Which row of the grid the first one is. */
  readonly first: number;
  /** The cell with the focus, where it is in these rows. */
  readonly active: GridState['active'] | undefined;
  readonly editing: EditedCell | undefined;
  readonly selected: ReadonlySet<string> | undefined;
  readonly muted: ((row: unknown) => boolean) | undefined;
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every((row, index) => row === other[index])
    : Object.is(one, other);

export const GridBlock = memo(
  function GridBlock({ rows, rowKey, first, active, editing, selected, muted, ...rest }: GridBlockProps) {
    return rows.map((row, at) => {
      const key = rowKey(row);
      return (
        <GridRow
          {...rest}
          key={key}
          id={key}
          row={row}
          index={first + at}
          active={active?.row === first + at ? active.column : -1}
          editing={editing?.key === key ? editing.column : undefined}
          selected={selected?.has(key) ?? false}
          muted={muted?.(row) ?? false}
        />
      );
    });
  },
  (before, now) =>
    (Object.keys(now) as (keyof GridBlockProps)[]).every((name) => isSame(before[name], now[name])),
);

/** Keeps the place of rows that are not drawn yet. */
export function WaitingBlock({ block, rows }: { readonly block: number; readonly rows: number }) {
  return (
    <div
      aria-hidden
      data-block={block}
      className={classes.waiting}
      style={{ '--grid-rows': rows } as CSSProperties}
    />
  );
}

/** In which block a row is. */
export const blockOf = (row: number): number => Math.floor(row / BLOCK);

/** The rows in blocks, each with the place of its first row. */
export const blocksOf = <R,>(rows: readonly R[]): { readonly first: number; readonly rows: readonly R[] }[] =>
  Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, block) => ({
    first: block * BLOCK,
    rows: rows.slice(block * BLOCK, (block + 1) * BLOCK),
  }));
