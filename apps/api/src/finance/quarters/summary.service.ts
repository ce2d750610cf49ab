import type { Summary } from '@fibado/contracts';
import { evaluate, type Problem, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { PlanStore } from '../ledger/plan-store.js';
import { ProblemService } from '../problem/problem.service.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toActuals } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { sealOf } from './seal.js';

/** Every figure of a quarter; all of them come from the referee. */
@Injectable()
export class SummaryService {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly problems: ProblemService,
    private readonly plans: PlanStore,
  ) {}

  async of(scope: TenantScope, date: QuarterDate): Promise<Summary> {
    const quarter = await this.gate.expect(scope, date);
    const problem = await this.problems.of(scope, quarter);
    return {
      quarter: date,
      state: quarter.state,
      evaluation: evaluate(problem),
      sealed: this.sealed(quarter, problem),
      actuals:
        quarter.state === 'CLOSED' ? (await this.rows.closings(scope, date)).map(toActuals) : undefined,
      latestPlan: await this.plans.latest(scope, quarter, problem),
      planUnderWay: await this.plans.isUnderWay(scope, date),
      acceptedPlan: this.accepted(quarter),
    };
  }

  private accepted({ acceptedPlan }: QuarterEntity): Summary['acceptedPlan'] {
    return acceptedPlan ? { acceptedAt: acceptedPlan.acceptedAt, runId: acceptedPlan.runId } : undefined;
  }

  private sealed(quarter: QuarterEntity, problem: Problem): Summary['sealed'] {
    const { sealHash, sealedProblem, startedAt } = quarter;
    if (sealHash === null || !sealedProblem || !startedAt) return undefined;
    return {
      sealHash,
      sealedAt: startedAt.toISOString(),
      changedSince: sealOf(problem) !== sealHash,
      evaluation: evaluate(sealedProblem),
    };
  }
}
