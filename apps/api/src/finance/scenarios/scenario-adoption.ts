import { evaluate, type Problem, type QuarterDate, type Violation } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OpenQuarters } from '../insights/open-quarters.js';
import { PlanStore } from '../ledger/plan-store.js';
import type { QuarterRecord } from '../ledger/quarter-gate.js';
import { OperationsService } from '../operations/operations.service.js';
import { ProblemService } from '../problem/problem.service.js';
import { RealChanges } from './real-changes.js';
import type { KeptOutcome, ScenarioEntity } from './scenario.entity.js';

/** Writes a scenario's changes and its plan, and holds what is real now against what was promised. */
@Injectable()
export class ScenarioAdoption {
  constructor(
    private readonly changes: RealChanges,
    private readonly problems: ProblemService,
    private readonly plans: PlanStore,
    private readonly operations: OperationsService,
    private readonly open: OpenQuarters,
  ) {}

  /**
   * @param quarter locked by the caller. @returns the run the plan is kept as, and the problem as it is now.
   * @throws DomainError PLAN_STALE when the plan is not worth what the scenario promised.
   */
  async adopt(
    scope: TenantScope,
    quarter: QuarterRecord,
    row: ScenarioEntity,
    outcome: KeptOutcome,
  ): Promise<{ readonly runId: string; readonly problem: Problem }> {
    await this.plans.retire(scope, quarter.date);
    await this.changes.apply(scope, quarter, row.changes);
    const problem = await this.problems.load(scope, quarter.date);
    const runId = await this.plans.keep(scope, problem, outcome.options, outcome.result);
    await this.accept(scope, quarter.date, runId, outcome, problem);
    return { runId, problem: await this.expectAsPlanned(scope, quarter.date, outcome) };
  }

  /** The way every plan is accepted: its transfers in place of those of the plan before. */
  private async accept(
    scope: TenantScope,
    quarter: QuarterDate,
    acceptedRunId: string,
    { plan }: KeptOutcome,
    problem: Problem,
  ): Promise<void> {
    const nameOf = (id: string) => problem.accounts.find((account) => account.id === id)?.name ?? id;
    await this.operations.saveBulk(scope, {
      operations: plan.transfers.map((transfer) => ({
        quarter,
        kind: 'TRANSFER',
        date: transfer.date,
        valueDate: transfer.arrivalDate,
        accountId: transfer.fromAccountId,
        toAccountId: transfer.toAccountId,
        speed: transfer.speed,
        amountCents: transfer.amountCents,
        status: 'PLANNED',
        origin: 'OPTIMIZER',
        locked: false,
        description: `${nameOf(transfer.fromAccountId)} → ${nameOf(transfer.toAccountId)}`,
      })),
      deleteIds: [],
      acceptedRunId,
      replaceOptimizer: { quarter, from: this.open.firstDay(quarter) },
    });
  }

  /**
   * What is real now has to be worth what was promised, to the cent, and to break no limit the plan keeps; else nothing
   * of it happens. An account or a bank may have been changed since it was found fresh: that waits for no quarter.
   */
  private async expectAsPlanned(
    scope: TenantScope,
    quarter: QuarterDate,
    { plan, options }: KeptOutcome,
  ): Promise<Problem> {
    const problem = await this.problems.load(scope, quarter);
    const { netReturnCents, violations } = evaluate(problem);
    if (netReturnCents !== plan.netReturnCents) throw new DomainError('PLAN_STALE');
    // What was broken before the first day a plan can touch is nothing a plan answers for.
    const from = options.from ?? quarter;
    const broken = violations.filter(({ date }) => date >= from);
    if (broken.some((one) => !plan.violations.some((known) => covers(known, one))))
      throw new DomainError('PLAN_STALE');
    return problem;
  }
}

/** Whether the plan told of the same breach, or of a worse one. */
function covers(known: Violation, now: Violation): boolean {
  return (
    known.kind === now.kind &&
    known.accountId === now.accountId &&
    known.date === now.date &&
    known.holder === now.holder &&
    known.bankId === now.bankId &&
    known.goalId === now.goalId &&
    known.amountCents >= now.amountCents
  );
}
