import type { Setup } from '@fibado/contracts';
import { type Evaluation, limitsOf, type Operation } from '@fibado/planning';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalancesChart, type BalanceSeries, type ChartMark } from '../../../charts/balances-chart';
import { COMPARE_COLOR, seriesColor, TOTAL_COLOR } from '../../../charts/palette';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { nameIn, totalBalances } from './problem';
import type { Household } from './queries';

interface BalancesViewProps {
  readonly title: string;
  readonly household: Household;
  readonly setups: readonly Setup[];
  readonly evaluation: Evaluation;
  /** Another plan for the same quarter, drawn dashed beside one account or the total. */
  readonly compare?: { readonly label: string; readonly evaluation: Evaluation } | undefined;
  readonly operations: readonly Pick<
    Operation,
    'date' | 'kind' | 'description' | 'amountCents' | 'accountId' | 'toAccountId'
  >[];
  readonly today: string;
  readonly height?: number;
}

const TOTAL = 'total';
const EACH = 'each';

/** Daily balances: in total, account by account, or one account alone with its minimum. */
export function BalancesView({
  title,
  household,
  setups,
  evaluation,
  compare,
  operations,
  today,
  height = 260,
}: BalancesViewProps) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [view, setView] = useState(TOTAL);
  const name = useMemo(() => nameIn(household.accounts), [household.accounts]);

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
        label: name(account.accountId),
        color: seriesColor(index),
        valuesCents: account.dailyBalancesCents,
      }))
      .filter((s) => view === EACH || s.id === view);
  }, [view, evaluation, name, t]);

  const other = useMemo((): BalanceSeries | undefined => {
    if (!compare || view === EACH) return undefined;
    const values =
      view === TOTAL
        ? totalBalances(compare.evaluation.accounts)
        : compare.evaluation.accounts.find((a) => a.accountId === view)?.dailyBalancesCents;
    return values && { id: 'compare', label: compare.label, color: COMPARE_COLOR, valuesCents: values };
  }, [compare, view]);

  const marks = useMemo(
    (): ChartMark[] =>
      operations
        .filter((o) => view === TOTAL || view === EACH || o.accountId === view || o.toAccountId === view)
        .map((o) => ({ day: o.date, kind: o.kind, label: o.description, amountCents: o.amountCents })),
    [operations, view],
  );

  const account = household.accounts.find((a) => a.id === view);
  const setup = setups.find((s) => s.accountId === view);
  const minimumCents = account && setup ? limitsOf(account, setup, household.settings).minCents : undefined;

  // What a transfer has under way is on no account for a day or two, and the total dips by it.
  const dips = view === TOTAL && operations.some((o) => o.kind === 'TRANSFER');

  return (
    <BalancesChart
      title={title}
      days={evaluation.days}
      series={series}
      compare={other}
      marks={marks}
      minimumCents={minimumCents}
      note={dips ? t('FINANCE.CHART.UNDER_WAY') : undefined}
      today={today}
      height={height}
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
  );
}
