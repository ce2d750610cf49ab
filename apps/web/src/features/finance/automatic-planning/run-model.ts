import type { OptimizerRun, RunProgress, RunState } from '@fibado/contracts';

/** What a run said of itself at one moment. */
export type RunSample = RunProgress;

/** Whether a run has ended, one way or another. */
export const isOver = (state: RunState): boolean => state !== 'QUEUED' && state !== 'RUNNING';

/** The samples with one more; a moment already heard of is not told twice. */
export function withSample(samples: readonly RunSample[], next: RunSample | undefined): readonly RunSample[] {
  if (!next || samples.some((one) => one.elapsedMs === next.elapsedMs && one.phase === next.phase))
    return samples;
  return [...samples, next];
}

/** What a repetition says: the plan is the same, or what differs. */
export type Verdict = 'SAME_PLAN' | 'OTHER_PLAN' | 'OTHER_ENGINE' | 'OTHER_INPUT';

/** Undefined while the repetition has not ended, or where it ended without a plan. */
export function verdictOf(run: OptimizerRun): Verdict | undefined {
  if (run.state !== 'DONE' || run.repeat?.samePlan === undefined) return undefined;
  if (run.repeat.samePlan) return 'SAME_PLAN';
  if (!run.repeat.sameInput) return 'OTHER_INPUT';
  return run.repeat.sameEngine === false ? 'OTHER_ENGINE' : 'OTHER_PLAN';
}
