import type { ScenarioChangeInput } from '@fibado/contracts';
import { quarterEnd } from '@fibado/planning';
import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { formatDay } from '../../../lib/day';
import { formatMoney } from '../../../lib/money';
import { RatesEditor } from '../accounts/rates-editor';
import { OfferFields } from '../offer/offer-fields';
import { optional } from '../shared/editor-values';
import type { QuarterData } from '../shared/queries';
import { type ChangeKind, type ChangeOf, plannedOperations } from './change-model';

interface FieldsProps<K extends ChangeKind> {
  readonly data: QuarterData;
  readonly change: ChangeOf<K>;
  readonly onChange: (change: ScenarioChangeInput) => void;
  /** Of a path within the change. */
  readonly error: (path: string) => string | undefined;
  readonly unreadable: (path: string) => (readable: boolean) => void;
  readonly today: string;
}

/** The fields of one change, whatever its kind. */
export function ChangeFields({ change, ...props }: FieldsProps<ChangeKind>) {
  switch (change.kind) {
    case 'RATE':
      return <RateFields {...props} change={change} />;
    case 'OPEN_ACCOUNT':
      return <OpenFields {...props} change={change} />;
    case 'CLOSE_ACCOUNT':
      return <CloseFields {...props} change={change} />;
    case 'MOVEMENT':
      return <MovementFields {...props} change={change} />;
    case 'OPERATION':
      return <OperationFields {...props} change={change} />;
    case 'LIMITS':
      return <LimitFields {...props} change={change} />;
    case 'OPTIONS':
      return <OptionFields {...props} change={change} />;
  }
}

type OfAccount = FieldsProps<'RATE' | 'CLOSE_ACCOUNT' | 'MOVEMENT' | 'LIMITS'>;

/** The account a change is about. */
function AccountField({
  data,
  change,
  onChange,
  error,
}: Pick<OfAccount, 'data' | 'change' | 'onChange' | 'error'>) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('FINANCE.FIELD.ACCOUNT')}
      value={change.accountId}
      error={error('accountId')}
      data={data.accounts
        .filter((a) => data.quarter.setups.some((s) => s.accountId === a.id))
        .map((a) => ({ value: a.id, label: a.name }))}
      onChange={(e) => onChange({ ...change, accountId: e.currentTarget.value })}
    />
  );
}

/** A day of the quarter a scenario is of. */
function QuarterDayInput({ data, ...props }: ComponentProps<typeof DayInput> & Pick<OfAccount, 'data'>) {
  const { date } = data.quarter;
  return <DayInput minDate={date} maxDate={quarterEnd(date)} reference={date} {...props} />;
}

function RateFields({ data, change, onChange, error, unreadable, today }: FieldsProps<'RATE'>) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <AccountField data={data} change={change} onChange={onChange} error={error} />
      </SimpleGrid>
      <RatesEditor
        single
        value={[change.period]}
        onChange={([period]) => period && onChange({ ...change, period })}
        error={(path) => error(path.replace(/^rates\.0/, 'period').replace(/^rates$/, 'period'))}
        unreadable={unreadable}
        today={today}
      />
    </Stack>
  );
}

function OpenFields({ data, change, onChange, error, unreadable, today }: FieldsProps<'OPEN_ACCOUNT'>) {
  return (
    <OfferFields
      value={change.account}
      onChange={(patch) => onChange({ ...change, account: { ...change.account, ...patch } })}
      error={(path) => error(`account.${path}`)}
      unreadable={(path) => unreadable(`account.${path}`)}
      household={data}
      today={today}
    />
  );
}

function CloseFields({ data, change, onChange, error }: FieldsProps<'CLOSE_ACCOUNT'>) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <AccountField data={data} change={change} onChange={onChange} error={error} />
      <QuarterDayInput
        label={t('FINANCE.CHANGE.LAST_DAY')}
        data={data}
        value={change.on}
        error={error('on')}
        onChange={(on) => on !== null && onChange({ ...change, on })}
      />
    </SimpleGrid>
  );
}

function MovementFields({ data, change, onChange, error, unreadable }: FieldsProps<'MOVEMENT'>) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <NativeSelect
        label={t('FINANCE.OPERATION.kind')}
        value={change.movement}
        data={(['EXPENSE', 'INCOME'] as const).map((kind) => ({
          value: kind,
          label: t(`FINANCE.OPERATION_KIND.${kind}`),
        }))}
        onChange={(e) =>
          onChange({ ...change, movement: e.currentTarget.value === 'INCOME' ? 'INCOME' : 'EXPENSE' })
        }
      />
      <TextInput
        label={t('FINANCE.OPERATION.description')}
        required
        value={change.description}
        error={error('description')}
        onChange={(e) => onChange({ ...change, description: e.currentTarget.value })}
      />
      <MoneyInput
        label={t('FINANCE.OPERATION.amount')}
        required
        value={change.amountCents === 0 ? null : change.amountCents}
        error={error('amountCents')}
        onValidity={unreadable('amountCents')}
        onChange={(cents) => onChange({ ...change, amountCents: cents ?? 0 })}
      />
      <AccountField data={data} change={change} onChange={onChange} error={error} />
      <QuarterDayInput
        label={t('FINANCE.OPERATION.date')}
        data={data}
        value={change.date}
        error={error('date')}
        onChange={(date) => date !== null && onChange({ ...change, date })}
      />
    </SimpleGrid>
  );
}

const wordsOf = (o: QuarterData['operations'][number]): string =>
  `${formatDay(o.date)} · ${o.description} · ${formatMoney(o.amountCents)}`;

function OperationFields({ data, change, onChange, error, unreadable }: FieldsProps<'OPERATION'>) {
  const { t } = useTranslation();
  const planned = plannedOperations(data);
  const choices = planned.map((o) => ({ value: o.id, label: wordsOf(o) }));
  if (!planned.some((o) => o.id === change.operationId)) {
    // One that was carried out or taken away since stays named: the field would show another in its place.
    const stored = data.operations.find((o) => o.id === change.operationId);
    choices.unshift({ value: change.operationId, label: stored ? wordsOf(stored) : '–' });
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <NativeSelect
        label={t('FINANCE.CHANGE.WHICH')}
        value={change.operationId}
        error={error('operationId')}
        data={choices}
        onChange={(e) => onChange({ ...change, operationId: e.currentTarget.value })}
      />
      <Checkbox
        mt="lg"
        label={t('FINANCE.CHANGE.DROPPED')}
        checked={change.dropped ?? false}
        onChange={(e) => onChange({ ...change, dropped: e.currentTarget.checked })}
      />
      {change.dropped !== true && (
        <>
          <MoneyInput
            label={t('FINANCE.CHANGE.NEW_AMOUNT')}
            description={t('FINANCE.CHANGE.EMPTY_SAME')}
            value={change.amountCents ?? null}
            error={error('amountCents')}
            onValidity={unreadable('amountCents')}
            onChange={(cents) => onChange({ ...change, amountCents: optional(cents) })}
          />
          <QuarterDayInput
            label={t('FINANCE.CHANGE.NEW_DAY')}
            description={t('FINANCE.CHANGE.EMPTY_SAME')}
            clearable
            clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
            data={data}
            value={change.date ?? null}
            error={error('date')}
            onChange={(date) => onChange({ ...change, date: optional(date) })}
          />
        </>
      )}
    </SimpleGrid>
  );
}

function LimitFields({ data, change, onChange, error, unreadable }: FieldsProps<'LIMITS'>) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <AccountField data={data} change={change} onChange={onChange} error={error} />
      <MoneyInput
        label={t('FINANCE.FIELD.MIN')}
        description={t('FINANCE.CHANGE.EMPTY_SAME')}
        allowNegative
        value={change.minBalanceCents ?? null}
        error={error('minBalanceCents')}
        onValidity={unreadable('minBalanceCents')}
        onChange={(cents) => onChange({ ...change, minBalanceCents: optional(cents) })}
      />
      <MoneyInput
        label={t('FINANCE.FIELD.MAX')}
        description={t('FINANCE.CHANGE.EMPTY_SAME')}
        disabled={change.maxBalanceCents === null}
        value={change.maxBalanceCents ?? null}
        error={error('maxBalanceCents')}
        onValidity={unreadable('maxBalanceCents')}
        onChange={(cents) => onChange({ ...change, maxBalanceCents: optional(cents) })}
      />
      <Checkbox
        mt="lg"
        label={t('FINANCE.CHANGE.NO_MAX')}
        checked={change.maxBalanceCents === null}
        onChange={(e) => onChange({ ...change, maxBalanceCents: e.currentTarget.checked ? null : undefined })}
      />
    </SimpleGrid>
  );
}

const AMOUNTS = [
  'effortCostCents',
  'minBalanceCents',
  'transferStepCents',
  'thresholdMarginCents',
  'guaranteeLimitCents',
] as const;

function OptionFields({ change, onChange, error, unreadable }: FieldsProps<'OPTIONS'>) {
  const { t } = useTranslation();
  const yesNo = (key: string, yes: string, no: string) => [
    { value: '', label: t('FINANCE.BULK.UNCHANGED') },
    { value: yes, label: t(`FINANCE.CHANGE.${key === 'guarantee' ? 'GUARANTEE_HARD' : 'BUSINESS_DAYS'}`) },
    { value: no, label: t(`FINANCE.CHANGE.${key === 'guarantee' ? 'GUARANTEE_OFF' : 'ANY_DAY'}`) },
  ];
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {t('FINANCE.CHANGE.OPTIONS_HELP')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <NumberInput
          label={t('FINANCE.CHANGE.OPTION.maxTransfers')}
          min={0}
          max={1000}
          allowDecimal={false}
          value={change.maxTransfers ?? ''}
          error={error('maxTransfers')}
          onChange={(v) => onChange({ ...change, maxTransfers: typeof v === 'number' ? v : undefined })}
        />
        {AMOUNTS.map((key) => (
          <MoneyInput
            key={key}
            label={t(`FINANCE.CHANGE.OPTION.${key}`)}
            allowNegative={key === 'minBalanceCents'}
            value={change[key] ?? null}
            error={error(key)}
            onValidity={unreadable(key)}
            onChange={(cents) => onChange({ ...change, [key]: optional(cents) })}
          />
        ))}
        <NativeSelect
          label={t('FINANCE.CHANGE.OPTION.guaranteePolicy')}
          value={change.guaranteePolicy ?? ''}
          data={yesNo('guarantee', 'HARD', 'OFF')}
          onChange={(e) => {
            const policy = e.currentTarget.value;
            onChange({
              ...change,
              guaranteePolicy: policy === 'HARD' || policy === 'OFF' ? policy : undefined,
            });
          }}
        />
        <NativeSelect
          label={t('FINANCE.CHANGE.OPTION.businessDaysOnly')}
          value={change.businessDaysOnly === undefined ? '' : String(change.businessDaysOnly)}
          data={yesNo('days', 'true', 'false')}
          onChange={(e) =>
            onChange({
              ...change,
              businessDaysOnly: e.currentTarget.value === '' ? undefined : e.currentTarget.value === 'true',
            })
          }
        />
      </SimpleGrid>
    </>
  );
}
