import type { RunFailure } from '@fibado/contracts';
import type { PoolReason } from '../../platform/jobs/worker-pool.js';

export const FAILURES: Readonly<Record<PoolReason, RunFailure>> = {
  BUSY: 'NO_SOLVER',
  LATE: 'OUT_OF_TIME',
  OVERFLOW: 'OUT_OF_MEMORY',
};

/** A run that ended without an answer, for a reason that is no fault of the program. */
export class SolveError extends Error {
  override readonly name = 'SolveError';
  constructor(readonly failure: RunFailure) {
    super(failure);
  }
}
