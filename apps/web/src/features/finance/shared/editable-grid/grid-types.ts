import type { ReactNode } from 'react';
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

/** A cell, counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** How typing into a cell ended. */
export type EndOfEdit = 'enter' | 'tab' | 'back' | 'escape' | 'blur';

export const choicesOf = <R>(column: GridColumn<R>, row: R): readonly GridChoice[] =>
  typeof column.options === 'function' ? column.options(row) : (column.options ?? []);

/** A pasted choice comes as the label a person sees, or as the value. */
export function pastedText<R>(column: GridColumn<R>, row: R, text: string): string {
  if (column.kind === 'check') return /^(true|1|x|s[iì]|vero|yes)$/i.test(text) ? 'true' : 'false';
  if (column.kind !== 'choice') return text;
  const wanted = text.toLocaleLowerCase();
  const hit = choicesOf(column, row).find(
    (o) => o.value.toLocaleLowerCase() === wanted || o.label.toLocaleLowerCase() === wanted,
  );
  return hit?.value ?? '';
}

export function placeOf(element: HTMLElement): Place | undefined {
  const cell = element.closest<HTMLElement>('[data-row][data-column]');
  if (!cell) return undefined;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

export const cellClass = (align: 'end' | 'center' | undefined): string =>
  [classes.cell, align === 'end' ? classes.end : align === 'center' ? classes.center : ''].join(' ');
