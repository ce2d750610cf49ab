import type { SaveTermOffer } from '@fibado/contracts';
import { ActionIcon, Button, Checkbox, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import type { Editor } from '../shared/editor';
import { optional } from '../shared/editor-values';

interface FieldsProps {
  readonly editor: Editor<SaveTermOffer>;
}

const UNITS = ['months', 'days'] as const;
const UNIT_KEYS = { months: 'MONTHS', days: 'DAYS' } as const;

/** How long a lot lasts, and the rate: one, or several one after the other. */
export function RateFields({ editor }: FieldsProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, unreadable } = editor;
  const { tenor, steps } = value;
  const unit = tenor.months === undefined ? 'days' : 'months';
  const count = tenor[unit] ?? 0;
  return (
    <Stack gap="sm">
      <Group align="flex-start">
        <NumberInput
          label={t('FINANCE.TERM.FIELD.TENOR')}
          required
          min={1}
          allowDecimal={false}
          w="8rem"
          value={count}
          error={error('tenor') ?? error(`tenor.${unit}`)}
          onChange={(next) => set('tenor', { [unit]: Number(next) })}
        />
        <NativeSelect
          label={t('FINANCE.TERM.FIELD.UNIT')}
          value={unit}
          data={UNITS.map((one) => ({ value: one, label: t(`FINANCE.TERM.UNIT.${UNIT_KEYS[one]}`) }))}
          onChange={(e) => set('tenor', { [e.currentTarget.value]: count })}
        />
        {steps === undefined && (
          <DecimalInput
            label={t('FINANCE.FIELD.RATE')}
            required
            w="9rem"
            value={value.ratePct ?? null}
            error={error('ratePct')}
            onValidity={unreadable('ratePct')}
            onChange={(rate) => set('ratePct', optional(rate))}
          />
        )}
      </Group>
      <Checkbox
        label={t('FINANCE.TERM.FIELD.STEPS')}
        disabled={unit === 'days' && steps === undefined}
        checked={steps !== undefined}
        onChange={(e) => {
          const first = { months: tenor.months ?? 1, ratePct: value.ratePct ?? 0 };
          const changed = e.currentTarget.checked
            ? { ratePct: undefined, steps: [first] }
            : { ratePct: steps?.[0]?.ratePct ?? 0, steps: undefined };
          setAll((old) => ({ ...old, ...changed }));
        }}
      />
      {steps !== undefined && <Steps editor={editor} steps={steps} />}
    </Stack>
  );
}

type Step = NonNullable<SaveTermOffer['steps']>[number];

/** The rates one after the other; their months have to be the tenor's. */
function Steps({ editor, steps }: FieldsProps & { readonly steps: readonly Step[] }) {
  const { t } = useTranslation();
  const { set, error, unreadable } = editor;
  const change = (index: number, patch: Partial<Step>) =>
    set(
      'steps',
      steps.map((step, at) => (at === index ? { ...step, ...patch } : step)),
    );
  return (
    <>
      {steps.map((step, index) => (
        <Group
          key={index}
          align="flex-end"
          role="group"
          aria-label={t('FINANCE.TERM.STEP', { n: index + 1 })}
        >
          <NumberInput
            label={t('FINANCE.TERM.UNIT.MONTHS')}
            min={1}
            allowDecimal={false}
            w="7rem"
            value={step.months}
            error={error('steps') ?? error(`steps.${String(index)}.months`)}
            onChange={(next) => change(index, { months: Number(next) })}
          />
          <DecimalInput
            label={t('FINANCE.FIELD.RATE')}
            w="9rem"
            value={step.ratePct}
            error={error(`steps.${String(index)}.ratePct`)}
            onValidity={unreadable(`steps.${String(index)}`)}
            onChange={(rate) => change(index, { ratePct: rate ?? 0 })}
          />
          {steps.length > 1 && (
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('COMMON.DELETE')}
              onClick={() =>
                set(
                  'steps',
                  steps.filter((_, at) => at !== index),
                )
              }
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {t('FINANCE.TERM.HELP.STEPS')}
      </Text>
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        onClick={() => set('steps', [...steps, { months: 1, ratePct: 0 }])}
      >
        {t('FINANCE.TERM.ADD_STEP')}
      </Button>
    </>
  );
}

const AMOUNTS = ['minCents', 'stepCents'] as const;
const AMOUNT_KEYS = { minCents: 'MIN', stepCents: 'STEP' } as const;
const PAYOUTS = ['MATURITY', 'QUARTERLY', 'YEARLY', 'UPFRONT'] as const;

/** How much a lot may be, and when its interest is paid. */
export function AmountFields({ editor }: FieldsProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, unreadable } = editor;
  return (
    <>
      {AMOUNTS.map((field) => (
        <MoneyInput
          key={field}
          label={t(`FINANCE.TERM.FIELD.${AMOUNT_KEYS[field]}`)}
          required
          value={value[field]}
          error={error(field)}
          onValidity={unreadable(field)}
          onChange={(cents) => set(field, cents ?? 0)}
        />
      ))}
      <MoneyInput
        label={t('FINANCE.TERM.FIELD.MAX')}
        description={t('COMMON.OPTIONAL')}
        value={value.maxCents ?? null}
        error={error('maxCents')}
        onValidity={unreadable('maxCents')}
        onChange={(cents) => set('maxCents', optional(cents))}
      />
      <NativeSelect
        label={t('FINANCE.TERM.FIELD.PAYOUT')}
        value={value.payout}
        data={PAYOUTS.map((payout) => ({ value: payout, label: t(`FINANCE.TERM.PAYOUT.${payout}`) }))}
        onChange={(e) => {
          const payout = e.currentTarget.value as SaveTermOffer['payout'];
          // Which lots owe no duty is only said of those paid at maturity.
          const rest = payout === 'MATURITY' ? {} : { dutyFreeUpToCents: undefined };
          setAll((old) => ({ ...old, payout, ...rest }));
        }}
      />
    </>
  );
}
