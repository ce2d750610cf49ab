import type { Evaluation } from '@fibado/planning';
import { Alert, Grid, Paper, Stack, Text } from '@mantine/core';
import { type ComponentProps, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { toastUndo } from '../../../components/toasts';
import { BalancesView } from '../shared/balances-view';
import { EditableGrid } from '../shared/editable-grid/editable-grid';
import type { QuarterData } from '../shared/queries';
import { Violations } from '../shared/violations';
import { BulkDialog } from './bulk-dialog';
import { Conflicts } from './conflicts';
import type { DraftField, DraftReading, OperationDraft } from './draft';
import { LiveFigures } from './live-figures';
import { useOperationColumns } from './operation-columns';
import { OperationDrawer } from './operation-drawer';
import { OperationList } from './operation-list';
import { OperationsToolbar } from './operations-toolbar';
import { RecurrenceDialog } from './recurrence-dialog';
import { initialRows } from './rows';
import { type OperationEditorState, useLiveFigures, useOperationEditor } from './use-operation-editor';

/** The grid of a quarter's operations with the chart and the figures they make, keystroke by keystroke. */
export function OperationEditor({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const editor = useOperationEditor(data);
  return (
    <Stack gap="sm">
      {data.quarter.state === 'CLOSED' && <Alert color="gray">{t('FINANCE.QUARTER.CLOSED_READ_ONLY')}</Alert>}
      <RowConflicts editor={editor} />
      <OperationsToolbar editor={editor} />
      <RowsAndFigures editor={editor} />
      <Dialogs
        data={data}
        accounts={editor.accounts}
        dialog={editor.dialog}
        dirty={editor.changes.count > 0}
        chosen={editor.chosen}
        opened={editor.openedRow}
        reading={editor.openedRow && editor.read(editor.openedRow)}
        canWrite={editor.canWrite}
        calls={editor.calls}
        setDialog={editor.setDialog}
        setOpened={editor.setOpened}
        dispatch={editor.dispatch}
      />
    </Stack>
  );
}

function RowConflicts({ editor }: { readonly editor: OperationEditorState }) {
  const { conflicts, setConflicts, accounts, dispatch } = editor;
  return (
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
  );
}

/**
 * The figures over the rows, so that the rows begin on the first screen; the chart beside or below them. Both follow
 * the rows after a paint; at a key they are not drawn.
 */
function RowsAndFigures({ editor }: { readonly editor: OperationEditorState }) {
  const { t } = useTranslation();
  const { data, today } = editor;
  const { live, now, before } = useLiveFigures(editor);
  return (
    <>
      {now.evaluation ? (
        <LiveFigures data={data} operations={live} now={now.evaluation} before={before.evaluation} />
      ) : (
        <Alert color="yellow">{t('FINANCE.OPERATIONS.NO_FIGURES', { reason: now.wrong })}</Alert>
      )}
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xl: 8 }}>
          <Rows editor={editor} />
        </Grid.Col>
        {now.evaluation && (
          <Grid.Col span={{ base: 12, xl: 4 }}>
            <LiveBalances data={data} evaluation={now.evaluation} operations={live} today={today} />
          </Grid.Col>
        )}
      </Grid>
    </>
  );
}

interface LiveBalancesProps {
  readonly data: QuarterData;
  readonly evaluation: Evaluation;
  readonly operations: ComponentProps<typeof BalancesView>['operations'];
  readonly today: string;
}

const LiveBalances = memo(function LiveBalances(props: LiveBalancesProps) {
  const { data, evaluation, operations, today } = props;
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Paper withBorder p="sm">
        <BalancesView
          title={t('FINANCE.DASHBOARD.BALANCES')}
          household={data}
          setups={data.quarter.setups}
          evaluation={evaluation}
          operations={operations}
          today={today}
          height={220}
        />
      </Paper>
      <Violations household={data} violations={evaluation.violations} />
    </Stack>
  );
});

const Rows = memo(function Rows({ editor }: { readonly editor: OperationEditorState }) {
  const { t } = useTranslation();
  const { accounts, read, canWrite, shown, data } = editor;
  const columns = useOperationColumns(accounts, read, !canWrite, data.quarter.date);
  if (editor.isPhone)
    return <OperationList rows={shown} read={read} accounts={accounts} onOpen={editor.setOpened} />;
  const fields = columns.map((column) => column.id as DraftField);
  return (
    <>
      <EditableGrid<OperationDraft>
        label={t('FINANCE.OPERATIONS.GRID')}
        rows={shown}
        rowKey={rowKey}
        columns={columns}
        onEdit={editor.editCells}
        muted={isDone}
        height="calc(100dvh - 20rem)"
        dense
        {...(canWrite
          ? {
              onAddRow: editor.calls.add,
              focusRow: editor.added,
              onDelete: editor.calls.remove,
              selected: editor.selected,
              onSelect: editor.setSelected,
              onOverflow: (column: string, cells: readonly (readonly string[])[]) =>
                editor.addCells(fields.slice(fields.indexOf(column as DraftField)), cells),
            }
          : {})}
      />
      {canWrite && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('FINANCE.OPERATIONS.HELP')}
        </Text>
      )}
    </>
  );
});

interface DialogsProps extends Pick<
  OperationEditorState,
  'data' | 'accounts' | 'dialog' | 'chosen' | 'canWrite' | 'calls' | 'setDialog' | 'setOpened' | 'dispatch'
> {
  readonly dirty: boolean;
  /** The row in the drawer. */
  readonly opened: OperationDraft | undefined;
  readonly reading: DraftReading | undefined;
}

/** Everything closed most of the time: not drawn at a key. */
const Dialogs = memo(function Dialogs(props: DialogsProps) {
  const { data, accounts, dialog, setDialog, opened, setOpened, calls, dispatch } = props;
  const { t } = useTranslation();
  return (
    <>
      <BulkDialog
        opened={dialog === 'bulk'}
        rows={props.chosen}
        accounts={accounts}
        quarter={data.quarter.date}
        onClose={() => setDialog(undefined)}
        onApply={(rows) => {
          setDialog(undefined);
          void calls.replace(rows);
        }}
      />
      <RecurrenceDialog
        opened={dialog === 'recurrence'}
        accounts={accounts}
        quarter={data.quarter.date}
        calendar={data.settings.calendar}
        dirty={props.dirty}
        onClose={() => setDialog(undefined)}
        onAdd={(rows) => {
          dispatch({ type: 'add', rows });
          setDialog(undefined);
          toastUndo(t('FINANCE.OPERATIONS.ADDED', { count: rows.length }), () => dispatch({ type: 'undo' }));
        }}
      />
      <OperationDrawer
        draft={opened}
        reading={props.reading}
        accounts={accounts}
        readOnly={!props.canWrite}
        onClose={() => setOpened(undefined)}
        onEdit={(field, text) => opened && calls.edit([{ key: opened.key, field, text }], true)}
        onDelete={() => {
          if (opened) calls.remove([opened.key]);
          setOpened(undefined);
        }}
      />
    </>
  );
});

const rowKey = (row: OperationDraft): string => row.key;
const isDone = (row: OperationDraft): boolean => row.status === 'DONE';
