import type { Account } from '@fibado/contracts';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
  IconRepeat,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../components/search-input';
import type { OperationCalls, OperationEditorState } from './use-operation-editor';
import type { RowFilters } from './use-shown-rows';

/**
 * What narrows the list down, and what can be done with it: a line each, so that a longer label or another button does
 * not push the rows away from under the pointer.
 */
export function OperationsToolbar({ editor }: { readonly editor: OperationEditorState }) {
  const { state, changes, chosen } = editor;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Filters filters={editor.filters} accounts={editor.accounts} />
      </Group>
      {editor.canWrite && (
        <Actions
          calls={editor.calls}
          canUndo={state.past.length > 0}
          canRedo={state.future.length > 0}
          canSave={editor.canSave}
          isSaving={editor.save.isPending}
          changed={changes.count}
          invalid={changes.invalid.length}
          chosen={chosen.length}
        />
      )}
    </Stack>
  );
}

const Filters = memo(function Filters({
  filters,
  accounts,
}: {
  readonly filters: RowFilters;
  readonly accounts: readonly Account[];
}) {
  const { t } = useTranslation();
  const clear = { 'aria-label': t('COMMON.CLEAR') };
  return (
    <>
      <SearchInput value={filters.search} onChange={filters.setSearch} size="xs" w="11rem" />
      <Select
        size="xs"
        w="10rem"
        clearable
        clearButtonProps={clear}
        aria-label={t('FINANCE.FIELD.ACCOUNT')}
        placeholder={t('FINANCE.OPERATIONS.ALL_ACCOUNTS')}
        value={filters.account === '' ? null : filters.account}
        onChange={(v) => filters.setAccount(v ?? '')}
        data={accounts.map((a) => ({ value: a.id, label: a.name }))}
      />
      <Select
        size="xs"
        w="7.6rem"
        clearable
        clearButtonProps={clear}
        aria-label={t('FINANCE.FIELD.OPERATION_KIND')}
        placeholder={t('FINANCE.OPERATIONS.ALL_KINDS')}
        value={filters.kind === '' ? null : filters.kind}
        onChange={(v) => filters.setKind(v ?? '')}
        data={(['INCOME', 'EXPENSE', 'TRANSFER'] as const).map((k) => ({
          value: k,
          label: t(`FINANCE.OPERATION_KIND.${k}`),
        }))}
      />
      <Select
        size="xs"
        w="7.6rem"
        clearable
        clearButtonProps={clear}
        aria-label={t('FINANCE.FIELD.STATUS')}
        placeholder={t('FINANCE.OPERATIONS.ALL_STATUSES')}
        value={filters.status === '' ? null : filters.status}
        onChange={(v) => filters.setStatus(v ?? '')}
        data={(['PLANNED', 'DONE'] as const).map((s) => ({ value: s, label: t(`FINANCE.STATUS.${s}`) }))}
      />
      {filters.view === 'due' && (
        <Button
          size="xs"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => filters.setView('')}
        >
          {t('FINANCE.OPERATIONS.DUE_ONLY')}
        </Button>
      )}
    </>
  );
});

interface ActionsProps {
  readonly calls: OperationCalls;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  /** How many rows are to be saved, how many of them cannot be, and how many are selected. */
  readonly changed: number;
  readonly invalid: number;
  readonly chosen: number;
}

const Actions = memo(function Actions(props: ActionsProps) {
  const { calls, changed, invalid, chosen } = props;
  const { t } = useTranslation();
  return (
    <Group gap="xs" justify="flex-end">
      {invalid > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="status" mr="auto">
          {t('FINANCE.OPERATIONS.INVALID', { count: invalid })}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        px="xs"
        aria-label={t('FINANCE.KEYS.UNDO')}
        disabled={!props.canUndo}
        onClick={calls.undo}
      >
        <IconArrowBackUp size={16} aria-hidden />
      </Button>
      <Button
        size="xs"
        variant="default"
        px="xs"
        aria-label={t('FINANCE.KEYS.REDO')}
        disabled={!props.canRedo}
        onClick={calls.redo}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </Button>
      <Button size="xs" variant="light" leftSection={<IconPlus size={14} aria-hidden />} onClick={calls.add}>
        {t('COMMON.ADD')}
      </Button>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRepeat size={14} aria-hidden />}
        onClick={calls.openRecurrence}
      >
        {t('FINANCE.OPERATIONS.RECURRENCE')}
      </Button>
      {chosen > 0 && (
        <>
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={calls.openBulk}
          >
            {t('FINANCE.OPERATIONS.EDIT_N', { count: chosen })}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={calls.removeChosen}
          >
            {t('FINANCE.OPERATIONS.DELETE_N', { count: chosen })}
          </Button>
        </>
      )}
      <Button
        size="xs"
        leftSection={<IconDeviceFloppy size={14} aria-hidden />}
        disabled={!props.canSave}
        loading={props.isSaving}
        onClick={calls.save}
      >
        {changed === 0 ? t('COMMON.SAVE') : t('FINANCE.OPERATIONS.SAVE_N', { count: changed })}
      </Button>
    </Group>
  );
});
