import { ApiError } from '@fibado/client';
import { operations as operationsApi } from '@fibado/contracts';
import { Alert, Button, Grid, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchRows } from '../../../components/data-table';
import { SearchInput } from '../../../components/search-input';
import { toastUndo } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { useShortcuts } from '../../../lib/shortcuts';
import { useCanWrite } from '../shared/access';
import { BalancesView } from '../shared/balances-view';
import { EditableGrid, type GridEdit } from '../shared/editable-grid/editable-grid';
import { nameIn, problemOf, referee } from '../shared/problem';
import { operationsQuery, type QuarterData, refreshFinance } from '../shared/queries';
import { useSearchParam } from '../shared/search-param';
import { Violations } from '../shared/violations';
import { BulkDialog } from './bulk-dialog';
import { Conflicts } from './conflicts';
import { createReader, type DraftField, draftFromCells, newDraft, type OperationDraft } from './draft';
import { LiveFigures } from './live-figures';
import { OperationDrawer } from './operation-drawer';
import { OperationList } from './operation-list';
import { useOperationColumns } from './operation-columns';
import { RecurrenceDialog } from './recurrence-dialog';
import { changesOf, conflictsOf, initialRows, liveOperations, type RowConflict, rowsReducer } from './rows';

/** The grid of a quarter's operations with the chart and the figures they make, keystroke by keystroke. */
export function OperationEditor({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite() && data.quarter.state !== 'CLOSED';
  const queryClient = useQueryClient();
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const [state, dispatch] = useReducer(rowsReducer, data.operations, initialRows);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<'bulk' | 'recurrence'>();
  const [opened, setOpened] = useState<string>();
  const [added, setAdded] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly RowConflict[]>([]);

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

  const changes = useMemo(() => changesOf(state, read), [state, read]);
  const dirty = changes.count > 0;
  useUnsavedChanges(dirty);

  // The screen keeps up with typing first; the replay follows a moment later.
  const liveRows = useDeferredValue(state.rows);
  const live = useMemo(() => liveOperations(liveRows, read), [liveRows, read]);
  const now = useMemo(
    () => referee(problemOf(data, data.quarter.date, data.quarter.setups, live)),
    [data, live],
  );
  const before = useMemo(
    () => referee(problemOf(data, data.quarter.date, data.quarter.setups, data.operations)),
    [data],
  );

  // What somebody else changed comes in while nothing of one's own would be lost.
  const [seen, setSeen] = useState(data.operations);
  if (data.operations !== seen && !dirty) {
    setSeen(data.operations);
    dispatch({ type: 'reset', operations: data.operations });
  }

  const save = useMutation({
    meta: { confirm: true },
    mutationFn: () =>
      client.call(operationsApi.saveBulk, {
        body: { operations: [...changes.operations], deleteIds: [...changes.deleteIds] },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async () => {
      const fresh = await queryClient.fetchQuery({ ...operationsQuery(data.quarter.date), staleTime: 0 });
      setSeen(fresh);
      dispatch({ type: 'reset', operations: fresh });
      setSelected(new Set());
      setConflicts([]);
      await refreshFinance(queryClient);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return;
      const fresh = await queryClient.fetchQuery({ ...operationsQuery(data.quarter.date), staleTime: 0 });
      setConflicts(conflictsOf(state.rows, fresh, read));
    },
  });
  const canSave = canWrite && dirty && changes.invalid.length === 0 && conflicts.length === 0;

  const [search, setSearch] = useSearchParam('q');
  const [account, setAccount] = useSearchParam('account');
  const [kind, setKind] = useSearchParam('kind');
  const [status, setStatus] = useSearchParam('status');
  const name = useMemo(() => nameIn(data.accounts), [data.accounts]);
  const shown = useMemo(() => {
    const matching = new Set(
      searchRows(state.rows, search, (r) => [r.description, r.category, r.amount, r.date, name(r.accountId)]),
    );
    return state.rows.filter(
      (row) =>
        // A row being made stays in sight, whatever the filter.
        row.saved === undefined ||
        (matching.has(row) &&
          (account === '' || row.accountId === account || row.toAccountId === account) &&
          (kind === '' || row.kind === kind) &&
          (status === '' || row.status === status)),
    );
  }, [state.rows, search, account, kind, status, name]);

  const columns = useOperationColumns(accounts, read, !canWrite, data.quarter.date);
  const chosen = state.rows.filter((row) => selected.has(row.key));

  const remove = (keys: readonly string[]) => {
    if (keys.length === 0) return;
    dispatch({ type: 'delete', keys });
    setSelected(new Set());
    toastUndo(t('FINANCE.OPERATIONS.DELETED', { count: keys.length }), () => dispatch({ type: 'undo' }));
  };
  const add = () => {
    const row = newDraft(state.rows.at(-1));
    dispatch({ type: 'add', rows: [row] });
    if (isPhone) setOpened(row.key);
    else setAdded(row.key);
  };
  const onEdit = (edits: readonly GridEdit[], final: boolean) =>
    dispatch({
      type: 'edit',
      edits: edits.map((edit) => ({ key: edit.key, field: edit.column as DraftField, text: edit.text })),
      final,
    });

  useShortcuts(
    useMemo(
      () => [
        { keys: 'mod+Enter', label: 'COMMON.KEYS.SAVE', run: () => canSave && save.mutate() },
        { keys: 'mod+Z', label: 'FINANCE.KEYS.UNDO', inFields: false, run: () => dispatch({ type: 'undo' }) },
        { keys: 'mod+Y', label: 'FINANCE.KEYS.REDO', inFields: false, run: () => dispatch({ type: 'redo' }) },
        { keys: 'alt+R', label: 'FINANCE.KEYS.RECURRENCE', run: () => setDialog('recurrence') },
      ],
      [canSave, save],
    ),
  );

  const openedRow = state.rows.find((row) => row.key === opened);
  return (
    <Stack gap="sm">
      {data.quarter.state === 'CLOSED' && <Alert color="gray">{t('FINANCE.QUARTER.CLOSED_READ_ONLY')}</Alert>}
      <Conflicts
        conflicts={conflicts}
        accounts={accounts}
        onMine={(conflict) => {
          const { mine, theirs } = conflict;
          dispatch({
            type: 'replace',
            // Deleted by them: kept as mine, it becomes a new operation.
            rows: [theirs ? { ...mine, saved: { ...theirs } } : { ...mine, saved: undefined }],
          });
          setConflicts(conflicts.filter((c) => c !== conflict));
        }}
        onTheirs={(conflict) => {
          const { mine, theirs } = conflict;
          const fresh = theirs && initialRows([theirs]).rows[0];
          if (fresh) dispatch({ type: 'replace', rows: [{ ...fresh, key: mine.key }] });
          else dispatch({ type: 'delete', keys: [mine.key] });
          setConflicts(conflicts.filter((c) => c !== conflict));
        }}
      />
      <Group gap="xs" wrap="wrap">
        <SearchInput value={search} onChange={setSearch} size="xs" w="11rem" />
        <Select
          size="xs"
          w="10rem"
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          aria-label={t('FINANCE.FIELD.ACCOUNT')}
          placeholder={t('FINANCE.OPERATIONS.ALL_ACCOUNTS')}
          value={account === '' ? null : account}
          onChange={(v) => setAccount(v ?? '')}
          data={accounts.map((a) => ({ value: a.id, label: a.name }))}
        />
        <Select
          size="xs"
          w="7.6rem"
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          aria-label={t('FINANCE.FIELD.OPERATION_KIND')}
          placeholder={t('FINANCE.OPERATIONS.ALL_KINDS')}
          value={kind === '' ? null : kind}
          onChange={(v) => setKind(v ?? '')}
          data={(['INCOME', 'EXPENSE', 'TRANSFER'] as const).map((k) => ({
            value: k,
            label: t(`FINANCE.OPERATION_KIND.${k}`),
          }))}
        />
        <Select
          size="xs"
          w="7.6rem"
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          aria-label={t('FINANCE.FIELD.STATUS')}
          placeholder={t('FINANCE.OPERATIONS.ALL_STATUSES')}
          value={status === '' ? null : status}
          onChange={(v) => setStatus(v ?? '')}
          data={(['PLANNED', 'DONE'] as const).map((s) => ({ value: s, label: t(`FINANCE.STATUS.${s}`) }))}
        />
        {canWrite && (
          <Group gap="xs" ml="auto">
            <Button
              size="xs"
              variant="default"
              px="xs"
              aria-label={t('FINANCE.KEYS.UNDO')}
              disabled={state.past.length === 0}
              onClick={() => dispatch({ type: 'undo' })}
            >
              <IconArrowBackUp size={16} aria-hidden />
            </Button>
            <Button
              size="xs"
              variant="default"
              px="xs"
              aria-label={t('FINANCE.KEYS.REDO')}
              disabled={state.future.length === 0}
              onClick={() => dispatch({ type: 'redo' })}
            >
              <IconArrowForwardUp size={16} aria-hidden />
            </Button>
            <Button size="xs" variant="light" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
              {t('COMMON.ADD')}
            </Button>
            <Button
              size="xs"
              variant="light"
              leftSection={<IconRepeat size={14} aria-hidden />}
              onClick={() => setDialog('recurrence')}
            >
              {t('FINANCE.OPERATIONS.RECURRENCE')}
            </Button>
            {chosen.length > 0 && (
              <>
                <Button
                  size="xs"
                  variant="light"
                  leftSection={<IconPencil size={14} aria-hidden />}
                  onClick={() => setDialog('bulk')}
                >
                  {t('FINANCE.OPERATIONS.EDIT_N', { count: chosen.length })}
                </Button>
                <Button
                  size="xs"
                  variant="light"
                  color="red"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => remove(chosen.map((row) => row.key))}
                >
                  {t('FINANCE.OPERATIONS.DELETE_N', { count: chosen.length })}
                </Button>
              </>
            )}
            <Button
              size="xs"
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              disabled={!canSave}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {changes.count === 0
                ? t('COMMON.SAVE')
                : t('FINANCE.OPERATIONS.SAVE_N', { count: changes.count })}
            </Button>
          </Group>
        )}
      </Group>
      {changes.invalid.length > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="status">
          {t('FINANCE.OPERATIONS.INVALID', { count: changes.invalid.length })}
        </Text>
      )}
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xl: 8 }} order={{ base: 2, xl: 1 }}>
          {isPhone ? (
            <OperationList rows={shown} read={read} accounts={accounts} onOpen={setOpened} />
          ) : (
            <EditableGrid<OperationDraft>
              label={t('FINANCE.OPERATIONS.GRID')}
              rows={shown}
              rowKey={rowKey}
              columns={columns}
              onEdit={onEdit}
              muted={isDone}
              height="calc(100dvh - 18rem)"
              dense
              {...(canWrite
                ? {
                    onAddRow: add,
                    focusRow: added,
                    onDelete: remove,
                    selected,
                    onSelect: setSelected,
                    onOverflow: (column: string, cells: readonly (readonly string[])[]) => {
                      const fields = columns.map((c) => c.id as DraftField);
                      const from = fields.slice(fields.indexOf(column as DraftField));
                      dispatch({
                        type: 'add',
                        rows: cells.map((line) => draftFromCells(line, from, accounts, state.rows.at(-1))),
                      });
                    },
                  }
                : {})}
            />
          )}
          {!isPhone && canWrite && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('FINANCE.OPERATIONS.HELP')}
            </Text>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, xl: 4 }} order={{ base: 1, xl: 2 }}>
          <Stack gap="sm">
            {now.evaluation ? (
              <>
                <LiveFigures now={now.evaluation} before={before.evaluation} />
                <Paper withBorder p="sm">
                  <BalancesView
                    title={t('FINANCE.DASHBOARD.BALANCES')}
                    household={data}
                    setups={data.quarter.setups}
                    evaluation={now.evaluation}
                    operations={live}
                    today={todayOf()}
                    height={220}
                  />
                </Paper>
                <Violations household={data} violations={now.evaluation.violations} />
              </>
            ) : (
              <Alert color="yellow">{t('FINANCE.OPERATIONS.NO_FIGURES', { reason: now.wrong })}</Alert>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
      <BulkDialog
        opened={dialog === 'bulk'}
        rows={chosen}
        accounts={accounts}
        quarter={data.quarter.date}
        onClose={() => setDialog(undefined)}
        onApply={(rows) => {
          dispatch({ type: 'replace', rows });
          setDialog(undefined);
          toastUndo(t('FINANCE.OPERATIONS.EDITED', { count: rows.length }), () => dispatch({ type: 'undo' }));
        }}
      />
      <RecurrenceDialog
        opened={dialog === 'recurrence'}
        accounts={accounts}
        quarter={data.quarter.date}
        calendar={data.settings.calendar}
        onClose={() => setDialog(undefined)}
        onAdd={(rows) => {
          dispatch({ type: 'add', rows });
          setDialog(undefined);
          toastUndo(t('FINANCE.OPERATIONS.ADDED', { count: rows.length }), () => dispatch({ type: 'undo' }));
        }}
      />
      <OperationDrawer
        draft={openedRow}
        reading={openedRow && read(openedRow)}
        accounts={accounts}
        readOnly={!canWrite}
        onClose={() => setOpened(undefined)}
        onEdit={(field, text) =>
          openedRow && dispatch({ type: 'edit', edits: [{ key: openedRow.key, field, text }], final: true })
        }
        onDelete={() => {
          if (openedRow) remove([openedRow.key]);
          setOpened(undefined);
        }}
      />
    </Stack>
  );
}

const rowKey = (row: OperationDraft): string => row.key;
const isDone = (row: OperationDraft): boolean => row.status === 'DONE';
