import { Paper, Select } from '@mantine/core';
import { limitsOf } from '@fibado/planning';
import type { Summary } from '@fibado/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalancesChart, type BalanceSeries, type ChartMark } from '../../../charts/balances-chart';
import { seriesColor, TOTAL_COLOR } from '../../../charts/palette';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn, totalBalances } from '../shared/problem';
import type { QuarterData } from '../shared/queries';

interface BalancesPanelProps {
  readonly data: QuarterData & { readonly summary: Summary };
  readonly today: string;
}

const TOTAL = 'total';
const EACH = 'each';

/** Daily balances: in total, account by account, or one account alone with its minimum. */
export function BalancesPanel({ data, today }: BalancesPanelProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [view, setView] = useState(TOTAL);
  const { evaluation } = data.summary;
  const name = nameIn(data.accounts);

  const series = useMemo((): BalanceSeries[] => {
    if (view === TOTAL)
      return [
        {
          id: TOTAL,
          label: t('FINANCE.CHART.TOTAL'),
          color: TOTAL_COLOR,
          valuesCents: totalBalances(evaluation.accounts),
        },
      ];
    return evaluation.accounts
      .map((account, index) => ({
        id: account.accountId,
        label: nameIn(data.accounts)(account.accountId),
        color: seriesColor(index),
        valuesCents: account.dailyBalancesCents,
      }))
      .filter((s) => view === EACH || s.id === view);
  }, [view, evaluation, data.accounts, t]);

  const marks = useMemo(
    (): ChartMark[] =>
      data.operations
        .filter((o) => view === TOTAL || view === EACH || o.accountId === view || o.toAccountId === view)
        .map((o) => ({ day: o.date, kind: o.kind, label: o.description, amountCents: o.amountCents })),
    [data.operations, view],
  );

  const account = data.accounts.find((a) => a.id === view);
  const setup = data.quarter.setups.find((s) => s.accountId === view);
  const minimumCents = account && setup ? limitsOf(account, setup, data.settings).minCents : undefined;

  return (
    <Paper withBorder p="sm">
      <BalancesChart
        title={t('FINANCE.DASHBOARD.BALANCES')}
        days={evaluation.days}
        series={series}
        marks={marks}
        minimumCents={minimumCents}
        today={today}
        formatMoney={money}
        formatDay={formatDay}
        controls={
          <Select
            size="xs"
            w="13rem"
            aria-label={t('FINANCE.DASHBOARD.BALANCES_OF')}
            allowDeselect={false}
            value={view}
            onChange={(next) => setView(next ?? TOTAL)}
            data={[
              { value: TOTAL, label: t('FINANCE.CHART.TOTAL') },
              { value: EACH, label: t('FINANCE.CHART.EACH') },
              ...evaluation.accounts.map((a) => ({ value: a.accountId, label: name(a.accountId) })),
            ]}
          />
        }
      />
    </Paper>
  );
}
