import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { CellEditor } from './cell-editor';
import classes from './editable-grid.module.css';
import { cellClass, choicesOf, type EndOfEdit, type GridColumn, type Place } from './grid-types';

export interface GridRowProps {
  readonly id: string;
  readonly row: unknown;
  readonly index: number;
  readonly columns: readonly GridColumn<unknown>[];
  /** The column with the focus, or -1. */
  readonly active: number;
  /** The column being edited. */
  readonly editing: string | undefined;
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly muted: boolean;
  readonly selectLabel: string;
  readonly onToggle: (key: string) => void;
  readonly onBegin: (place: Place, typed?: string) => void;
  readonly onFocusCell: (place: Place) => void;
  readonly onType: (text: string) => void;
  readonly onEnd: (how: EndOfEdit) => void;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, columns, active, editing } = props;
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
            onChange={() => props.onToggle(id)}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <Cell
          key={column.id}
          grid={props}
          column={column}
          place={{ row: index, column: at }}
          isActive={active === at}
          isEdited={editing === column.id}
        />
      ))}
    </div>
  );
});

interface CellProps {
  readonly grid: GridRowProps;
  readonly column: GridColumn<unknown>;
  readonly place: Place;
  readonly isActive: boolean;
  readonly isEdited: boolean;
}

function Cell({ grid, column, place, isActive, isEdited }: CellProps) {
  const { row, onBegin, onFocusCell } = grid;
  const issue = column.issue?.(row);
  const isLocked = column.kind === 'static' || column.locked?.(row) === true;
  return (
    <div
      role="gridcell"
      data-row={place.row}
      data-column={place.column}
      tabIndex={isActive && !isEdited ? 0 : -1}
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
        if (event.target === event.currentTarget) onFocusCell(place);
      }}
      onMouseDown={(event) => {
        // The second press on a cell edits it; a tick box needs only one.
        if (!isEdited && isActive && document.activeElement === event.currentTarget) {
          event.preventDefault();
          onBegin(place);
        }
      }}
      onDoubleClick={() => {
        if (!isEdited && column.kind !== 'check') onBegin(place);
      }}
    >
      <CellContent grid={grid} column={column} place={place} isEdited={isEdited} isLocked={isLocked} />
      {issue !== undefined && !isEdited && <VisuallyHidden>{issue}</VisuallyHidden>}
    </div>
  );
}

function CellContent({
  grid: { row, onBegin, onType, onEnd },
  column,
  place,
  isEdited,
  isLocked,
}: Omit<CellProps, 'isActive'> & { readonly isLocked: boolean }) {
  const text = column.text(row);
  if (isEdited) return <CellEditor column={column} row={row} text={text} onType={onType} onEnd={onEnd} />;
  if (column.kind === 'check')
    return (
      <input
        type="checkbox"
        tabIndex={-1}
        checked={text === 'true'}
        disabled={isLocked}
        aria-label={column.header}
        onChange={() => onBegin(place)}
        onMouseDown={(event) => event.stopPropagation()}
      />
    );
  const label =
    column.kind === 'choice' ? (choicesOf(column, row).find((o) => o.value === text)?.label ?? '') : text;
  return <span className={classes.text}>{column.show ? column.show(row) : label}</span>;
}
