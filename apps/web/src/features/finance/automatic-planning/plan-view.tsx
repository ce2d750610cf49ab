import { quarterEnd } from '@fibado/planning';
import { Alert, Button, Group, Paper, Switch, Text } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../../../components/states';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { BalancesView } from '../shared/balances-view';
import { accountNameIn } from '../shared/problem';
import type { QuarterData } from '../shared/queries';
import { Violations } from '../shared/violations';
import { AccountsComparison } from './accounts-comparison';
import { ConflictsPanel } from './conflicts-panel';
import { CutOffNote } from './cut-off-note';
import { Frontier } from './frontier';
import { LimitPrices } from './limit-prices';
import { nameOfWish, NO_WISHES, planChosen } from './plan-choices-model';
import { costsAfterwards, type Ground, marksOf, type ShownPlan, transferKey, wholeOf } from './plan-model';
import { NewMoneyNote } from './new-money-note';
import { PlannedLots } from './planned-lots';
import { householdWithLots } from './planned-lots-model';
import { ProofLine } from './proof-line';
import { ResultHeader } from './result-header';
import { TransfersTable } from './transfers-table';
import type { PlannerState, useAdoption } from './use-planner';
import { useWhyNot, WhyNot, withoutTransfer } from './why-not';

const LaterQuarters = lazy(async () => ({ default: (await import('./later-quarters')).LaterQuarters }));
const IseePricePanel = lazy(async () => ({ default: (await import('./isee-price')).IseePricePanel }));
const PlanChoices = lazy(async () => ({ default: (await import('./plan-choices')).PlanChoices }));

interface PlanViewProps {
  readonly data: QuarterData;
  readonly planner: PlannerState;
  readonly adoption: ReturnType<typeof useAdoption>;
  readonly shown: ShownPlan;
  readonly ground: Ground;
  /** What another plan would mind, where it does not stand beside this one. */
  readonly options: ReactNode;
}

/** A plan: its figures and the way to adopt it first, then its transfers, the balances, and questions about it. */
export function PlanView({ data, planner, adoption, shown, ground, options }: PlanViewProps) {
  const { result } = shown;
  const { plan, planned, present, chosen, dispatch, canWrite } = planner;
  const region = useFocusOnArrival(shown);
  const whyNot = useWhyNot(data.quarter.date, shown);
  // Questions are asked of the household as it is, with the plan's lots as it has them: a plan tried with another minimum
  // is none of its plans, and an incumbent is not the plan they would be answered for.
  const canAsk = shown.minBalanceCents === null && shown.isIncumbent !== true;
  if (result.status === 'INFEASIBLE')
    return (
      <>
        <div ref={region} tabIndex={-1}>
          <ConflictsPanel household={data} conflicts={result.conflicts} quarter={data.quarter.date} />
        </div>
        {options}
      </>
    );
  return (
    <>
      <div ref={region} tabIndex={-1}>
        <ResultHeader
          result={result}
          ground={ground}
          present={present.evaluation}
          planned={planned.evaluation}
          chosen={chosen.length}
          progress={<Progress data={data} planner={planner} shown={shown} />}
          actions={canWrite && <PlanActions planner={planner} adopt={adoption.adopt} />}
        />
      </div>
      {options}
      {planned.evaluation && <Violations household={data} violations={planned.evaluation.violations} />}
      {planned.evaluation && (
        <NewMoneyNote household={data} problem={planner.laid} evaluation={planned.evaluation} />
      )}
      {result.lots && <PlannedLots household={data} lots={result.lots} later={result.laterLots ?? []} />}
      {/* A plan over several quarters counts what comes after this one. */}
      {!result.horizon && <Afterwards data={data} planner={planner} />}
      <Suspense fallback={null}>{laterQuarters(data, result)}</Suspense>
      {canWrite && canAsk && varies(data) && (
        <Suspense fallback={null}>
          <PlanChoices
            key={result.inputHash}
            quarter={data.quarter.date}
            plan={shown}
            baselineCents={wholeOf(shown, ground).baselineCents}
            shown={shown.choice?.wishes ?? NO_WISHES}
            // A plan of no run was taken by hand as well.
            isTouched={plan.isTouched || (shown.runId === undefined && shown.choice === undefined)}
            onShow={(option) =>
              dispatch({ type: 'show', plan: planChosen(data.quarter.date, shown, option) })
            }
          />
        </Suspense>
      )}
      <Paper withBorder p="sm">
        <TransfersTable
          household={data}
          transfers={result.transfers}
          choices={plan.choices}
          effects={planner.effects}
          readOnly={!canWrite}
          onChoose={(transfer, choice) =>
            dispatch({ type: 'choose', choices: [[transferKey(transfer), choice]] })
          }
          onAsk={
            canAsk
              ? (transfer) => {
                  whyNot.ask(withoutTransfer(transfer));
                  document.getElementById('why-not')?.scrollIntoView({ block: 'nearest' });
                }
              : undefined
          }
          onChooseAll={(choice) =>
            dispatch({ type: 'choose', choices: result.transfers.map((one) => [transferKey(one), choice]) })
          }
        />
      </Paper>
      <PlanBalances data={data} planner={planner} describe={adoption.describe} />
      <IseeWeight planner={planner} />
      {canAsk && <Questions data={data} shown={shown} whyNot={whyNot} />}
      {shown.isIncumbent !== true && countsTransfersAlone(result) && (
        <Frontier
          key={result.inputHash}
          problem={planner.problem}
          shown={shown}
          ground={ground}
          onTake={(next) => dispatch({ type: 'show', plan: next })}
        />
      )}
    </>
  );
}

interface QuestionsProps {
  readonly data: QuarterData;
  readonly shown: ShownPlan;
  readonly whyNot: ReturnType<typeof useWhyNot>;
}

/** What another choice would cost, and what limits cost: of all quarters the plan looks at. */
function Questions({ data, shown, whyNot }: QuestionsProps) {
  const { t } = useTranslation();
  const { horizon, inputHash } = shown.result;
  const quarter = data.quarter.date;
  return (
    <>
      {horizon && (
        <Text size="sm">{t('FINANCE.PLANNING.LATER.QUESTIONS', { count: horizon.quarters.length })}</Text>
      )}
      <div id="why-not">
        <WhyNot data={data} to={horizon?.to ?? quarterEnd(quarter)} question={whyNot} />
      </div>
      <LimitPrices key={`prices ${inputHash}`} household={data} quarter={quarter} plan={shown} />
    </>
  );
}

function Progress({ data, planner, shown }: Pick<PlanViewProps, 'data' | 'planner' | 'shown'>) {
  const { t } = useTranslation();
  const { choice } = shown;
  return (
    <>
      {choice && (
        <Text size="sm">
          {t('FINANCE.CHOICES.ON_SCREEN', { plan: t(`FINANCE.CHOICES.${nameOfWish(choice.wishes)}`) })}
        </Text>
      )}
      <ProofLine planner={planner} shown={shown} />
      <CutOffNote data={data} options={shown.options} />
    </>
  );
}

/** What the plan weighs in a later ISEE declaration, for a person who asks. */
function IseeWeight({ planner: { base, chosen } }: Pick<PlanViewProps, 'planner'>) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Switch
        label={t('FINANCE.ISEE_PRICE.ASK')}
        checked={isAsked}
        onChange={(e) => setAsked(e.currentTarget.checked)}
      />
      {isAsked && (
        <Suspense fallback={<LoadingState />}>
          <IseePricePanel problem={base} transfers={chosen} />
        </Suspense>
      )}
    </>
  );
}

/** What a plan over several quarters intends after the one planned. */
const laterQuarters = (data: QuarterData, { horizon, later = [], lots }: ShownPlan['result']): ReactNode =>
  horizon && <LaterQuarters household={data} horizon={horizon} later={later} withLots={lots !== undefined} />;

/** Over several quarters lots are not taken as given: a plan with fewer transfers would lose them. */
const countsTransfersAlone = ({ later, lots = [], laterLots = [] }: ShownPlan['result']): boolean =>
  later === undefined || lots.length + laterLots.length === 0;

/** Whether anything still planned may come otherwise. */
const varies = ({ operations }: QuarterData): boolean =>
  operations.some(({ uncertainty, status }) => uncertainty !== undefined && status === 'PLANNED');

/** What transfers at the quarter's end cost after it, which the quarter's gain does not say. */
function Afterwards({ data, planner: { problem, chosen } }: Pick<PlanViewProps, 'data' | 'planner'>) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const name = accountNameIn(data);
  const costs = costsAfterwards(problem, chosen);
  if (costs.length === 0) return null;
  return (
    <Alert color="yellow" p="sm">
      {costs.map(({ transfer, perDayCents }) => (
        <Text key={transferKey(transfer)} size="sm">
          {t('FINANCE.TRANSFERS.AFTERWARDS', {
            amount: money(transfer.amountCents),
            from: name(transfer.fromAccountId),
            to: name(transfer.toAccountId),
            perDay: money(perDayCents),
          })}
        </Text>
      ))}
    </Alert>
  );
}

/** Moves the focus to a plan that has come, when it was on what started the run, or nowhere since that is disabled. */
function useFocusOnArrival({ runId, result }: ShownPlan) {
  const region = useRef<HTMLDivElement>(null);
  const arrived = runId ?? result.inputHash;
  useEffect(() => {
    const at = document.activeElement;
    if (at === null || at.matches('body, [data-starts-run]')) region.current?.focus();
  }, [arrived]);
  return region;
}

function PlanActions({
  planner: { isRunning, isBusy, isChanged, replacesSomething, chosen, lots, start },
  adopt,
}: {
  readonly planner: PlannerState;
  readonly adopt: ReturnType<typeof useAdoption>['adopt'];
}): ReactNode {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Button
        leftSection={<IconCheck size={16} aria-hidden />}
        loading={adopt.isPending}
        disabled={isBusy || !replacesSomething}
        onClick={() => adopt.mutate()}
      >
        {lots.length > 0
          ? t('FINANCE.PLANNING.LOTS.ACCEPT')
          : t('FINANCE.PLANNING.ACCEPT_N', { count: chosen.length })}
      </Button>
      <Button
        variant="light"
        disabled={!isChanged || isRunning}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => start(true)}
      >
        {t('FINANCE.PLANNING.AGAIN')}
      </Button>
    </Group>
  );
}

/** The balances with the plan, and what each account does beside the present plan. */
function PlanBalances({
  data,
  planner: { planned, present, base, chosen, lots, today },
  describe,
}: Pick<PlanViewProps, 'data' | 'planner'> & {
  readonly describe: ReturnType<typeof useAdoption>['describe'];
}) {
  const { t } = useTranslation();
  const operations = useMemo(
    () => [...base.operations, ...marksOf(chosen, describe)],
    [base.operations, chosen, describe],
  );
  const { evaluation } = present;
  const household = useMemo(() => householdWithLots(data, base, lots), [data, base, lots]);
  const before = useMemo(
    () => evaluation && { label: t('FINANCE.PLANNING.PRESENT'), evaluation, operations: data.operations },
    [evaluation, data.operations, t],
  );
  if (!planned.evaluation || !evaluation) return null;
  return (
    <>
      <Paper withBorder p="sm">
        <BalancesView
          title={t('FINANCE.PLANNING.BALANCES')}
          household={household}
          setups={data.quarter.setups}
          evaluation={planned.evaluation}
          compare={before}
          operations={operations}
          today={today}
          story
        />
      </Paper>
      <AccountsComparison household={household} present={evaluation} planned={planned.evaluation} />
    </>
  );
}
