import type { Setup } from '@fibado/contracts';
import { type Evaluation, limitsOf, type Operation } from '@fibado/planning';
import { Select } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalancesChart, type BalanceSeries, type ChartMark } from '../../../charts/balances-chart';
import { COMPARE_COLOR, seriesColor, TOTAL_COLOR } from '../../../charts/palette';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { accountNameIn, totalBalances } from './shown';
import type { Household } from './queries';
import { type MovingOperation, underWayCents } from './under-way';

interface BalancesViewProps {
  readonly title: string;
  readonly household: Household;
  readonly setups: readonly Setup[];
  readonly evaluation: Evaluation;
  /** Another plan for the same quarter, drawn dashed beside one account or the total. */
  readonly compare?:
    | {
        readonly label: string;
        readonly evaluation: Evaluation;
        readonly operations: readonly MovingOperation[];
      }
    | undefined;
  readonly operations: readonly (MovingOperation & Pick<Operation, 'description'>)[];
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
  const name = useMemo(() => accountNameIn(household), [household]);

  /** The total counts what is between two accounts: a transfer on its way is no loss. */
  const totalOf = useCallback(
    (of: Evaluation, moved: readonly MovingOperation[]) => {
      const moving = underWayCents(of.days, moved, household.accounts, household.settings.calendar);
      const valuesCents = totalBalances(of.accounts).map((cents, index) => cents + (moving[index] ?? 0));
      return moving.some((cents) => cents !== 0) ? { valuesCents, underWayCents: moving } : { valuesCents };
    },
    [household.accounts, household.settings.calendar],
  );

  const series = useMemo((): BalanceSeries[] => {
    if (view === TOTAL) {
      const label = t('FINANCE.CHART.TOTAL');
      return [{ id: TOTAL, label, color: TOTAL_COLOR, ...totalOf(evaluation, operations) }];
    }
    return evaluation.accounts
      .map((account, index) => ({
        id: account.accountId,
        label: name(account.accountId),
        color: seriesColor(index),
        valuesCents: account.dailyBalancesCents,
      }))
      .filter((s) => view === EACH || s.id === view);
  }, [view, evaluation, operations, totalOf, name, t]);

  const other = useMemo((): BalanceSeries | undefined => {
    if (!compare || view === EACH) return undefined;
    const { label } = compare;
    if (view === TOTAL)
      return {
        id: 'compare',
        label,
        color: COMPARE_COLOR,
        valuesCents: totalOf(compare.evaluation, compare.operations).valuesCents,
      };
    const account = compare.evaluation.accounts.find((a) => a.accountId === view);
    return account && { id: 'compare', label, color: COMPARE_COLOR, valuesCents: account.dailyBalancesCents };
  }, [compare, view, totalOf]);

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

  const isUnderWay = series.some((s) => s.underWayCents !== undefined);

  return (
    <BalancesChart
      title={title}
      days={evaluation.days}
      series={series}
      compare={other}
      marks={marks}
      minimumCents={minimumCents}
      note={isUnderWay ? t('FINANCE.CHART.UNDER_WAY') : undefined}
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
