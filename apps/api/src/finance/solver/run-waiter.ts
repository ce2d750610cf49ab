import type { OptimizeResultBody } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import type { Session } from '../../platform/auth/session.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { JobNotices } from '../../platform/jobs/job-notices.js';
import type { OptimizerRunEntity } from '../ledger/optimizer-run.entity.js';
import { RunCancellation } from './run-cancellation.js';
import { RunStates } from './run-states.js';
import { RunTurns } from './run-turns.js';

/** Requests that wait for the end of a run. */
@Injectable()
export class RunWaiter {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly states: RunStates,
    private readonly turns: RunTurns,
    private readonly notices: JobNotices,
    private readonly cancellation: RunCancellation,
  ) {}

  /** Waits for the plan of a run. @throws DomainError as `done` does. */
  async plan(
    session: Session,
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly createdAt: Date; readonly result: OptimizeResultBody }> {
    const run = await this.done(session, id, signal);
    return { createdAt: run.createdAt, result: resultOf(run) };
  }

  /**
   * Waits until a run has ended.
   * @throws DomainError SERVICE_UNAVAILABLE when no solver works, NO_PLAN_IN_TIME when the solver gave up, CANCELLED
   *   when the caller went away or the run was cancelled meanwhile.
   */
  async done(session: Session, id: string, signal: AbortSignal): Promise<OptimizerRunEntity> {
    const ref = { tenantId: session.tenantId, id };
    const patience = () => performance.now() + this.env.SOLVER_WAIT_SECONDS * 1000;
    let until = patience();
    const look = async () => {
      const { run, isLeased } = await this.states.look(ref);
      if (run?.state !== 'QUEUED' && run?.state !== 'RUNNING') return { run };
      // While solvers work, its turn comes; one that dies is replaced, and the wait for another one begins anew.
      if (isLeased || (await this.turns.isServed(ref))) until = patience();
      else if (performance.now() > until) await this.states.expire(ref);
      return undefined;
    };
    try {
      const { run } = await this.notices.until(id, look, signal);
      if (run?.state === 'DONE') return run;
      throw run?.state === 'FAILED' ? failureOf(run) : new DomainError('CANCELLED');
    } catch (error) {
      if (!signal.aborted) throw error;
      await this.cancellation.cancel(session, id);
      throw new DomainError('CANCELLED');
    }
  }
}

/** @throws Error of a run that was asked a question. */
export function resultOf({ id, result }: OptimizerRunEntity): OptimizeResultBody {
  if (!result) throw new Error(`Run ${id} is done and has no plan`);
  return result;
}

/** What a caller who waited is told. */
function failureOf({ id, failure }: OptimizerRunEntity): Error {
  if (failure === 'ERROR' || failure === 'CRASHED') return new Error(`Run ${id} ended: ${failure}`);
  return new DomainError(failure === 'NO_SOLVER' ? 'SERVICE_UNAVAILABLE' : 'NO_PLAN_IN_TIME');
}
