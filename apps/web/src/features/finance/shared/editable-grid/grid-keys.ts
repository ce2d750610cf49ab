import type { GridColumn, Place } from './grid-types';

/** What a key pressed on a cell that is not being edited asks for. */
export type GridCommand =
  | { readonly type: 'move'; readonly to: Place }
  | { readonly type: 'begin'; readonly typed?: string }
  | { readonly type: 'addRow' }
  | { readonly type: 'deleteRow' }
  | { readonly type: 'empty' }
  | { readonly type: 'toggleRow' }
  /** The next Tab leaves the grid instead of going on in it. */
  | { readonly type: 'release' };

/** A key with its modifiers, as a keyboard event has them. */
export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The grid a key is pressed in. */
export interface GridSituation {
  readonly at: Place;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly kind: GridColumn<unknown>['kind'];
  readonly canAdd: boolean;
  /** Tab leaves the grid: it was asked to by Escape. */
  readonly isReleased: boolean;
}

const PAGE = 12;

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
};

/** @returns what the key asks for; `undefined` where it is none of the grid's, and does what it does elsewhere. */
export function commandOf(key: GridKey, situation: GridSituation): GridCommand | undefined {
  const { at, rowCount, columnCount, kind, canAdd } = situation;
  const hasControl = key.ctrlKey || key.metaKey;
  const isPlain = !hasControl && !key.altKey;
  const step = STEPS[key.key];
  if (step) return { type: 'move', to: { row: at.row + step[0], column: at.column + step[1] } };
  switch (key.key) {
    case 'Tab':
      return isPlain && !situation.isReleased ? besides(key.shiftKey ? -1 : 1, situation) : undefined;
    case 'Escape':
      return { type: 'release' };
    case 'Home':
      return { type: 'move', to: { row: key.ctrlKey ? 0 : at.row, column: 0 } };
    case 'End':
      return { type: 'move', to: { row: key.ctrlKey ? rowCount - 1 : at.row, column: columnCount - 1 } };
    case 'F2':
      return { type: 'begin' };
    case 'Enter':
      return isPlain ? { type: 'begin' } : undefined;
    case 'Insert':
      return canAdd ? { type: 'addRow' } : undefined;
    case 'Backspace':
    case 'Delete':
      return { type: hasControl ? 'deleteRow' : 'empty' };
    case ' ':
      if (key.shiftKey) return { type: 'toggleRow' };
      return kind === 'text' ? { type: 'begin', typed: ' ' } : { type: 'begin' };
    default:
      return isPlain && key.key.length === 1 ? { type: 'begin', typed: key.key } : undefined;
  }
}

/** The next or the previous cell; none before the first and after the last one, where Tab leaves the grid. */
function besides(by: 1 | -1, { at, rowCount, columnCount }: GridSituation): GridCommand | undefined {
  const next = at.row * columnCount + at.column + by;
  if (next < 0 || next >= rowCount * columnCount) return undefined;
  return { type: 'move', to: { row: Math.floor(next / columnCount), column: next % columnCount } };
}
