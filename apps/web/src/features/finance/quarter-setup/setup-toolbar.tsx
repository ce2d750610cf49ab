import { MAX_UPLOAD_BYTES } from '@fibado/contracts';
import { Button, Group } from '@mantine/core';
import {
  IconDeviceFloppy,
  IconFileSpreadsheet,
  IconFlag,
  IconHistory,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { FilePicker } from '../../../components/file-picker';
import { quartersQuery } from '../shared/queries';
import { DeleteQuarter } from './delete-quarter';
import { TakeInMenu } from './take-in-menu';
import type { SetupEditorState } from './use-setup-editor';

interface SetupToolbarProps {
  readonly date: string;
  readonly editor: SetupEditorState;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Taking accounts in, filling the setups from elsewhere, saving, and the next step of the quarter. */
export function SetupToolbar({ date, editor, onStart, onClose }: SetupToolbarProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      {(editor.canWrite || editor.canJoin) && (
        <TakeInMenu missing={editor.missing} quarter={date} onTake={editor.take} />
      )}
      {editor.canWrite && <Sources date={date} editor={editor} />}
      <Group gap="xs" ml="auto">
        {(editor.canWrite || (editor.canJoin && editor.isDirty)) && (
          <Button
            size="xs"
            leftSection={<IconDeviceFloppy size={14} aria-hidden />}
            disabled={!editor.canSave}
            loading={editor.save.isPending}
            onClick={() => editor.save.mutate()}
          >
            {editor.changed.length === 0
              ? t('COMMON.SAVE')
              : t('FINANCE.SETUP.SAVE_N', { count: editor.changed.length })}
          </Button>
        )}
        {editor.canWrite && (
          <Button
            size="xs"
            color="teal.9"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={editor.checks.some((c) => c.blocking)}
            onClick={() => onStart()}
          >
            {t('FINANCE.START.BUTTON')}
          </Button>
        )}
        {editor.canClose && (
          <Button size="xs" leftSection={<IconFlag size={14} aria-hidden />} onClick={() => onClose()}>
            {t('FINANCE.CLOSE.BUTTON')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** Setups from the quarter before or from a file, the file's template, and deleting the quarter. */
function Sources({ date, editor }: Pick<SetupToolbarProps, 'date' | 'editor'>) {
  const { t } = useTranslation();
  // Asked for by most pages already, so that the button does not pop up late.
  const hasPrevious = (useQuery(quartersQuery()).data ?? []).some((quarter) => quarter.date < date);
  return (
    <>
      {hasPrevious && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden />}
          loading={editor.importPrevious.isPending}
          onClick={() =>
            void confirm({ message: t('FINANCE.SETUP.IMPORT_PREVIOUS_ASK') }).then((yes) => {
              if (yes) editor.importPrevious.mutate();
            })
          }
        >
          {t('FINANCE.SETUP.IMPORT_PREVIOUS')}
        </Button>
      )}
      <FilePicker
        accept=".xls,.xlsx,.csv"
        maxBytes={MAX_UPLOAD_BYTES}
        size="xs"
        variant="default"
        loading={editor.importFile.isPending}
        leftSection={<IconFileSpreadsheet size={14} aria-hidden />}
        onFile={(file) => {
          // What is read is saved at once, and the grid is drawn anew from it.
          const asked = editor.isDirty
            ? confirm({ message: t('FINANCE.SETUP.IMPORT_FILE_ASK', { count: editor.changed.length }) })
            : Promise.resolve(true);
          void asked.then((yes) => {
            if (yes) editor.importFile.mutate(file);
          });
        }}
      >
        {t('FINANCE.SETUP.IMPORT_FILE')}
      </FilePicker>
      <Button
        size="xs"
        variant="subtle"
        loading={editor.template.isPending}
        onClick={() => editor.template.mutate()}
      >
        {t('FINANCE.SETUP.TEMPLATE')}
      </Button>
      <DeleteQuarter date={date} />
    </>
  );
}
