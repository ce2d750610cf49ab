import { isApiError } from '@fibado/client';
import { operations as operationsApi, type OptimizerRunDetail } from '@fibado/contracts';
import { withoutOwnLots } from '@fibado/planning';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toastDone, toastUndo } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { nameIn, problemOf, problemOperations, referee } from '../shared/problem';
import { isDecided } from '../dashboard/view-models';
import { type QuarterData, refreshFinance, summaryQuery } from '../shared/queries';
import { useSearchParam } from '../shared/search-param';
import { defaultOptions } from './options-panel';
import {
  chosenTransfers,
  choiceOf,
  groundOf,
  operationsOf,
  optionsToSend,
  type PlanOptions,
  type ProposedTransfer,
  type ShownPlan,
  shownOf,
  switchEffects,
  withoutMovable,
} from './plan-model';
import { NO_PLAN, planReducer } from './plan-state';
import { lotsToBreak, lotsToSave, type PlannedLot, withPlannedLots } from './planned-lots-model';
import { runQuery } from './run-queries';
import { useRun } from './use-run';

/** The planner's page: options, the run in progress, the plan shown, what is chosen of it, and adopting it. */
export function usePlanner(data: QuarterData) {
  const isWriter = useCanWrite();
  const canWrite = isWriter && data.quarter.state !== 'CLOSED';
  const today = todayOf();
  const [options, setOptions] = useState<PlanOptions>(() =>
    defaultOptions(data.quarter.date, today, data.settings),
  );
  const [plan, dispatch] = useReducer(planReducer, NO_PLAN);
  const [failed, setFailed] = useState<OptimizerRunDetail>();
  const problem = useMemo(
    () => problemOf(data, data.quarter.date, data.quarter.setups, problemOperations(data.operations)),
    [data],
  );
  const { run, running, starting, error } = useRun(
    data.quarter.date,
    problem,
    useMemo(
      () => ({
        onPlan: (next: ShownPlan) => {
          dispatch({ type: 'offer', plan: next });
          setFailed(undefined);
        },
        onFailure: setFailed,
      }),
      [],
    ),
  );
  const ids = { shown: plan.shown?.runId, running: running?.runId, failed: failed?.runId };
  const { showRun, named } = useNamedRun(ids, (next) => {
    dispatch({ type: 'show', plan: next });
    setFailed(undefined);
  });
  usePreparedPlan(data.quarter.date, named === '' && !plan.shown && !running && !starting, showRun);
  const result = plan.shown?.result;
  // What a run still has to prove is no reason to wait: its incumbent may be adopted, another plan's may not.
  const isOfRun = running?.runId !== undefined && running.runId === plan.shown?.runId;
  const isBusy = starting || (running !== undefined && !isOfRun);
  useUnsavedChanges(plan.isTouched && result !== undefined);
  return {
    canWrite,
    isWriter,
    today,
    options,
    setOptions,
    plan,
    dispatch,
    failed,
    running,
    isRunning: running !== undefined || starting,
    isBusy,
    error,
    showRun,
    start: (again: boolean) => {
      setFailed(undefined);
      run({
        options,
        send:
          again && result ? optionsToSend(options, result.transfers, plan.choices) : optionsToSend(options),
      });
    },
    ...usePlanFigures(problem, plan),
  };
}

export type PlannerState = ReturnType<typeof usePlanner>;

const NO_LOTS: readonly PlannedLot[] = [];

/** The referee's figures of the plan as it is chosen. */
function usePlanFigures(
  problem: ReturnType<typeof problemOf>,
  { shown, choices }: ReturnType<typeof planReducer>,
) {
  const result = shown?.result;
  const plannedFrom = shown?.options.from ?? null;
  const lots = result?.lots ?? NO_LOTS;
  const present = useMemo(() => referee(problem), [problem]);
  const base = useMemo(
    () => withoutOwnLots(withoutMovable(problem, plannedFrom), lots),
    [problem, plannedFrom, lots],
  );
  const laid = useMemo(() => withPlannedLots(base, lots), [base, lots]);
  const chosen = useMemo(() => (result ? chosenTransfers(result.transfers, choices) : []), [result, choices]);
  const planned = useMemo(() => referee(laid, chosen), [laid, chosen]);
  const ground = useMemo(() => result && groundOf(base, result), [base, result]);
  const effects = useMemo(
    () => switchEffects(laid, result?.transfers ?? [], choices),
    [laid, result, choices],
  );
  return {
    problem,
    base,
    /** With the plan's lots. */
    laid,
    present,
    chosen,
    lots,
    planned,
    ground,
    effects,
    // A plan without transfers changes something only where an earlier one is taken away.
    replacesSomething:
      chosen.length > 0 || lots.length > 0 || base.operations.length < problem.operations.length,
    isChanged: result?.transfers.some((one) => choiceOf(choices, one) !== 'ON') ?? false,
  };
}

interface RunIds {
  readonly shown: string | undefined;
  readonly running: string | undefined;
  readonly failed: string | undefined;
}

/** The run under way, or else the one whose plan is shown, stands in the address, so that a reload or a shared link shows it again. */
function useNamedRun({ shown, running, failed }: RunIds, onPlan: (plan: ShownPlan) => void) {
  const queryClient = useQueryClient();
  const [named, setNamed] = useSearchParam('run');
  // The address follows a render later.
  const written = useRef<string>(undefined);
  const rename = useEffectEvent((id: string | undefined) => {
    if (id === undefined || id === (written.current ?? named)) return;
    written.current = id;
    setNamed(id);
  });
  // A run that has ended is no longer under way before its plan, or that it has none, is known: until then it is named.
  const renameToShown = useEffectEvent(() => {
    if (running === undefined) rename(shown);
  });
  useEffect(() => rename(running), [running]);
  useEffect(() => renameToShown(), [shown, failed]);
  const show = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: (id: string) => queryClient.fetchQuery({ ...runQuery(id), staleTime: 0 }),
    onSuccess: (run) => {
      const plan = shownOf(run);
      if (plan && (run.state !== 'RUNNING' || run.kind !== 'PLAN')) onPlan(plan);
    },
    // A link to a run that was dropped.
    onError: () => {
      written.current = undefined;
      setNamed('');
    },
  });
  const showNamed = useEffectEvent((id: string) => {
    if (id === written.current) return;
    written.current = id;
    show.mutate(id);
  });
  useEffect(() => {
    if (named !== '') showNamed(named);
  }, [named]);
  return { showRun: show.mutate, named };
}

/** The page opens with the newest plan that still holds, such as the one made after the last save. */
function usePreparedPlan(quarter: string, isOpen: boolean, show: (id: string) => void) {
  const { data } = useQuery({ ...summaryQuery(quarter), enabled: isOpen });
  const plan = data?.latestPlan;
  const ready = isOpen && plan && !plan.stale && !isDecided(data) ? plan.runId : undefined;
  const open = useEffectEvent(show);
  useEffect(() => {
    if (ready !== undefined) open(ready);
  }, [ready]);
}

/** Takes the chosen transfers up as planned operations, and leads to the dashboard. */
export function useAdoption(data: QuarterData, { plan, dispatch, lots }: PlannerState) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const name = useMemo(() => nameIn(data.accounts), [data.accounts]);
  const describe = useCallback(
    (transfer: ProposedTransfer) =>
      t('FINANCE.PLANNING.CAUSALE', { from: name(transfer.fromAccountId), to: name(transfer.toAccountId) }),
    [t, name],
  );
  const { shown, choices } = plan;
  const save = (acceptedRunId: string | undefined) =>
    client.call(operationsApi.saveBulk, {
      body: {
        operations: operationsOf(data.quarter.date, shown?.result.transfers ?? [], choices, describe),
        replaceOptimizer: {
          quarter: data.quarter.date,
          ...(shown?.options.from === undefined ? {} : { from: shown.options.from }),
        },
        ...(acceptedRunId === undefined ? {} : { acceptedRunId }),
        ...bodyOfLots(lots, data),
      },
      idempotencyKey: crypto.randomUUID(),
    });
  const takeBack = useTakeBack(data.quarter.date);
  const adopt = useMutation({
    mutationFn: async () => {
      try {
        return await save(shown?.runId);
      } catch (error) {
        // The run ended with another plan a moment ago: what is on screen is adopted, as the plan of no run.
        const isOutdated = shown?.isIncumbent === true && isApiError(error) && error.code === 'VALIDATION';
        if (!isOutdated) throw error;
        return save(undefined);
      }
    },
    onSuccess: async (saved) => {
      // Committed at once: the guard against leaving must know before the page is left.
      flushSync(() => dispatch({ type: 'clear' }));
      await refreshFinance(queryClient);
      const transfers = t('FINANCE.PLANNING.ACCEPTED', { count: saved.operations.length });
      const opened = saved.lots?.filter(({ id }) => !isKnown(data, id)).length ?? 0;
      const broken = (saved.lots?.length ?? 0) - opened;
      toastUndo(
        [
          transfers,
          ...(opened === 0 ? [] : [t('FINANCE.PLANNING.LOTS.OPENED', { count: opened })]),
          ...(broken === 0 ? [] : [t('FINANCE.PLANNING.LOTS.BROKEN', { count: broken })]),
        ].join(' '),
        () => takeBack.mutate(),
      );
      await navigate(`/fibado/dashboard?quarter=${data.quarter.date}`);
    },
  });
  return { adopt, describe };
}

const isKnown = ({ lots = [] }: QuarterData, lotId: string): boolean => lots.some(({ id }) => id === lotId);

/** What applying a plan does to lots: it opens some, and breaks others. */
function bodyOfLots(lots: readonly PlannedLot[], { quarter, lots: recorded }: QuarterData) {
  const breakLots = lotsToBreak(lots, quarter.date, recorded);
  return {
    ...(lots.length === 0 ? {} : { lots: lotsToSave(lots, quarter.date) }),
    ...(breakLots.length === 0 ? {} : { breakLots }),
  };
}

/** Undoes the plan just applied: its transfers and lots go, and what it replaced comes back. */
function useTakeBack(quarter: string) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(operationsApi.takeBackPlan, { params: { quarter } }),
    onSuccess: async () => {
      await refreshFinance(queryClient);
      toastDone(t('FINANCE.PLANNING.TAKEN_BACK'));
    },
  });
}
