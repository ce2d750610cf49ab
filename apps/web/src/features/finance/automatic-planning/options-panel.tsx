import type { Settings } from '@fibado/contracts';
import { quarterEnd } from '@fibado/planning';
import { Button, Checkbox, NumberInput, Paper, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { formatAmount } from '../../../lib/money';
import { HorizonChoice } from '../shared/horizon-choice';
import type { PlanOptions } from './plan-model';

interface OptionsPanelProps {
  readonly options: PlanOptions;
  readonly onChange: (options: PlanOptions) => void;
  readonly settings: Settings;
  readonly quarter: string;
  /** Whether there are offers of term deposits to open lots on. */
  readonly hasOffers: boolean;
  readonly disabled: boolean;
  /** The screen is narrow: the fields stand behind a button. */
  readonly folds: boolean;
  /** There is a plan, which stands before the options. */
  readonly hasPlan: boolean;
  readonly onRun: () => void;
}

const SECOND = 1000;

/** As the household's settings say; planned from today in a quarter under way. */
export function defaultOptions(
  quarter: string,
  today: string,
  settings: Pick<Settings, 'guaranteePolicy' | 'businessDaysOnly'>,
): PlanOptions {
  return {
    from: today > quarter && today <= quarterEnd(quarter) ? today : null,
    maxTransfers: null,
    effortCostCents: null,
    thresholdMarginCents: null,
    transferStepCents: null,
    minBalanceCents: null,
    guaranteePolicy: settings.guaranteePolicy,
    businessDaysOnly: settings.businessDaysOnly,
    timeLimitMs: 10 * SECOND,
    horizonQuarters: null,
    newLots: false,
  };
}

/**
 * What the plan should mind, in plain words; an empty field means as in the settings. On a narrow screen a button holds
 * the fields, and what starts the run too once there is a plan.
 */
export function OptionsPanel(props: OptionsPanelProps) {
  const { folds, hasPlan, disabled, onRun } = props;
  const { t } = useTranslation();
  const [bad, setBad] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  const isShown = !folds || isOpen;
  const start = (
    <Button
      type="submit"
      data-starts-run
      disabled={bad.size > 0 || disabled}
      leftSection={<IconSparkles size={16} aria-hidden />}
    >
      {t('FINANCE.OPTION.RUN')}
    </Button>
  );
  return (
    <Paper
      withBorder
      p="sm"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (bad.size > 0) return;
        setOpen(false);
        onRun();
      }}
    >
      <fieldset disabled={disabled} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        {!folds && (
          <Text fw={600} size="sm" component="legend" mb="xs">
            {t('FINANCE.OPTION.TITLE')}
          </Text>
        )}
        <Stack gap="sm">
          {/* Before the options, which are right as they are for most: below them it would be out of sight. */}
          {!(folds && hasPlan) && start}
          {folds && (
            <Button
              variant="subtle"
              aria-expanded={isOpen}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              onClick={() => {
                // What could not be read goes with its field.
                setBad(new Set());
                setOpen(!isOpen);
              }}
            >
              {t('FINANCE.OPTION.TITLE')}
            </Button>
          )}
          {isShown && (
            <>
              {folds && hasPlan && start}
              <OptionFields {...props} onBad={setBad} />
            </>
          )}
        </Stack>
      </fieldset>
    </Paper>
  );
}

interface OptionFieldsProps extends Pick<
  OptionsPanelProps,
  'options' | 'onChange' | 'settings' | 'quarter' | 'hasOffers'
> {
  /** Which fields cannot be read. */
  readonly onBad: (next: (old: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

function OptionFields({ options, onChange, settings, quarter, hasOffers, onBad }: OptionFieldsProps) {
  const { t } = useTranslation();
  const set = (patch: Partial<PlanOptions>) => onChange({ ...options, ...patch });
  const money = (
    key: 'effortCostCents' | 'minBalanceCents' | 'thresholdMarginCents' | 'transferStepCents',
  ) => ({
    label: t(`FINANCE.OPTION.${key}`),
    description: t(`FINANCE.OPTION.${key}_WHY`),
    placeholder: formatAmount(settings[key]),
    value: options[key],
    onChange: (cents: number | null) => set({ [key]: cents }),
    onValidity: (readable: boolean) =>
      onBad((old) => {
        const next = new Set(old);
        if (readable) next.delete(key);
        else next.add(key);
        return next;
      }),
  });
  return (
    <>
      {hasOffers && <LotsChoice isOn={options.newLots} onChange={(newLots) => set({ newLots })} />}
      {/* A plan tried with another minimum is of the quarter. */}
      <HorizonChoice
        value={options.minBalanceCents === null ? options.horizonQuarters : null}
        most={settings.horizonQuarters}
        disabled={options.minBalanceCents !== null}
        onChange={(horizonQuarters) => set({ horizonQuarters })}
      />
      <DayInput
        label={t('FINANCE.OPTION.from')}
        description={t('FINANCE.OPTION.from_WHY')}
        clearable
        clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
        minDate={quarter}
        maxDate={quarterEnd(quarter)}
        reference={quarter}
        value={options.from}
        onChange={(from) => set({ from })}
      />
      <NumberInput
        label={t('FINANCE.OPTION.maxTransfers')}
        description={t('FINANCE.OPTION.maxTransfers_WHY')}
        placeholder={t('FINANCE.OPTION.NO_LIMIT')}
        min={0}
        max={1000}
        allowDecimal={false}
        value={options.maxTransfers ?? ''}
        onChange={(v) => set({ maxTransfers: typeof v === 'number' ? v : null })}
      />
      <MoneyInput {...money('effortCostCents')} />
      <MoneyInput {...money('minBalanceCents')} allowNegative />
      <MoneyInput {...money('thresholdMarginCents')} />
      <MoneyInput {...money('transferStepCents')} />
      <Checkbox
        label={t('FINANCE.OPTION.guarantee')}
        checked={options.guaranteePolicy === 'HARD'}
        onChange={(e) => set({ guaranteePolicy: e.currentTarget.checked ? 'HARD' : 'OFF' })}
      />
      <Checkbox
        label={t('FINANCE.OPTION.businessDaysOnly')}
        checked={options.businessDaysOnly}
        onChange={(e) => set({ businessDaysOnly: e.currentTarget.checked })}
      />
      <NumberInput
        label={t('FINANCE.OPTION.timeLimit')}
        suffix=" s"
        min={1}
        max={120}
        allowDecimal={false}
        value={options.timeLimitMs / SECOND}
        onChange={(v) => typeof v === 'number' && set({ timeLimitMs: v * SECOND })}
      />
    </>
  );
}

interface LotsChoiceProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether part of the money may become lots of the stored offers. */
function LotsChoice({ isOn, onChange }: LotsChoiceProps) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('FINANCE.OPTION.newLots')}
      description={t('FINANCE.OPTION.newLots_WHY')}
      checked={isOn}
      onChange={(e) => onChange(e.currentTarget.checked)}
    />
  );
}
