import { Alert, Grid, Paper, Stack, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { useCommands, useShortcuts } from '../../../lib/shortcuts';
import { BalancesView } from '../shared/balances-view';
import { QuestionState } from '../shared/question-state';
import type { QuarterData } from '../shared/queries';
import { Violations } from '../shared/violations';
import { OptionsPanel } from './options-panel';
import { PlanView } from './plan-view';
import { RunHistory } from './run-history';
import { RunPanel } from './run-panel';
import { type PlannerState, useAdoption, usePlanner } from './use-planner';

/**
 * Options, a run, and its plan beside the present one, with every switch replayed by the referee at once. On a narrow
 * screen the plan comes first and the options are folded under its figures.
 */
export function Planner({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  const planner = usePlanner(data);
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const adoption = useAdoption(data, planner);
  const { canWrite, running, failed, error, plan } = planner;
  usePlannerKeys(planner, adoption);

  if (data.quarter.setups.length === 0)
    return <Alert color="yellow">{t('FINANCE.PLANNING.NO_SETUPS')}</Alert>;
  const options = canWrite && (
    <OptionsPanel
      options={planner.options}
      onChange={planner.setOptions}
      settings={data.settings}
      quarter={data.quarter.date}
      hasOffers={(data.offers ?? []).length > 0}
      disabled={planner.isRunning}
      folds={isNarrow}
      hasPlan={plan.shown !== undefined}
      onRun={() => planner.start(false)}
    />
  );
  const isBeside = canWrite && !isNarrow;
  return (
    <Grid gap="md">
      {isBeside && <Grid.Col span={3}>{options}</Grid.Col>}
      <Grid.Col span={isBeside ? 9 : 12}>
        <Stack gap="md">
          {isNarrow && !plan.shown && options}
          <Announcement planner={planner} />
          {running && running.runId !== (plan.shown?.runId ?? '') && <RunPanel running={running} />}
          {failed && !running && (
            <Alert color={failed.state === 'CANCELLED' ? 'gray' : 'red'} role="status">
              {failed.state === 'CANCELLED'
                ? t('FINANCE.RUN.CANCELLED')
                : t(`FINANCE.RUNS.FAILURE.${failed.failure ?? 'ERROR'}`)}
            </Alert>
          )}
          {error !== undefined && <QuestionState question={{ underWay: undefined, error }} />}
          {plan.shown && planner.ground ? (
            <PlanView
              data={data}
              planner={planner}
              adoption={adoption}
              shown={plan.shown}
              ground={planner.ground}
              options={isNarrow && options}
            />
          ) : (
            <PresentPlan data={data} planner={planner} />
          )}
          <RunHistory quarter={data.quarter.date} canWrite={canWrite} onShow={planner.showRun} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** The keys of the page, and what the palette offers: computing a plan, and applying the one on screen. */
function usePlannerKeys(planner: PlannerState, { adopt }: ReturnType<typeof useAdoption>): void {
  const { t } = useTranslation();
  const { canWrite, isBusy, replacesSomething, plan } = planner;
  const result = plan.shown?.result;
  const canApply =
    canWrite &&
    !isBusy &&
    !adopt.isPending &&
    replacesSomething &&
    result !== undefined &&
    result.status !== 'INFEASIBLE';
  const { mutate: apply } = adopt;
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'mod+Enter',
          label: 'FINANCE.KEYS.ACCEPT_PLAN',
          run: () => {
            if (canApply) apply();
          },
        },
      ],
      [apply, canApply],
    ),
  );
  useCommands(
    useMemo(() => {
      const compute = { id: 'plan-compute', label: t('FINANCE.OPTION.RUN'), run: () => planner.start(false) };
      const label = t('FINANCE.PLANNING.ACCEPT_N', { count: planner.chosen.length });
      return [
        ...(planner.canWrite && !planner.isRunning ? [compute] : []),
        ...(canApply ? [{ id: 'plan-apply', label, run: () => apply() }] : []),
      ];
    }, [t, planner, canApply, apply]),
  );
}

/** Says aloud what the run has come to; nothing of it is seen. */
function Announcement({ planner: { plan, ground, running } }: { readonly planner: PlannerState }) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const { shown, better } = plan;
  const told = better ?? shown;
  const gain = ground && money(ground.wholeCents - ground.baselineCents, { sign: true });
  const text =
    told === undefined || told.result.status === 'INFEASIBLE'
      ? ''
      : better
        ? t('FINANCE.RUN.BETTER')
        : told.isIncumbent === true
          ? t(running ? 'FINANCE.RUN.FOUND_SO_FAR' : 'FINANCE.RUN.FOUND_UNPROVEN', {
              gain,
              count: told.result.transfers.length,
            })
          : t('FINANCE.RUN.READY', { gain, count: told.result.transfers.length });
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

/** What there is before a plan: what to do first, and the quarter as it stands. */
function PresentPlan({ data, planner }: { readonly data: QuarterData; readonly planner: PlannerState }) {
  const { t } = useTranslation();
  const { canWrite, isWriter, isRunning, present } = planner;
  const hint = canWrite
    ? 'FINANCE.PLANNING.START'
    : isWriter
      ? 'FINANCE.QUARTER.CLOSED_READ_ONLY'
      : 'FINANCE.READ_ONLY';
  return (
    <>
      {!isRunning && <Alert color={canWrite ? 'teal' : 'gray'}>{t(hint)}</Alert>}
      {present.evaluation && (
        <>
          <Violations household={data} violations={present.evaluation.violations} />
          <Paper withBorder p="sm">
            <BalancesView
              title={t('FINANCE.PLANNING.PRESENT')}
              household={data}
              setups={data.quarter.setups}
              evaluation={present.evaluation}
              operations={data.operations}
              today={planner.today}
              story
            />
          </Paper>
        </>
      )}
    </>
  );
}
