import type { Account } from '@fibado/contracts';
import type { PlanningSettings } from '@fibado/planning';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { formatDay } from '../../../lib/day';
import type { OperationDraft } from './draft';
import { daysOfRecurrence, draftsOf, newRule, type RecurrenceForm } from './recurrence';
import { RecurrenceList } from '../shared/recurrence-list';

interface RecurrenceDialogProps {
  readonly opened: boolean;
  readonly accounts: readonly Account[];
  readonly quarter: string;
  readonly calendar: PlanningSettings['calendar'];
  /** The grid holds changes that are not saved: stored rules are not changed meanwhile. */
  readonly dirty: boolean;
  readonly onClose: () => void;
  readonly onAdd: (rows: readonly OperationDraft[]) => void;
}

/** A movement that comes back: monthly on a day or on the last business day, or every so many days. */
export function RecurrenceDialog(props: RecurrenceDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={t('FINANCE.RECURRENCE.TITLE')}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <RecurrenceFields {...props} />
      <RecurrenceList locked={props.dirty} />
    </Modal>
  );
}

function RecurrenceFields({ accounts, quarter, calendar, onClose, onAdd }: RecurrenceDialogProps) {
  const { t } = useTranslation();
  const [rule, setRule] = useState<RecurrenceForm>({
    every: 'MONTHS',
    step: 1,
    dayOfMonth: 1,
    start: quarter,
    shift: 'NEXT',
  });
  const [what, setWhat] = useState({
    description: '',
    kind: 'EXPENSE' as OperationDraft['kind'],
    cents: null as number | null,
    accountId: accounts[0]?.id ?? '',
    toAccountId: '',
    category: '',
  });
  const [goesOn, setGoesOn] = useState(true);
  const change = (patch: Partial<RecurrenceForm>) => setRule((old) => ({ ...old, ...patch }));
  const tell = (patch: Partial<typeof what>) => setWhat((old) => ({ ...old, ...patch }));
  const days = daysOfRecurrence(rule, quarter, calendar);
  const ready =
    days.length > 0 &&
    what.description.trim() !== '' &&
    what.cents !== null &&
    what.cents > 0 &&
    what.accountId !== '' &&
    (what.kind !== 'TRANSFER' || (what.toAccountId !== '' && what.toAccountId !== what.accountId));
  const movement = { ...what, cents: what.cents ?? 0 };
  const accountChoices = accounts.map((a) => ({ value: a.id, label: a.name }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAdd(draftsOf(movement, days, goesOn ? newRule(rule, movement) : undefined));
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('FINANCE.OPERATION.description')}
          required
          data-autofocus
          maxLength={500}
          value={what.description}
          onChange={(e) => tell({ description: e.currentTarget.value })}
        />
        <MoneyInput
          label={t('FINANCE.OPERATION.amount')}
          required
          value={what.cents}
          onChange={(cents) => tell({ cents })}
        />
        <NativeSelect
          label={t('FINANCE.OPERATION.kind')}
          value={what.kind}
          data={(['EXPENSE', 'INCOME', 'TRANSFER'] as const).map((k) => ({
            value: k,
            label: t(`FINANCE.OPERATION_KIND.${k}`),
          }))}
          onChange={(e) => tell({ kind: e.currentTarget.value as OperationDraft['kind'] })}
        />
        <NativeSelect
          label={t('FINANCE.OPERATION.accountId')}
          value={what.accountId}
          data={accountChoices}
          onChange={(e) => tell({ accountId: e.currentTarget.value })}
        />
        {what.kind === 'TRANSFER' && (
          <NativeSelect
            label={t('FINANCE.OPERATION.toAccountId')}
            value={what.toAccountId}
            data={[{ value: '', label: '' }, ...accountChoices.filter((a) => a.value !== what.accountId)]}
            onChange={(e) => tell({ toAccountId: e.currentTarget.value })}
          />
        )}
        <TextInput
          label={t('FINANCE.OPERATION.category')}
          maxLength={80}
          value={what.category}
          onChange={(e) => tell({ category: e.currentTarget.value })}
        />
        <Group grow align="flex-end" gap="xs">
          <NumberInput
            label={t('FINANCE.RECURRENCE.EVERY')}
            min={1}
            max={92}
            allowDecimal={false}
            value={rule.step}
            onChange={(v) => change({ step: typeof v === 'number' ? v : 0 })}
          />
          <NativeSelect
            aria-label={t('FINANCE.RECURRENCE.UNIT')}
            value={rule.every}
            data={(['MONTHS', 'DAYS'] as const).map((u) => ({
              value: u,
              label: t(`FINANCE.RECURRENCE.${u}`),
            }))}
            onChange={(e) => change({ every: e.currentTarget.value === 'DAYS' ? 'DAYS' : 'MONTHS' })}
          />
        </Group>
        {rule.every === 'MONTHS' && (
          <NativeSelect
            label={t('FINANCE.RECURRENCE.ON')}
            value={String(rule.dayOfMonth)}
            data={[
              ...Array.from({ length: 31 }, (_, i) => ({
                value: String(i + 1),
                label: t('FINANCE.RECURRENCE.DAY_N', { day: i + 1 }),
              })),
              { value: 'LAST', label: t('FINANCE.RECURRENCE.LAST') },
              { value: 'LAST_BUSINESS', label: t('FINANCE.RECURRENCE.LAST_BUSINESS') },
            ]}
            onChange={(e) => {
              const { value } = e.currentTarget;
              change({ dayOfMonth: value === 'LAST' || value === 'LAST_BUSINESS' ? value : Number(value) });
            }}
          />
        )}
        <DayInput
          label={t('FINANCE.RECURRENCE.START')}
          value={rule.start}
          reference={quarter}
          onChange={(start) => start !== null && change({ start })}
        />
        <NativeSelect
          label={t('FINANCE.RECURRENCE.SHIFT')}
          value={rule.shift}
          data={(['NEXT', 'PREVIOUS', 'NONE'] as const).map((s) => ({
            value: s,
            label: t(`FINANCE.RECURRENCE.SHIFT_${s}`),
          }))}
          onChange={(e) => change({ shift: e.currentTarget.value as RecurrenceForm['shift'] })}
        />
      </SimpleGrid>
      <Text size="sm" mt="sm" role="status">
        {days.length === 0
          ? t('FINANCE.RECURRENCE.NONE')
          : t('FINANCE.RECURRENCE.DAYS_ARE', { days: days.map(formatDay).join(', ') })}
      </Text>
      <Checkbox
        mt="sm"
        label={t('FINANCE.RECURRENCE.GOES_ON')}
        checked={goesOn}
        onChange={(e) => setGoesOn(e.currentTarget.checked)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button type="submit" disabled={!ready}>
          {t('FINANCE.OPERATIONS.ADD_N', { count: days.length })}
        </Button>
      </Group>
    </form>
  );
}
