import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { isStale } from '../ledger/plan-basis.js';
import { RunRequests } from '../solver/run-requests.js';
import { QuarterPlan } from './quarter-plan.js';

/** Time limit of an automatic plan, milliseconds. */
const TIME_LIMIT_MS = 3000;

/** Enqueues a plan of a quarter in the background where the newest one no longer holds. */
@Injectable()
export class PlanRefresh {
  constructor(
    private readonly plans: QuarterPlan,
    private readonly runs: OptimizerRunsRepository,
    private readonly requests: RunRequests,
  ) {}

  /** A quarter that cannot be planned, because figures are missing or it is too large, is left alone. */
  async prepare(scope: TenantScope, quarter: QuarterDate): Promise<void> {
    await this.requests.dropAutomatic(scope, quarter);
    try {
      const wanted = await this.plans.wanted(scope, { quarter, options: { timeLimitMs: TIME_LIMIT_MS } });
      const newest = await this.runs.newestPlan(scope, quarter);
      if (newest && !isStale(newest, wanted.problem)) return;
      await this.requests.prepare(scope, wanted);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** Takes back what waits or is being computed. */
  stop(scope: TenantScope): Promise<void> {
    return this.requests.dropAutomatic(scope);
  }
}
