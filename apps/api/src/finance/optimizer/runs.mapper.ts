import type { OptimizeResultBody, OptimizerRun, OptimizerRunDetail } from '@fibado/contracts';
import { orAbsent } from '../shared/absent.js';
import type { RunOutline } from './optimizer-runs.repository.js';

/** @param now what a run that works has worked for is counted up to this moment. */
export function toRun(row: RunOutline, now: Date): OptimizerRun {
  if (row.kind === 'TRIAL' || row.quarter === null) throw new Error('A trial is shown to nobody');
  return {
    ...{ runId: row.id, quarter: row.quarter, kind: row.kind, state: row.state },
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    startedAt: row.startedAt?.toISOString(),
    finishedAt: row.finishedAt?.toISOString(),
    options: row.options as OptimizerRun['options'],
    inputHash: row.inputHash,
    revision: orAbsent(row.revision),
    engine: orAbsent(row.engine),
    resultHash: orAbsent(row.resultHash),
    progress: progressOf(row, now),
    failure: orAbsent(row.failure),
    outcome: orAbsent(row.outcome),
    acceptedAt: row.acceptedAt?.toISOString(),
    repeatable: row.repeatable,
    repeat: orAbsent(row.repeat),
  };
}

export function toDetail(run: OptimizerRun, result: OptimizeResultBody | undefined): OptimizerRunDetail {
  return result ? { ...run, result } : run;
}

/** A solver says nothing for a while now and then; the time goes on all the same. */
function progressOf({ state, startedAt, progress }: RunOutline, now: Date): OptimizerRun['progress'] {
  if (state !== 'RUNNING' || !startedAt) return undefined;
  const elapsedMs = Math.max(progress?.elapsedMs ?? 0, now.getTime() - startedAt.getTime());
  return { phase: 'SOLVING', ...progress, elapsedMs };
}
