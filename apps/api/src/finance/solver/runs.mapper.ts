import type { OptimizerRun, OptimizerRunDetail } from '@fibado/contracts';
import { orAbsent } from '../shared/absent.js';
import type { OptimizerRunEntity } from '../ledger/optimizer-run.entity.js';
import type { RunOutline } from '../ledger/optimizer-runs.repository.js';

/** @param now what a run that works has worked for is counted up to this moment. */
export function toRun(row: RunOutline, now: Date): OptimizerRun {
  if (row.kind === 'TRIAL' || row.quarter === null) throw new Error('A trial is never listed');
  return {
    runId: row.id,
    quarter: row.quarter,
    kind: row.kind,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    ...(row.automatic ? { automatic: true } : {}),
    startedAt: row.startedAt?.toISOString(),
    finishedAt: row.finishedAt?.toISOString(),
    options: row.options,
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

/** The plan of a run that is DONE, and the best one so far of any other. */
export function toDetail(
  run: OptimizerRun,
  row: Pick<OptimizerRunEntity, 'result' | 'incumbent'> | null,
): OptimizerRunDetail {
  if (row?.result) return { ...run, result: row.result };
  return row?.incumbent ? { ...run, incumbent: row.incumbent } : run;
}

/** A solver says nothing for a while now and then; the time goes on all the same. */
function progressOf({ state, startedAt, progress }: RunOutline, now: Date): OptimizerRun['progress'] {
  if (state !== 'RUNNING' || !startedAt) return undefined;
  const elapsedMs = Math.max(progress?.elapsedMs ?? 0, now.getTime() - startedAt.getTime());
  return { phase: 'SOLVING', ...progress, elapsedMs };
}
