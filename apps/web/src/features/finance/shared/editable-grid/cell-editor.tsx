import { type KeyboardEvent, useRef } from 'react';
import classes from './editable-grid.module.css';
import { choicesOf, type EndOfEdit, type GridColumn } from './grid-types';

const ENDS: Readonly<Record<string, EndOfEdit>> = { Enter: 'enter', Escape: 'escape', Tab: 'tab' };

interface CellEditorProps {
  readonly column: GridColumn<unknown>;
  readonly row: unknown;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onEnd: (how: EndOfEdit) => void;
}

/** The field in the place of a cell that is being edited. */
export function CellEditor({ column, row, text, onType, onEnd }: CellEditorProps) {
  const ended = useRef(false);
  const end = (how: EndOfEdit) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(how);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const how = ENDS[event.key];
    event.stopPropagation();
    if (!how) return;
    event.preventDefault();
    end(how === 'tab' && event.shiftKey ? 'back' : how);
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
