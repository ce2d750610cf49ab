import { Alert, Grid, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EditableGrid } from '../shared/editable-grid/editable-grid';
import type { QuarterData } from '../shared/queries';
import { Violations } from '../shared/violations';
import { ChecksPanel } from './checks-panel';
import { CloseDialog } from './close-dialog';
import { HistoryPanel } from './history-panel';
import { useSetupColumns } from './setup-columns';
import type { SetupDraft } from './setup-model';
import { SetupToolbar } from './setup-toolbar';
import { StartDialog } from './start-dialog';
import { useSetupEditor } from './use-setup-editor';

/** The grid of a quarter's accounts with a live check of what is missing before the start. */
export function SetupEditor({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [starting, setStarting] = useState(false);
  const editor = useSetupEditor(data);
  const { evaluation } = editor;
  const { date, state } = data.quarter;
  const columns = useSetupColumns(data, editor);
  const overflow = (column: string, lines: readonly (readonly string[])[]) => {
    const order = columns.map(({ id }) => id);
    editor.paste(order.slice(order.indexOf(column)), lines);
  };
  return (
    <Stack gap="sm">
      {state !== 'INITIALIZED' && (
        <Alert color="gray">
          {t(state === 'STARTED' ? 'FINANCE.SETUP.STARTED' : 'FINANCE.QUARTER.CLOSED_READ_ONLY')}
        </Alert>
      )}
      <SetupToolbar
        date={date}
        editor={editor}
        onStart={() => setStarting(true)}
        onClose={() => setParams({ action: 'close' })}
      />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          {editor.drafts.length === 0 ? (
            <Paper withBorder p="lg">
              <Text c="dimmed" ta="center">
                {t('FINANCE.SETUP.EMPTY')}
              </Text>
            </Paper>
          ) : (
            <EditableGrid<SetupDraft>
              label={t('FINANCE.SETUP.GRID')}
              rows={editor.drafts}
              rowKey={draftKey}
              columns={columns}
              muted={isExcluded}
              height="calc(100dvh - 18rem)"
              onEdit={editor.edit}
              {...(editor.canWrite ? { onOverflow: overflow } : {})}
              {...(editor.canWrite || editor.canJoin ? { onDelete: editor.remove } : {})}
            />
          )}
          {editor.canWrite && <Help text={t('FINANCE.SETUP.HELP')} />}
          {editor.canJoin && (editor.isDirty || editor.missing.length > 0) && (
            <Help text={t('FINANCE.SETUP.JOIN_HELP')} />
          )}
          <HistoryPanel
            data={data}
            canWrite={editor.canWrite}
            isDirty={editor.isDirty}
            onSaved={editor.done}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <Stack gap="sm">
            <ChecksPanel checks={editor.checks} evaluation={evaluation} started={state !== 'INITIALIZED'} />
            {evaluation && <Violations household={data} violations={evaluation.violations} />}
          </Stack>
        </Grid.Col>
      </Grid>
      <StartDialog
        opened={starting}
        data={data}
        evaluation={evaluation}
        checks={editor.checks}
        onClose={() => setStarting(false)}
      />
      {evaluation && (
        <CloseDialog
          opened={params.get('action') === 'close' && state === 'STARTED'}
          data={data}
          evaluation={evaluation}
          onClose={() => setParams({}, { replace: true })}
        />
      )}
    </Stack>
  );
}

const Help = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed" mt={4}>
    {text}
  </Text>
);

const draftKey = (draft: SetupDraft): string => draft.accountId;
const isExcluded = (draft: SetupDraft): boolean => draft.excluded;
