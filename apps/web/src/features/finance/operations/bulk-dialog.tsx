import type { Account } from '@fibado/contracts';
import { addDays } from '@fibado/planning';
import { Button, Group, Modal, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, parseDay } from '../../../lib/day';
import { editDraft, type OperationDraft } from './draft';

interface BulkDialogProps {
  readonly opened: boolean;
  readonly rows: readonly OperationDraft[];
  readonly accounts: readonly Account[];
  readonly quarter: string;
  readonly onClose: () => void;
  readonly onApply: (rows: readonly OperationDraft[]) => void;
}

interface BulkForm {
  readonly accountId: string;
  readonly kind: string;
  readonly category: string;
  readonly status: string;
  readonly locked: string;
  readonly uncertainty: string;
  readonly shift: number;
}

const UNCHANGED: BulkForm = {
  accountId: '',
  kind: '',
  category: '',
  status: '',
  locked: '',
  uncertainty: '',
  shift: 0,
};

/** The rows as the form leaves them; an empty field leaves its column alone. */
export function bulkEdited(
  rows: readonly OperationDraft[],
  form: BulkForm,
  quarter: string,
): OperationDraft[] {
  return rows.map((row) => {
    let next = row;
    if (form.kind !== '') next = editDraft(next, 'kind', form.kind);
    if (form.accountId !== '') next = editDraft(next, 'accountId', form.accountId);
    if (form.category !== '') next = editDraft(next, 'category', form.category);
    if (form.status !== '') next = editDraft(next, 'status', form.status);
    if (form.locked !== '') next = editDraft(next, 'locked', form.locked);
    // A transfer between own accounts is certain.
    if (form.uncertainty !== '' && next.kind !== 'TRANSFER')
      next = editDraft(next, 'uncertainty', form.uncertainty);
    const day = parseDay(next.date, quarter);
    if (form.shift !== 0 && day !== undefined)
      // The value day follows the booking day unless it was set explicitly.
      next = {
        ...next,
        date: formatDay(addDays(day, form.shift)),
        valueDate: moved(next.valueDate, form.shift, quarter),
      };
    return next;
  });
}

function moved(text: string, days: number, quarter: string): string {
  const day = parseDay(text, quarter);
  return day === undefined ? text : formatDay(addDays(day, days));
}

/** Changes many rows at once. */
export function BulkDialog({ opened, rows, accounts, quarter, onClose, onApply }: BulkDialogProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(UNCHANGED);
  const set = (patch: Partial<BulkForm>) => setForm((old) => ({ ...old, ...patch }));
  const keep = { value: '', label: t('FINANCE.BULK.UNCHANGED') };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('FINANCE.OPERATIONS.EDIT_N', { count: rows.length })}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('FINANCE.OPERATION.accountId')}
          value={form.accountId}
          data={[keep, ...accounts.map((a) => ({ value: a.id, label: a.name }))]}
          onChange={(e) => set({ accountId: e.currentTarget.value })}
        />
        <NativeSelect
          label={t('FINANCE.OPERATION.kind')}
          value={form.kind}
          data={[
            keep,
            ...(['INCOME', 'EXPENSE'] as const).map((k) => ({
              value: k,
              label: t(`FINANCE.OPERATION_KIND.${k}`),
            })),
          ]}
          onChange={(e) => set({ kind: e.currentTarget.value })}
        />
        <NativeSelect
          label={t('FINANCE.FIELD.STATUS')}
          value={form.status}
          data={[
            keep,
            ...(['PLANNED', 'DONE'] as const).map((s) => ({ value: s, label: t(`FINANCE.STATUS.${s}`) })),
          ]}
          onChange={(e) => set({ status: e.currentTarget.value })}
        />
        <NativeSelect
          label={t('FINANCE.OPERATION.locked')}
          value={form.locked}
          data={[keep, { value: 'true', label: t('COMMON.YES') }, { value: 'false', label: t('COMMON.NO') }]}
          onChange={(e) => set({ locked: e.currentTarget.value })}
        />
        <TextInput
          label={t('FINANCE.OPERATION.category')}
          placeholder={t('FINANCE.BULK.UNCHANGED')}
          maxLength={80}
          value={form.category}
          onChange={(e) => set({ category: e.currentTarget.value })}
        />
        <TextInput
          label={t('FINANCE.OPERATION.uncertainty')}
          description={t('FINANCE.OPERATIONS.UNCERTAINTY_HELP')}
          placeholder={t('FINANCE.BULK.UNCHANGED')}
          value={form.uncertainty}
          onChange={(e) => set({ uncertainty: e.currentTarget.value })}
        />
        <NumberInput
          label={t('FINANCE.BULK.SHIFT')}
          allowDecimal={false}
          min={-92}
          max={92}
          value={form.shift}
          onChange={(v) => set({ shift: typeof v === 'number' ? v : 0 })}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          onClick={() => {
            onApply(bulkEdited(rows, form, quarter));
            setForm(UNCHANGED);
          }}
        >
          {t('FINANCE.OPERATIONS.EDIT_N', { count: rows.length })}
        </Button>
      </Group>
    </Modal>
  );
}
