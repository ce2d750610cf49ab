import type { NewRecurrence, Operation, SaveOperation } from '@fibado/contracts';
import {
  type DraftField,
  type DraftReading,
  draftOf,
  editDraft,
  isBlank,
  isChanged,
  type OperationDraft,
} from './draft';

/** The editor's rows and how they came to be. */
export interface RowsState {
  readonly rows: readonly OperationDraft[];
  /** Rows the server has that were deleted here. */
  readonly deleted: readonly Operation[];
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  /** A cell is being typed into: its keystrokes are one step of undo. */
  readonly typing: boolean;
}

interface Snapshot {
  readonly rows: readonly OperationDraft[];
  readonly deleted: readonly Operation[];
}

export interface RowEdit {
  readonly key: string;
  readonly field: DraftField;
  readonly text: string;
}

export type RowsAction =
  | { readonly type: 'reset'; readonly operations: readonly Operation[] }
  | { readonly type: 'edit'; readonly edits: readonly RowEdit[]; readonly final: boolean }
  | { readonly type: 'add'; readonly rows: readonly OperationDraft[] }
  | { readonly type: 'replace'; readonly rows: readonly OperationDraft[] }
  | { readonly type: 'delete'; readonly keys: readonly string[] }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

const MAX_UNDO = 200;

export function initialRows(operations: readonly Operation[]): RowsState {
  const rows = operations
    .map(draftOf)
    .sort((a, b) => (a.saved?.date ?? '').localeCompare(b.saved?.date ?? ''));
  return { rows, deleted: [], past: [], future: [], typing: false };
}

const snapshot = (state: RowsState): Snapshot => ({ rows: state.rows, deleted: state.deleted });

/** The state after a step that can be taken back. */
function step(state: RowsState, next: Partial<Snapshot>): RowsState {
  const past = state.typing ? state.past : [...state.past, snapshot(state)].slice(-MAX_UNDO);
  return { ...state, ...next, past, future: [], typing: false };
}

function edited(rows: readonly OperationDraft[], edits: readonly RowEdit[]): readonly OperationDraft[] {
  const byKey = new Map<string, RowEdit[]>();
  for (const edit of edits) byKey.set(edit.key, [...(byKey.get(edit.key) ?? []), edit]);
  return rows.map((row) => {
    const own = byKey.get(row.key);
    return own ? own.reduce((draft, edit) => editDraft(draft, edit.field, edit.text), row) : row;
  });
}

export function rowsReducer(state: RowsState, action: RowsAction): RowsState {
  switch (action.type) {
    case 'reset':
      return initialRows(action.operations);
    case 'edit':
      if (action.edits.length === 0)
        return action.final && state.typing ? { ...state, typing: false } : state;
      return { ...step(state, { rows: edited(state.rows, action.edits) }), typing: !action.final };
    case 'add':
      return step(state, { rows: [...state.rows, ...action.rows] });
    case 'replace': {
      const next = new Map(action.rows.map((row) => [row.key, row]));
      return step(state, { rows: state.rows.map((row) => next.get(row.key) ?? row) });
    }
    case 'delete': {
      const keys = new Set(action.keys);
      const gone = state.rows
        .filter((row) => keys.has(row.key))
        .flatMap((row) => (row.saved ? [row.saved] : []));
      return step(state, {
        rows: state.rows.filter((row) => !keys.has(row.key)),
        deleted: [...state.deleted, ...gone],
      });
    }
    case 'undo': {
      const before = state.past.at(-1);
      if (!before) return state;
      return {
        ...before,
        past: state.past.slice(0, -1),
        future: [snapshot(state), ...state.future],
        typing: false,
      };
    }
    case 'redo': {
      const [after, ...future] = state.future;
      if (!after) return state;
      return { ...after, past: [...state.past, snapshot(state)], future, typing: false };
    }
  }
}

/** What saving sends, and the rows that keep it from being sent. */
export interface Changes {
  readonly operations: readonly SaveOperation[];
  /** The rules that operations to be saved bring along. */
  readonly recurrences: readonly NewRecurrence[];
  readonly deleteIds: readonly string[];
  readonly invalid: readonly OperationDraft[];
  readonly count: number;
}

export function changesOf(state: Snapshot, read: (draft: OperationDraft) => DraftReading): Changes {
  const operations: SaveOperation[] = [];
  const invalid: OperationDraft[] = [];
  const rules = new Map<string, NewRecurrence>();
  for (const draft of state.rows) {
    if (isBlank(draft)) continue;
    const reading = read(draft);
    if (!isChanged(draft, reading)) continue;
    if (reading.operation) {
      operations.push(reading.operation);
      if (!draft.saved && draft.recurrence) rules.set(draft.recurrence.id, draft.recurrence);
    } else invalid.push(draft);
  }
  const deleteIds = state.deleted.map((o) => o.id);
  const recurrences = [...rules.values()];
  return {
    operations,
    recurrences,
    deleteIds,
    invalid,
    count: operations.length + invalid.length + deleteIds.length,
  };
}

/** Operations as the referee takes them; new rows have no id yet and get their row's key. */
export function liveOperations(
  rows: readonly OperationDraft[],
  read: (draft: OperationDraft) => DraftReading,
): Omit<Operation, 'version'>[] {
  return rows.flatMap((draft) => {
    const operation = read(draft).operation;
    if (!operation) return [];
    return [
      {
        ...operation,
        id: operation.id ?? draft.key,
        status: draft.status,
        origin: draft.origin,
        locked: draft.locked,
      },
    ];
  });
}

/** Rows changed concurrently since they were read: mine and theirs. */
export interface RowConflict {
  readonly mine: OperationDraft;
  readonly theirs: Operation | undefined;
}

export function conflictsOf(
  rows: readonly OperationDraft[],
  now: readonly Operation[],
  read: (draft: OperationDraft) => DraftReading,
): RowConflict[] {
  const byId = new Map(now.map((o) => [o.id, o]));
  return rows.flatMap((mine) => {
    if (!mine.saved || !isChanged(mine, read(mine))) return [];
    const theirs = byId.get(mine.saved.id);
    return theirs?.version === mine.saved.version ? [] : [{ mine, theirs }];
  });
}
