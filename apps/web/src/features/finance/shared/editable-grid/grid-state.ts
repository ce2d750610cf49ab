import type { Place } from './grid-types';

/** The cell being edited, and what stood in it. */
export interface EditedCell {
  readonly key: string;
  readonly column: string;
  readonly before: string;
}

/** Where the grid is worked on. */
export interface GridState {
  readonly active: Place;
  readonly editing?: EditedCell | undefined;
  /** The next Tab leaves the grid. */
  readonly isReleased: boolean;
}

export type GridAction =
  | { readonly type: 'focus'; readonly place: Place }
  /** To a cell that may lie outside: the nearest one inside is meant. */
  | { readonly type: 'move'; readonly to: Place; readonly rowCount: number; readonly columnCount: number }
  | { readonly type: 'begin'; readonly place: Place; readonly cell: EditedCell }
  | { readonly type: 'end' }
  | { readonly type: 'release' };

export const AT_FIRST_CELL: GridState = { active: { row: 0, column: 0 }, isReleased: false };

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

export function gridReducer(state: GridState, action: GridAction): GridState {
  switch (action.type) {
    case 'focus': {
      const { row, column } = action.place;
      const isThere = state.active.row === row && state.active.column === column;
      return isThere ? state : { ...state, active: action.place, isReleased: false };
    }
    case 'move': {
      const { to, rowCount, columnCount } = action;
      const active = { row: within(to.row, rowCount), column: within(to.column, columnCount) };
      return { active, isReleased: false };
    }
    case 'begin':
      return { active: action.place, editing: action.cell, isReleased: false };
    case 'end':
      return { ...state, editing: undefined };
    case 'release':
      return { ...state, isReleased: true };
  }
}
