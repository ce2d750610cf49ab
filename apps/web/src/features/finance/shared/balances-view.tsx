import type { QuarterInFull, Setup } from '@fibado/contracts';
import { type Evaluation, limitsOf, type Operation } from '@fibado/planning';
import { Group, SegmentedControl, Select } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalancesChart, type BalanceSeries, type ChartMark } from '../../../charts/balances-chart';
import { COMPARE_COLOR, seriesColor, TOTAL_COLOR } from '../../../charts/palette';
import { formatDay } from '../../../lib/day';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { accountNameIn, totalBalances } from './shown';
import type { Household } from './queries';
import { type PlanBalances, storyOf } from './story';
import { type MovingOperation, underWayCents } from './under-way';

type Shown = MovingOperation & Pick<Operation, 'description'>;

/** Before a plan is applied, or after. */
export type Side = 'BEFORE' | 'AFTER';

interface BalancesViewProps {
  readonly title: string;
  /** With the quarter, what the one before left on its way counts too. */
  readonly household: Household & { readonly quarter?: QuarterInFull };
  readonly setups: readonly Setup[];
  readonly evaluation: Evaluation;
  readonly operations: readonly Shown[];
  /** The same quarter before or after a plan, shown in turn, or dashed beside one account or the total. */
  readonly compare?:
    | {
        readonly label: string;
        readonly evaluation: Evaluation;
        readonly operations: readonly Shown[];
      }
    | undefined;
  /** What `evaluation` is; the other side is `compare`. */
  readonly side?: Side;
  /** Which side is shown at first. */
  readonly startsWith?: Side;
  /** Asks for `compare`, which is not there yet. */
  readonly onCompare?: (() => void) | undefined;
  /** Begins with all accounts upon each other. */
  readonly story?: boolean;
  readonly today: string;
  readonly height?: number;
}

const STORY = 'story';
const TOTAL = 'total';
const EACH = 'each';

/** Daily balances: all accounts upon each other before and after a plan, in total, one by one, or one with its minimum. */
export function BalancesView(props: BalancesViewProps) {
  const { title, household, setups, side = 'AFTER', compare, onCompare, story = false } = props;
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [view, setView] = useState(story ? STORY : TOTAL);
  const [turned, setTurned] = useState(props.startsWith ?? side);
  const isTurned = view === STORY && compare !== undefined && turned !== side;
  const shown = isTurned ? { ...props, ...compare } : props;
  const marks = useMarks(shown.operations, view);
  const curves = useCurves(props, view);
  const layers = useStory(props, view === STORY, isTurned);
  const account = household.accounts.find((a) => a.id === view);
  const setup = setups.find((s) => s.accountId === view);
  const ofAccount = account && setup ? limitsOf(account, setup, household.settings).minCents : undefined;
  const drawn = layers ?? { ...curves, minimumCents: ofAccount };
  const isUnderWay = drawn.series.some((s) => s.underWayCents !== undefined || s.isHatched === true);
  return (
    <BalancesChart
      title={title}
      days={shown.evaluation.days}
      {...drawn}
      marks={marks}
      note={isUnderWay ? t('FINANCE.CHART.UNDER_WAY') : undefined}
      today={props.today}
      height={props.height ?? 260}
      formatMoney={money}
      formatDay={formatDay}
      controls={
        <Group gap="xs">
          {view === STORY && (compare ?? onCompare) && (
            <Sides
              side={compare ? turned : side}
              onChange={(next) => {
                setTurned(next);
                if (!compare) onCompare?.();
              }}
            />
          )}
          <ViewChoice {...props} view={view} onChange={setView} />
        </Group>
      }
    />
  );
}

/** Before the plan, or after. */
function Sides({ side, onChange }: { readonly side: Side; readonly onChange: (side: Side) => void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('FINANCE.CHART.SIDES')}
      value={side}
      onChange={onChange}
      data={[
        { value: 'BEFORE', label: t('FINANCE.CHART.BEFORE') },
        { value: 'AFTER', label: t('FINANCE.CHART.AFTER') },
      ]}
    />
  );
}

interface ViewChoiceProps extends Pick<BalancesViewProps, 'household' | 'evaluation'> {
  readonly view: string;
  readonly onChange: (view: string) => void;
}

function ViewChoice({ household, evaluation, view, onChange }: ViewChoiceProps) {
  const { t } = useTranslation();
  const name = accountNameIn(household);
  return (
    <Select
      size="xs"
      w="13rem"
      aria-label={t('FINANCE.DASHBOARD.BALANCES_OF')}
      allowDeselect={false}
      value={view}
      onChange={(next) => onChange(next ?? TOTAL)}
      data={[
        { value: STORY, label: t('FINANCE.CHART.STORY') },
        { value: TOTAL, label: t('FINANCE.CHART.TOTAL') },
        { value: EACH, label: t('FINANCE.CHART.EACH') },
        ...evaluation.accounts.map((a) => ({ value: a.accountId, label: name(a.accountId) })),
      ]}
    />
  );
}

/** All accounts upon each other, when that is what is shown. */
function useStory(
  { household, setups, evaluation, operations, compare, side = 'AFTER' }: BalancesViewProps,
  isShown: boolean,
  isTurned: boolean,
) {
  const { t } = useTranslation();
  return useMemo(() => {
    if (!isShown) return undefined;
    const own = withCarriedOver(household, { evaluation, operations });
    const beside = compare && withCarriedOver(household, compare);
    // Named by its side: "after the plan" beside "before the plan".
    const sideText = (of: Side) => t(`FINANCE.CHART.${of}`).toLowerCase();
    const otherSide: Side = side === 'AFTER' ? 'BEFORE' : 'AFTER';
    return storyOf({
      household,
      setups,
      shown: isTurned && beside ? beside : own,
      other: beside && {
        ...(isTurned ? own : beside),
        label: sideText(isTurned ? side : otherSide),
      },
      name: accountNameIn(household),
      labels: { underWay: t('FINANCE.CHART.ON_ITS_WAY'), total: t('FINANCE.CHART.TOTAL') },
    });
  }, [isShown, isTurned, household, setups, evaluation, operations, compare, side, t]);
}

/** A plan with the transfers that the quarter before left on their way. */
const withCarriedOver = (
  { quarter }: BalancesViewProps['household'],
  { evaluation, operations }: PlanBalances,
): PlanBalances => ({ evaluation, operations: [...operations, ...(quarter?.carriedOver ?? [])] });

/** The total, every account, or one, and the same under the other plan. */
function useCurves({ household, evaluation, operations, compare }: BalancesViewProps, view: string) {
  const { t } = useTranslation();
  const name = useMemo(() => accountNameIn(household), [household]);

  /** The total counts what is between two accounts: a transfer on its way is no loss. */
  const totalOf = useCallback(
    (of: Evaluation, moved: readonly MovingOperation[]) => {
      const { operations: all } = withCarriedOver(household, { evaluation: of, operations: moved });
      const moving = underWayCents(of.days, all, household.accounts, household.settings.calendar);
      const valuesCents = totalBalances(of.accounts).map((cents, index) => cents + (moving[index] ?? 0));
      return moving.some((cents) => cents !== 0) ? { valuesCents, underWayCents: moving } : { valuesCents };
    },
    [household],
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

  return { series, compare: other };
}

function useMarks(operations: readonly Shown[], view: string): ChartMark[] {
  return useMemo(() => {
    const isAll = view === STORY || view === TOTAL || view === EACH;
    return operations
      .filter((o) => isAll || o.accountId === view || o.toAccountId === view)
      .map((o) => ({ day: o.date, kind: o.kind, label: o.description, amountCents: o.amountCents }));
  }, [operations, view]);
}
