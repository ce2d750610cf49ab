import { addDays } from '@fibado/planning';
import { ActionIcon, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import { optional } from '../shared/editor-values';
import { type RatePeriods, RateTimeline } from './rate-timeline';

type RatePeriod = RatePeriods[number];

interface RatesEditorProps {
  readonly value: RatePeriods;
  readonly onChange: (rates: RatePeriods) => void;
  readonly error: (path: string) => string | undefined;
  readonly unreadable: (path: string) => (readable: boolean) => void;
  readonly today: string;
  /** One period alone: none is added or taken away. */
  readonly single?: boolean;
}

/** An account's rates: periods one after the other, each with its bands. */
export function RatesEditor({ value, onChange, error, unreadable, today, single = false }: RatesEditorProps) {
  const { t } = useTranslation();
  const change = (index: number, patch: Partial<RatePeriod>) =>
    onChange(value.map((period, i) => (i === index ? { ...period, ...patch } : period)));

  const add = () => onChange(withNewPeriod(value, today));
  return (
    <Stack gap="sm">
      {!single && <RateTimeline periods={value} today={today} />}
      {error('rates') !== undefined && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {error('rates')}
        </Text>
      )}
      {value.map((period, index) => (
        <Paper withBorder p="sm" key={index} component="fieldset" m={0} miw={0}>
          <Text component="legend" size="xs" fw={600} px={4}>
            {t('FINANCE.RATES.PERIOD', { number: index + 1 })}
          </Text>
          <Group align="flex-end" gap="sm">
            <DayInput
              label={t('FINANCE.RATES.FROM')}
              w="9rem"
              value={period.from}
              error={error(`rates.${String(index)}.from`)}
              onChange={(from) => from !== null && change(index, { from })}
            />
            <DayInput
              label={t('FINANCE.RATES.TO')}
              placeholder={t('FINANCE.RATES.OPEN_END')}
              w="11rem"
              clearable
              clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
              value={period.to ?? null}
              error={error(`rates.${String(index)}.to`)}
              onChange={(to) => change(index, { to: optional(to) })}
            />
            <NativeSelect
              label={t('FINANCE.RATES.MODE')}
              value={period.tierMode}
              data={(['MARGINAL', 'WHOLE_BALANCE'] as const).map((mode) => ({
                value: mode,
                label: t(`FINANCE.TIER_MODE.${mode}`),
              }))}
              onChange={(e) => change(index, { tierMode: e.currentTarget.value as RatePeriod['tierMode'] })}
            />
            {!single && (
              <ActionIcon
                variant="subtle"
                color="red.8"
                size="lg"
                aria-label={t('FINANCE.RATES.REMOVE_PERIOD', { number: index + 1 })}
                onClick={() => onChange(value.filter((_, i) => i !== index))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          <Tiers
            period={period}
            path={`rates.${String(index)}.tiers`}
            error={error}
            unreadable={unreadable}
            onChange={(tiers) => change(index, { tiers })}
          />
        </Paper>
      ))}
      {!single && (
        <Group>
          <Button size="xs" variant="light" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('FINANCE.RATES.ADD_PERIOD')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** A period after the last one, which ends the day before: from today on, or the day after it already ends. */
export function withNewPeriod(periods: RatePeriods, today: string): RatePeriods {
  const last = periods.at(-1);
  const tiers: RatePeriod['tiers'] = last ? last.tiers : [{ upToCents: null, ratePct: 0 }];
  if (!last) return [{ from: `${today.slice(0, 4)}-01-01`, tiers, tierMode: 'MARGINAL' }];
  const from =
    last.to === undefined ? (today > last.from ? today : addDays(last.from, 1)) : addDays(last.to, 1);
  const closed = last.to === undefined ? { ...last, to: addDays(from, -1) } : last;
  return [...periods.slice(0, -1), closed, { from, tiers, tierMode: last.tierMode }];
}

function Tiers({
  period,
  path,
  error,
  unreadable,
  onChange,
}: {
  readonly period: RatePeriod;
  readonly path: string;
  readonly error: (path: string) => string | undefined;
  readonly unreadable: (path: string) => (readable: boolean) => void;
  readonly onChange: (tiers: RatePeriod['tiers']) => void;
}) {
  const { t } = useTranslation();
  const { tiers } = period;
  const change = (index: number, patch: Partial<RatePeriod['tiers'][number]>) =>
    onChange(tiers.map((tier, i) => (i === index ? { ...tier, ...patch } : tier)));
  const addTier = () => {
    const before = tiers.at(-2)?.upToCents ?? 0;
    const open = tiers.at(-1) ?? { upToCents: null, ratePct: 0 };
    onChange([...tiers.slice(0, -1), { upToCents: before + 1_000_000, ratePct: open.ratePct }, open]);
  };
  return (
    <Stack gap={4} mt="sm">
      {tiers.map((tier, index) => {
        const last = index === tiers.length - 1;
        const number = String(index + 1);
        return (
          <Group key={index} gap="xs" wrap="nowrap">
            {last ? (
              <Text size="sm" w="11rem">
                {t(tiers.length === 1 ? 'FINANCE.RATES.ANY' : 'FINANCE.RATES.BEYOND')}
              </Text>
            ) : (
              <MoneyInput
                w="11rem"
                size="xs"
                aria-label={t('FINANCE.RATES.UP_TO_LABEL', { number })}
                leftSection={<Text size="xs">{t('FINANCE.RATES.UP_TO')}</Text>}
                leftSectionWidth={56}
                value={tier.upToCents}
                onValidity={unreadable(`${path}.${number}.upToCents`)}
                onChange={(cents) => cents !== null && change(index, { upToCents: cents })}
              />
            )}
            <DecimalInput
              w="7rem"
              size="xs"
              aria-label={t('FINANCE.RATES.RATE_LABEL', { number })}
              value={tier.ratePct}
              error={error(`${path}.${String(index)}.ratePct`)}
              onValidity={unreadable(`${path}.${number}.ratePct`)}
              onChange={(ratePct) => ratePct !== null && change(index, { ratePct })}
            />
            {!last && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('FINANCE.RATES.REMOVE_TIER', { number })}
                onClick={() => onChange(tiers.filter((_, i) => i !== index))}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {error(path) !== undefined && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {error(path)}
        </Text>
      )}
      <Group>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={12} aria-hidden />}
          onClick={addTier}
        >
          {t('FINANCE.RATES.ADD_TIER')}
        </Button>
      </Group>
    </Stack>
  );
}
