import type { Account } from '@fibado/contracts';
import { Button, Checkbox, Drawer, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftField, DraftReading, OperationDraft } from './draft';

interface OperationDrawerProps {
  readonly draft: OperationDraft | undefined;
  readonly reading: DraftReading | undefined;
  readonly accounts: readonly Account[];
  readonly readOnly: boolean;
  readonly onClose: () => void;
  readonly onEdit: (field: DraftField, text: string) => void;
  readonly onDelete: () => void;
}

/** How a transfer may be sent; one that says nothing is ordinary. */
const speedsOf = ({ speed }: OperationDraft) =>
  [
    { value: speed === 'ORDINARY' ? speed : '', key: 'ORDINARY' },
    { value: 'INSTANT', key: 'INSTANT' },
  ] as const;

/** One operation's fields on a small screen; they change the row as they are typed. */
export function OperationDrawer({
  draft,
  reading,
  accounts,
  readOnly,
  onClose,
  onEdit,
  onDelete,
}: OperationDrawerProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const choices = [{ value: '', label: '' }, ...accounts.map((a) => ({ value: a.id, label: a.name }))];
  const field = (id: DraftField) => {
    const place = `${draft?.key ?? ''}.${id}`;
    const found = reading?.issues[id];
    // A new operation has its fields empty: that is said of one only when it was left so.
    const issue = found === 'REQUIRED' && draft?.saved === undefined && !left.has(place) ? undefined : found;
    return {
      label: t(`FINANCE.OPERATION.${id}`),
      value: String(draft?.[id] ?? ''),
      disabled: readOnly,
      error: issue === undefined ? undefined : t(`FINANCE.ISSUE.${issue}`),
      onChange: (e: { readonly currentTarget: { readonly value: string } }) =>
        onEdit(id, e.currentTarget.value),
      onBlur: () => setLeft((old) => new Set(old).add(place)),
    };
  };
  return (
    <Drawer
      opened={draft !== undefined}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={draft?.description === '' ? t('FINANCE.OPERATIONS.NEW') : draft?.description}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <Stack gap="xs">
        <TextInput {...field('description')} data-autofocus />
        <Group grow align="flex-start">
          <TextInput {...field('date')} placeholder={t('COMMON.FIELD.DAY_PLACEHOLDER')} />
          <TextInput {...field('amount')} inputMode="decimal" />
        </Group>
        <NativeSelect
          {...field('kind')}
          data={(['EXPENSE', 'INCOME', 'TRANSFER'] as const).map((k) => ({
            value: k,
            label: t(`FINANCE.OPERATION_KIND.${k}`),
          }))}
        />
        <Group grow align="flex-start">
          <NativeSelect {...field('accountId')} data={choices} />
          {draft?.kind === 'TRANSFER' && <NativeSelect {...field('toAccountId')} data={choices} />}
        </Group>
        {draft?.kind === 'TRANSFER' && (
          <NativeSelect
            {...field('speed')}
            data={speedsOf(draft).map(({ value, key }) => ({ value, label: t(`FINANCE.SPEED.${key}`) }))}
          />
        )}
        <Group grow align="flex-start">
          <TextInput {...field('valueDate')} placeholder={t('COMMON.FIELD.DAY_PLACEHOLDER')} />
          <TextInput {...field('category')} />
        </Group>
        {draft?.kind !== 'TRANSFER' && (
          <TextInput
            {...field('uncertainty')}
            description={t('FINANCE.OPERATIONS.UNCERTAINTY_HELP')}
            placeholder={t('FINANCE.OPERATIONS.UNCERTAINTY_EXAMPLE')}
          />
        )}
        <Group>
          <Checkbox
            label={t('FINANCE.OPERATION.status')}
            disabled={readOnly}
            checked={draft?.status === 'DONE'}
            onChange={(e) => onEdit('status', String(e.currentTarget.checked))}
          />
          <Checkbox
            label={t('FINANCE.OPERATION.locked')}
            disabled={readOnly}
            checked={draft?.locked ?? false}
            onChange={(e) => onEdit('locked', String(e.currentTarget.checked))}
          />
        </Group>
        <Group justify="space-between">
          {!readOnly && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onDelete}
            >
              {t('COMMON.DELETE')}
            </Button>
          )}
          <Button onClick={onClose}>{t('COMMON.OK')}</Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
