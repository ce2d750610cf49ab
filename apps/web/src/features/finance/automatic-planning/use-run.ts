import { optimizer, type OptimizeResultBody } from '@fibado/contracts';
import type { Problem } from '@fibado/planning';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../lib/client';
import { optionsToSend, type PlanOptions } from './plan-model';

export interface RunRequest {
  readonly options: PlanOptions;
  /** What the household fixed and switched off; see `optionsToSend`. */
  readonly send: ReturnType<typeof optionsToSend>;
}

/** A run under way: how long it has been working, and a way to stop it. */
export interface Running {
  readonly elapsedMs: number;
  readonly limitMs: number;
  readonly cancel: () => void;
}

const TICK_MS = 200;

/**
 * Runs the optimizer on a quarter. A changed minimum makes it another problem than the stored one: that is worked out
 * without storing it. Cancelling closes the connection, and the server stops the solver.
 */
export function useRun(quarter: string, problem: Problem, onResult: (result: OptimizeResultBody) => void) {
  const controller = useRef<AbortController>(undefined);
  const [started, setStarted] = useState<{ readonly at: number; readonly limitMs: number }>();
  const [elapsedMs, setElapsed] = useState(0);

  const mutation = useMutation({
    meta: { blocking: false },
    mutationFn: async ({ options, send }: RunRequest): Promise<OptimizeResultBody | undefined> => {
      const abort = new AbortController();
      controller.current = abort;
      setElapsed(0);
      setStarted({ at: Date.now(), limitMs: options.timeLimitMs });
      try {
        if (options.minBalanceCents !== null) {
          const settings = { ...problem.settings, minBalanceCents: options.minBalanceCents };
          const body = { problem: wire({ ...problem, settings }), options: send };
          return await client.call(optimizer.whatIf, { body, signal: abort.signal });
        }
        const run = await client.call(optimizer.optimize, {
          body: { quarter, options: send },
          signal: abort.signal,
        });
        return run.result;
      } catch (error) {
        // Cancelled by the person: nothing went wrong.
        if (abort.signal.aborted) return undefined;
        throw error;
      } finally {
        setStarted(undefined);
      }
    },
    onSuccess: (result) => {
      if (result) onResult(result);
    },
  });

  useEffect(() => {
    if (!started) return;
    const timer = setInterval(() => setElapsed(Date.now() - started.at), TICK_MS);
    return () => clearInterval(timer);
  }, [started]);
  useEffect(() => () => controller.current?.abort(), []);

  const running: Running | undefined = started && {
    elapsedMs,
    limitMs: started.limitMs,
    cancel: () => controller.current?.abort(),
  };
  return { run: mutation.mutate, running };
}

/** The problem as the contract types it: the same data, with lists that may be written to. */
export function wire(problem: Problem) {
  return {
    ...problem,
    banks: [...problem.banks],
    accountGroups: problem.accountGroups.map((g) => ({ ...g, holders: [...g.holders] })),
    accounts: problem.accounts.map((a) => ({
      ...a,
      rates: a.rates.map((p) => ({ ...p, tiers: [...p.tiers] })),
    })),
    setups: [...problem.setups],
    operations: [...problem.operations],
  };
}
