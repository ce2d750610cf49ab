import { ApiError } from '@fibado/client';
import { operations as operationsApi } from '@fibado/contracts';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alertError } from '../../../components/confirm';
import { toastUndo } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { useAfterPaint } from '../../../lib/after-paint';
import { client } from '../../../lib/client';
import { parseDay, today as todayOf } from '../../../lib/day';
import { useShortcuts } from '../../../lib/shortcuts';
import { useStableCalls } from '../../../lib/stable-calls';
import { useCanWrite } from '../shared/access';
import { confirmFuture } from '../shared/confirm-future';
import type { GridEdit } from '../shared/editable-grid/editable-grid';
import { problemOf, referee } from '../shared/problem';
import { operationsQuery, type QuarterData, refreshFinance } from '../shared/queries';
import { createReader, type DraftField, draftFromCells, newDraft, type OperationDraft } from './draft';
import {
  changesOf,
  conflictsOf,
  initialRows,
  liveOperations,
  type RowConflict,
  type RowEdit,
  rowsReducer,
} from './rows';
import { useRowFilters, useShownRows } from './use-shown-rows';

/** The rows of a quarter's operations: how they are edited, filtered, saved, and what figures they make. */
export function useOperationEditor(data: QuarterData) {
  const canWrite = useCanWrite() && data.quarter.state !== 'CLOSED';
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const today = todayOf();
  const [state, dispatch] = useReducer(rowsReducer, data.operations, initialRows);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'bulk' | 'recurrence'>();
  const [opened, setOpened] = useState<string>();
  const [added, setAdded] = useState<string>();
  const { accounts, read } = useReader(data);
  const changes = useMemo(() => changesOf(state, read), [state, read]);
  const dirty = changes.count > 0;
  useUnsavedChanges(dirty);
  const saving = useSaving(data, {
    state,
    read,
    changes,
    dirty,
    dispatch,
    onSaved: () => setSelected(new Set()),
  });
  const canSave = canWrite && dirty && changes.invalid.length === 0 && saving.conflicts.length === 0;
  const filters = useRowFilters();
  const shown = useShownRows(state.rows, filters, data.accounts, today);
  const chosen = useMemo(
    () => (selected.size === 0 ? NONE : state.rows.filter((row) => selected.has(row.key))),
    [state.rows, selected],
  );

  const calls = useRowCalls(data, {
    state,
    dispatch,
    today,
    chosen,
    onAdded: isPhone ? setOpened : setAdded,
    setSelected,
    setDialog,
    save: saving.save.mutate,
  });
  useEditorShortcuts(canSave, calls);
  return {
    data,
    canWrite,
    isPhone,
    today,
    accounts,
    read,
    state,
    dispatch,
    changes,
    canSave,
    filters,
    shown,
    ...saving,
    selected,
    setSelected,
    chosen,
    dialog,
    setDialog,
    openedRow: state.rows.find((row) => row.key === opened),
    setOpened,
    added,
    calls,
    editCells: (edits: readonly GridEdit[], final: boolean) =>
      calls.edit(
        edits.map(({ key, column, text }) => ({ key, field: column as DraftField, text })),
        final,
      ),
    /** Pasted lines below the last row become rows; their cells start at a column. */
    addCells: (fields: readonly DraftField[], cells: readonly (readonly string[])[]) =>
      dispatch({
        type: 'add',
        rows: cells.map((line) => draftFromCells(line, fields, accounts, state.rows.at(-1))),
      }),
  };
}

export type OperationEditorState = ReturnType<typeof useOperationEditor>;

/** What is done to the rows; always the same functions. */
export type OperationCalls = ReturnType<typeof useRowCalls>;

const NONE: readonly OperationDraft[] = [];

interface RowWork {
  readonly state: ReturnType<typeof rowsReducer>;
  readonly dispatch: Editing['dispatch'];
  readonly today: string;
  /** The rows selected. */
  readonly chosen: readonly OperationDraft[];
  readonly onAdded: (key: string) => void;
  readonly setSelected: (keys: ReadonlySet<string>) => void;
  readonly setDialog: (dialog: 'bulk' | 'recurrence') => void;
  readonly save: () => void;
}

/** What is done to the rows. */
function useRowCalls(data: QuarterData, work: RowWork) {
  const { state, dispatch, today, chosen, onAdded, setSelected, setDialog, save } = work;
  const { t } = useTranslation();
  const remove = (keys: readonly string[]) => {
    if (keys.length === 0) return;
    dispatch({ type: 'delete', keys });
    setSelected(new Set());
    toastUndo(t('FINANCE.OPERATIONS.DELETED', { count: keys.length }), () => dispatch({ type: 'undo' }));
  };
  const add = () => {
    const row = newDraft(state.rows.at(-1));
    dispatch({ type: 'add', rows: [row] });
    onAdded(row.key);
  };
  const happening = ({ description, date }: OperationDraft) => ({
    description,
    date: parseDay(date, data.quarter.date),
  });
  /** Rows about to be marked as done that lie ahead are asked about first. */
  const edit = (edits: readonly RowEdit[], final: boolean) => {
    const ticked = new Set(
      edits.filter(({ field, text }) => field === 'status' && text === 'true').map(({ key }) => key),
    );
    const go = () => dispatch({ type: 'edit', edits, final });
    if (ticked.size === 0) return go();
    const marked = state.rows.filter((row) => ticked.has(row.key) && row.status === 'PLANNED');
    if (!marked.some((row) => (happening(row).date ?? '') > today)) return go();
    void confirmFuture(marked.map(happening), today).then((agreed) => agreed && go());
  };
  const replace = async (rows: readonly OperationDraft[]) => {
    const before = new Map(state.rows.map((row) => [row.key, row.status]));
    const marked = rows.filter((row) => row.status === 'DONE' && before.get(row.key) === 'PLANNED');
    if (!(await confirmFuture(marked.map(happening), today))) return;
    dispatch({ type: 'replace', rows });
    toastUndo(t('FINANCE.OPERATIONS.EDITED', { count: rows.length }), () => dispatch({ type: 'undo' }));
  };
  return useStableCalls({
    add,
    remove,
    edit,
    replace,
    removeChosen: () => remove(chosen.map((row) => row.key)),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    save: () => save(),
    openBulk: () => setDialog('bulk'),
    openRecurrence: () => setDialog('recurrence'),
  });
}

function useReader(data: QuarterData) {
  const accounts = useMemo(() => {
    const inQuarter = new Set(data.quarter.setups.map((s) => s.accountId));
    return data.accounts.filter((a) => inQuarter.has(a.id));
  }, [data.accounts, data.quarter.setups]);
  const read = useMemo(
    () =>
      createReader({
        quarter: data.quarter.date,
        accounts,
        inQuarter: new Set(accounts.map((a) => a.id)),
        calendar: data.settings.calendar,
      }),
    [data.quarter.date, data.settings.calendar, accounts],
  );
  return { accounts, read };
}

interface Editing {
  readonly state: ReturnType<typeof rowsReducer>;
  readonly read: ReturnType<typeof createReader>;
  readonly changes: ReturnType<typeof changesOf>;
  readonly dirty: boolean;
  readonly dispatch: (action: Parameters<typeof rowsReducer>[1]) => void;
  readonly onSaved: () => void;
}

/** Saving, with concurrent changes. */
function useSaving(data: QuarterData, { state, read, changes, dirty, dispatch, onSaved }: Editing) {
  const queryClient = useQueryClient();
  const [conflicts, setConflicts] = useState<readonly RowConflict[]>([]);
  // Concurrent changes are merged while the draft has no unsaved edits.
  const [seen, setSeen] = useState(data.operations);
  if (data.operations !== seen && !dirty) {
    setSeen(data.operations);
    dispatch({ type: 'reset', operations: data.operations });
  }
  const fetchFresh = () => queryClient.fetchQuery({ ...operationsQuery(data.quarter.date), staleTime: 0 });
  const save = useMutation({
    meta: { confirm: true, inline: ['STALE_VERSION'] },
    mutationFn: () =>
      client.call(operationsApi.saveBulk, {
        body: {
          operations: [...changes.operations],
          deleteIds: [...changes.deleteIds],
          ...(changes.recurrences.length > 0 ? { recurrences: [...changes.recurrences] } : {}),
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async () => {
      const fresh = await fetchFresh();
      setSeen(fresh);
      dispatch({ type: 'reset', operations: fresh });
      onSaved();
      setConflicts([]);
      await refreshFinance(queryClient);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return;
      const found = conflictsOf(state.rows, await fetchFresh(), read);
      setConflicts(found);
      // What is only deleted here has no two values to choose from.
      if (found.length === 0) alertError(error);
    },
  });
  return { save, conflicts, setConflicts };
}

/** The figures the rows make as they stand, beside those of what is saved. */
export function useLiveFigures({ data, state, read }: OperationEditorState) {
  const liveRows = useAfterPaint(state.rows);
  const live = useMemo(() => liveOperations(liveRows, read), [liveRows, read]);
  const now = useMemo(
    () => referee(problemOf(data, data.quarter.date, data.quarter.setups, live)),
    [data, live],
  );
  const before = useMemo(
    () => referee(problemOf(data, data.quarter.date, data.quarter.setups, data.operations)),
    [data],
  );
  return { live, now, before };
}

function useEditorShortcuts(canSave: boolean, calls: OperationCalls) {
  useShortcuts(
    useMemo(
      () => [
        { keys: 'mod+Enter', label: 'COMMON.KEYS.SAVE', run: () => canSave && calls.save() },
        { keys: 'mod+Z', label: 'FINANCE.KEYS.UNDO', inFields: false, run: calls.undo },
        { keys: 'mod+Y', label: 'FINANCE.KEYS.REDO', inFields: false, run: calls.redo },
        { keys: 'alt+R', label: 'FINANCE.KEYS.RECURRENCE', run: calls.openRecurrence },
      ],
      [canSave, calls],
    ),
  );
}
