import type { SaveTermOffer } from '@fibado/contracts';
import { MAX_TENOR_MONTHS } from '@fibado/planning';
import { Checkbox, NativeSelect, NumberInput, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import { today } from '../../../lib/day';
import type { Editor } from '../shared/editor';
import { optional } from '../shared/editor-values';

interface FieldsProps {
  readonly editor: Editor<SaveTermOffer>;
}

const EXITS = ['NONE', 'BASE_RATE', 'ZERO', 'FEE'] as const;
const RENEWALS = ['TO_LINKED', 'AUTO'] as const;

/** How a lot is left before its maturity, and what happens at it. */
export function ExitFields({ editor }: FieldsProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, unreadable } = editor;
  const { exit } = value;
  const isPriced = exit.kind === 'BASE_RATE' || exit.kind === 'FEE';
  const changeKind = (kind: SaveTermOffer['exit']['kind']) => {
    const priced = kind === 'BASE_RATE' || kind === 'FEE';
    setAll((old) => ({
      ...old,
      exit: {
        kind,
        ...(priced ? { ratePct: exit.ratePct ?? 0 } : {}),
        ...(kind === 'NONE' ? {} : { freeAfterMonths: exit.freeAfterMonths }),
        ...(kind === 'BASE_RATE' || kind === 'ZERO' ? { keptAtMonths: exit.keptAtMonths } : {}),
      },
      partialExit: kind !== 'NONE' && old.partialExit === true,
    }));
  };
  return (
    <>
      <NativeSelect
        label={t('FINANCE.TERM.FIELD.EXIT')}
        value={exit.kind}
        data={EXITS.map((kind) => ({ value: kind, label: t(`FINANCE.TERM.EXIT.${kind}`) }))}
        onChange={(e) => changeKind(e.currentTarget.value as SaveTermOffer['exit']['kind'])}
      />
      {isPriced && (
        <DecimalInput
          label={t(`FINANCE.TERM.FIELD.EXIT_${exit.kind === 'FEE' ? 'FEE' : 'RATE'}`)}
          required
          value={exit.ratePct ?? null}
          error={error('exit.ratePct')}
          onValidity={unreadable('exit.ratePct')}
          onChange={(rate) => set('exit', { ...exit, ratePct: optional(rate) })}
        />
      )}
      {exit.kind !== 'NONE' && (
        <>
          <NumberInput
            label={t('FINANCE.TERM.FIELD.FREE_AFTER')}
            description={t('FINANCE.TERM.HELP.FREE_AFTER')}
            min={1}
            max={MAX_TENOR_MONTHS}
            allowDecimal={false}
            value={exit.freeAfterMonths ?? ''}
            error={error('exit.freeAfterMonths')}
            onChange={(months) =>
              set('exit', { ...exit, freeAfterMonths: months === '' ? undefined : Number(months) })
            }
          />
          {exit.kind !== 'FEE' && <KeptDates editor={editor} />}
          <Checkbox
            label={t('FINANCE.TERM.FIELD.PARTIAL')}
            checked={value.partialExit ?? false}
            onChange={(e) => set('partialExit', e.currentTarget.checked)}
          />
        </>
      )}
      <NumberInput
        label={t('FINANCE.TERM.FIELD.NOTICE')}
        description={t('FINANCE.TERM.HELP.NOTICE')}
        min={0}
        max={366}
        allowDecimal={false}
        value={value.noticeDays ?? ''}
        error={error('noticeDays')}
        onChange={(days) => set('noticeDays', days === '' ? undefined : Number(days))}
      />
      <NativeSelect
        label={t('FINANCE.TERM.FIELD.RENEWAL')}
        value={value.renewal}
        data={RENEWALS.map((one) => ({ value: one, label: t(`FINANCE.TERM.RENEWAL.${one}`) }))}
        onChange={(e) => set('renewal', e.currentTarget.value as SaveTermOffer['renewal'])}
      />
    </>
  );
}

/** The months by which what was earned stays, as a list with commas. */
function KeptDates({ editor }: FieldsProps) {
  const { t } = useTranslation();
  const { value, set, error } = editor;
  const { exit } = value;
  return (
    <TagsInput
      label={t('FINANCE.TERM.FIELD.KEPT_AT')}
      description={t('FINANCE.TERM.HELP.KEPT_AT')}
      splitChars={[',', ' ', ';']}
      value={(exit.keptAtMonths ?? []).map(String)}
      error={error('exit.keptAtMonths')}
      inputMode="numeric"
      onChange={(tags) => {
        const months = tags
          .map(Number)
          .filter((one) => Number.isInteger(one) && one >= 1 && one <= MAX_TENOR_MONTHS);
        const kept = [...new Set(months)].sort((a, b) => a - b);
        set('exit', { ...exit, keptAtMonths: kept.length === 0 ? undefined : kept });
      }}
    />
  );
}

const NEW_MONEY = ['ANY', 'SNAPSHOT', 'NET_FLOW'] as const;

/** When lots can be opened, and with which money. */
export function OpeningFields({ editor }: FieldsProps) {
  const { t } = useTranslation();
  const { value, set, error } = editor;
  const { newMoney } = value;
  const change = (kind: string) => {
    if (kind === 'SNAPSHOT') set('newMoney', { kind, on: today(), baselineCents: 0 });
    else if (kind === 'NET_FLOW') set('newMoney', { kind, from: today(), to: today() });
    else set('newMoney', undefined);
  };
  return (
    <>
      {(['openFrom', 'openTo'] as const).map((field) => (
        <DayInput
          key={field}
          label={t(`FINANCE.TERM.FIELD.${field === 'openFrom' ? 'OPEN_FROM' : 'OPEN_TO'}`)}
          description={t('COMMON.OPTIONAL')}
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          value={value[field] ?? null}
          error={error(field)}
          onChange={(day) => set(field, optional(day))}
        />
      ))}
      <NativeSelect
        label={t('FINANCE.TERM.FIELD.NEW_MONEY')}
        value={newMoney?.kind ?? 'ANY'}
        data={NEW_MONEY.map((kind) => ({ value: kind, label: t(`FINANCE.TERM.NEW_MONEY.${kind}`) }))}
        onChange={(e) => change(e.currentTarget.value)}
      />
      <NewMoneyFields editor={editor} />
    </>
  );
}

function NewMoneyFields({ editor }: FieldsProps) {
  const { t } = useTranslation();
  const { value, set, error, unreadable } = editor;
  const { newMoney } = value;
  if (newMoney?.kind === 'SNAPSHOT')
    return (
      <>
        <DayInput
          label={t('FINANCE.TERM.FIELD.BASELINE_DAY')}
          required
          value={newMoney.on}
          error={error('newMoney.on')}
          onChange={(day) => set('newMoney', { ...newMoney, on: day ?? '' })}
        />
        <MoneyInput
          label={t('FINANCE.TERM.FIELD.BASELINE')}
          required
          value={newMoney.baselineCents}
          error={error('newMoney.baselineCents')}
          onValidity={unreadable('newMoney.baselineCents')}
          onChange={(cents) => set('newMoney', { ...newMoney, baselineCents: cents ?? 0 })}
        />
      </>
    );
  if (newMoney?.kind !== 'NET_FLOW') return null;
  return (['from', 'to'] as const).map((field) => (
    <DayInput
      key={field}
      label={t(`FINANCE.TERM.FIELD.WINDOW_${field === 'from' ? 'FROM' : 'TO'}`)}
      required
      value={newMoney[field]}
      error={error(`newMoney.${field}`)}
      onChange={(day) => set('newMoney', { ...newMoney, [field]: day ?? '' })}
    />
  ));
}
