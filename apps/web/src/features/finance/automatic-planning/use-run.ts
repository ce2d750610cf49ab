import { isApiError } from '@fibado/client';
import { optimizer, type OptimizerRunDetail } from '@fibado/contracts';
import type { Problem } from '@fibado/planning';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../lib/client';
import { storedSession } from '../../../lib/stored-session';
import { pendingRuns } from '../shared/pending-runs';
import { refreshFinance } from '../shared/queries';
import { type UnderWay, useElapsedWith, useQuestion } from '../shared/use-question';
import { type optionsToSend, type PlanOptions, type ShownPlan, shownOf } from './plan-model';
import { isOver, type RunSample, withSample } from './run-model';
import { runQuery, runsQuery } from './run-queries';

export interface RunRequest {
  readonly options: PlanOptions;
  /** What the household fixed and switched off; see `optionsToSend`. */
  readonly send: ReturnType<typeof optionsToSend>;
}

/** A run under way: how far it is, and a way to stop it. */
export interface Running extends UnderWay {
  /** Absent of a plan that is tried and not stored. */
  readonly runId?: string;
  readonly state: 'QUEUED' | 'RUNNING';
  /** Its place in the queue while it is QUEUED, 1 is next. */
  readonly position?: number | undefined;
  readonly phase: 'SOLVING' | 'EXPLAINING' | undefined;
  /** What it said of itself, one after the other. */
  readonly samples: readonly RunSample[];
}

const POLL_MS = 500;
/** Polling interval until the first incumbent, while the user waits. */
const EARLY_POLL_MS = 200;
const DEFAULT_LIMIT_MS = 10_000;

interface RunAnswers {
  /** Its best plan so far, each time there is a better one, and its result. */
  readonly onPlan: (plan: ShownPlan) => void;
  /** It ended without a plan: cancelled or failed. */
  readonly onFailure: (run: OptimizerRunDetail) => void;
}

/**
 * Runs the optimizer on a quarter. The run is the server's: it is asked how far it is, it goes on when the page is
 * left, and one found at work when the page is opened is followed. A changed minimum makes it another problem than
 * the stored one: that is worked out without storing it, and leaving gives it up.
 */
export function useRun(quarter: string, problem: Problem, { onPlan, onFailure }: RunAnswers) {
  const queryClient = useQueryClient();
  const [followed, setFollowed] = useState<string>();
  const [samples, setSamples] = useState<readonly RunSample[]>([]);

  const follow = (runId: string) => {
    setSamples([]);
    setFollowed(runId);
  };
  const runs = useQuery(runsQuery(quarter));
  const working = runs.data?.items.find((one) => one.kind === 'PLAN' && !isOver(one.state))?.runId;
  const [noticed, setNoticed] = useState<string>();
  // The newest stand first: one that was at work already does not replace one that was started after it.
  const placeOf = (runId: string) => runs.data?.items.findIndex((one) => one.runId === runId) ?? -1;
  const isNewer = (runId: string) => followed === undefined || placeOf(followed) > placeOf(runId);
  if (working !== undefined && working !== noticed && isNewer(working)) {
    setNoticed(working);
    follow(working);
  }

  const run = useQuery({
    ...runQuery(followed ?? ''),
    enabled: followed !== undefined,
    refetchInterval: ({ state }) =>
      isRefused(state.error) || (state.data && isOver(state.data.state))
        ? false
        : state.data?.incumbent
          ? POLL_MS
          : EARLY_POLL_MS,
    staleTime: 0,
  });
  // The failure was told when it came; asking again would only bring it again.
  if (followed !== undefined && isRefused(run.error)) setFollowed(undefined);
  const now = run.data?.runId === followed ? run.data : undefined;
  const sample = now?.progress;
  const [seen, setSeen] = useState(sample);
  if (sample !== seen) {
    setSeen(sample);
    setSamples((old) => withSample(old, sample));
  }
  const ended = now && isOver(now.state) ? now : undefined;
  const found = now && !ended && now.incumbent ? now : undefined;
  useReports(found, ended, { onPlan, onFailure });

  const start = useMutation({
    meta: { blocking: false },
    mutationFn: (send: RunRequest['send']) => startRun(quarter, send),
    onSuccess: async (started) => {
      setNoticed(started.runId);
      follow(started.runId);
      await queryClient.invalidateQueries({ queryKey: runsQuery(quarter).queryKey });
    },
  });
  const stop = useMutation({
    meta: { blocking: false },
    mutationFn: (id: string) => client.call(optimizer.cancelRun, { params: { id } }),
    onSettled: (_run, _error, id) => queryClient.invalidateQueries({ queryKey: runQuery(id).queryKey }),
  });
  const unstored = useQuestion(DEFAULT_LIMIT_MS, async ({ options, send }: RunRequest, signal) => {
    const minBalanceCents = options.minBalanceCents ?? problem.settings.minBalanceCents;
    const body = {
      problem: { ...problem, settings: { ...problem.settings, minBalanceCents } },
      options: send,
    };
    const result = await client.call(optimizer.whatIf, { body, signal });
    onPlan({ result, options: send, minBalanceCents });
    return result;
  });

  const waited = useElapsedWith(ended ? undefined : followed);
  const limitMs = now?.options.timeLimitMs ?? DEFAULT_LIMIT_MS;
  const running: Running | undefined =
    followed !== undefined && !ended
      ? {
          runId: followed,
          elapsedMs: sample?.elapsedMs ?? waited,
          limitMs,
          state: now?.state === 'RUNNING' ? 'RUNNING' : 'QUEUED',
          position: now?.position,
          phase: sample?.phase,
          samples,
          cancel: () => stop.mutate(followed),
        }
      : unstored.underWay && { ...unstored.underWay, state: 'RUNNING', phase: 'SOLVING', samples: [] };
  return {
    run: (request: RunRequest) => {
      if (request.options.minBalanceCents === null) start.mutate(request.send);
      else unstored.ask(request);
    },
    running,
    starting: start.isPending,
    error: unstored.error,
  };
}

/** Reports each better plan of a run once, and its end once. */
function useReports(
  found: OptimizerRunDetail | undefined,
  ended: OptimizerRunDetail | undefined,
  { onPlan, onFailure }: RunAnswers,
): void {
  const queryClient = useQueryClient();
  const offered = useRef<string>(undefined);
  useEffect(() => {
    if (!found) return;
    const which = `${found.runId} ${String(found.incumbent?.objectiveCents)}`;
    const plan = shownOf(found);
    if (!plan || offered.current === which) return;
    offered.current = which;
    onPlan(plan);
  }, [found, onPlan]);
  // Told once: what follows asks for everything of finance again, and so for this run.
  const told = useRef<string>(undefined);
  useEffect(() => {
    if (!ended || told.current === ended.runId) return;
    told.current = ended.runId;
    // What a cancelled or failed run had found stays.
    const plan = shownOf(ended);
    if (plan) onPlan(plan);
    if (ended.state !== 'DONE') onFailure(ended);
    void refreshFinance(queryClient);
  }, [ended, onPlan, onFailure, queryClient]);
}

/** Starts a run, whose end is told wherever the person is by then. */
async function startRun(quarter: string, send: RunRequest['send']) {
  const run = await client.call(optimizer.startRun, { body: { quarter, options: send } });
  const tenant = storedSession.tenant();
  if (tenant !== undefined) pendingRuns.add({ runId: run.runId, quarter, tenant });
  return run;
}

/** Whether asking again is of no use: the API said no. One who signs in again goes on following. */
const isRefused = (error: unknown): boolean => isApiError(error) && error.code !== 'UNAUTHENTICATED';
