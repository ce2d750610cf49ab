import type { Summary } from '@fibado/contracts';
import { lawOn } from '@fibado/planning';
import { Grid, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame, type ChartTable } from '../../../charts/chart-frame';
import { LimitMeter } from '../../../charts/limit-meter';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { type QuarterData, recurrencesQuery } from '../shared/queries';
import { dutyFigures, type DutyRow, dutyRows } from './duty-model';
import { type GuaranteeRow, guaranteeRows } from './view-models';

interface LimitsPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

/** How near the household is to the stamp duty's threshold and to the end of the deposit guarantee. */
export function LimitsPanel(props: LimitsPanelProps) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <DutyGauges {...props} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <GuaranteeGauges data={props.data} />
      </Grid.Col>
    </Grid>
  );
}

/** What is said of a statement period: its days, how it stands, and what is free until it ends. */
function useDutyWords() {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  return {
    period: ({ from, to }: DutyRow): string =>
      t('FINANCE.DUTY.PERIOD', { from: formatDay(from), to: formatDay(to) }),
    rest: ({ rest, to }: DutyRow): string | undefined =>
      rest &&
      t(`FINANCE.DUTY.${rest.kind}`, {
        day: formatDay(to),
        amount: money(rest.cents).replace(/[.,]00(?=\D*$)/, ''),
      }),
    verdict: (row: DutyRow): string => {
      if (!row.due) return t(row.tone === 'near' ? 'FINANCE.DUTY.NEAR' : 'FINANCE.DUTY.NOT_DUE');
      return row.stampDutyCents > 0
        ? t('FINANCE.DUTY.DUE', { amount: money(row.stampDutyCents) })
        : t('FINANCE.DUTY.DUE_BY_BANK');
    },
  };
}

function DutyGauges({ data, today }: LimitsPanelProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const say = useDutyWords();
  const { data: rules = [] } = useQuery(recurrencesQuery());
  const rows = useMemo(() => dutyRows(data, dutyFigures(data, rules, today)), [data, rules, today]);
  const thresholdCents = lawOn(data.quarter.date).fixedDutyThresholdCents;
  return (
    <Gauges
      title={t('FINANCE.DUTY.TITLE')}
      text={t('FINANCE.DUTY.TEXT', { amount: money(thresholdCents) })}
      none={t('FINANCE.DUTY.NONE')}
      table={{
        head: ['GROUP', 'PERIOD', 'PROJECTED', 'SO_FAR', 'THRESHOLD', 'FREE', 'VERDICT'].map((column) =>
          t(`FINANCE.DUTY.COLUMN.${column}`),
        ),
        rows: rows.map((row) => [
          `${row.bank} · ${row.holders}`,
          say.period(row),
          money(row.projectedCents),
          row.soFarCents === undefined ? '–' : money(row.soFarCents),
          money(thresholdCents),
          say.rest(row) ?? '–',
          say.verdict(row),
        ]),
      }}
    >
      {rows.map((row) => (
        <LimitMeter
          key={row.key}
          label={`${row.bank} · ${row.holders}`}
          value={row.projectedCents}
          limit={thresholdCents}
          marker={row.soFarCents}
          tone={row.tone}
          valueText={[
            t('FINANCE.DUTY.PROJECTED', { amount: money(row.projectedCents) }),
            ...(row.soFarCents === undefined
              ? []
              : [t('FINANCE.DUTY.SO_FAR', { amount: money(row.soFarCents) })]),
          ].join(' · ')}
          verdict={say.verdict(row)}
          detail={
            <>
              {row.rest && (
                <Text size="sm" fw={500}>
                  {say.rest(row)}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {row.accounts} · {say.period(row)}
              </Text>
            </>
          }
        />
      ))}
    </Gauges>
  );
}

function GuaranteeGauges({ data }: Pick<LimitsPanelProps, 'data'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const guarantee = guaranteeRows(data, data.summary.evaluation);
  const verdict = (row: GuaranteeRow) =>
    row.scheme === 'NONE'
      ? t('FINANCE.GUARANTEE.NO_SCHEME')
      : row.tone === 'over'
        ? t('FINANCE.GUARANTEE.OVER', { amount: money(row.peakCents - row.limitCents) })
        : t('FINANCE.GUARANTEE.COVERED');
  return (
    <Gauges
      title={t('FINANCE.GUARANTEE.TITLE')}
      text={t('FINANCE.GUARANTEE.TEXT', { amount: money(data.settings.guaranteeLimitCents) })}
      none={t('FINANCE.GUARANTEE.NONE')}
      table={{
        head: ['GROUP', 'PEAK', 'DAY', 'LIMIT', 'VERDICT'].map((column) =>
          t(`FINANCE.GUARANTEE.COLUMN.${column}`),
        ),
        rows: guarantee.map((row) => [
          `${row.holder} · ${row.bank}`,
          money(row.peakCents),
          formatDay(row.peakDate),
          money(row.limitCents),
          verdict(row),
        ]),
      }}
    >
      {guarantee.map((row) => (
        <LimitMeter
          key={row.key}
          label={`${row.holder} · ${row.bank}`}
          value={row.peakCents}
          limit={row.limitCents}
          tone={row.tone}
          valueText={t('FINANCE.GUARANTEE.PEAK', {
            amount: money(row.peakCents),
            day: formatDay(row.peakDate),
          })}
          verdict={verdict(row)}
        />
      ))}
    </Gauges>
  );
}

interface GaugesProps {
  readonly title: string;
  readonly text: string;
  /** Said in the place of the gauges where there are none. */
  readonly none: string;
  readonly table: ChartTable;
  readonly children: readonly ReactNode[];
}

/** Gauges of one kind, and the same figures as a table. */
function Gauges({ title, text, none, table, children }: GaugesProps) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title} h="100%">
      <ChartFrame title={title} table={() => table}>
        <Text size="xs" c="dimmed" mb="sm">
          {text}
        </Text>
        <Stack gap="md">
          {children.length === 0 ? (
            <Text size="sm" c="dimmed">
              {none}
            </Text>
          ) : (
            children
          )}
        </Stack>
      </ChartFrame>
    </Paper>
  );
}
