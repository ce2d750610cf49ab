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
import { transfersInQuarter } from './scenario-changes.js';
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
   * Of a plan over several quarters its own is adopted; what later ones would do is an outlook.
   * @param quarter locked by the caller. @returns the run the plan is kept as, and how many transfers are planned now.
   * @throws DomainError PLAN_STALE when the plan is not worth what the scenario promised.
   */
  async adopt(
    scope: TenantScope,
    quarter: QuarterRecord,
    row: ScenarioEntity,
    outcome: KeptOutcome,
  ): Promise<{ readonly runId: string; readonly transfers: number }> {
    await this.plans.retire(scope, quarter.date);
    await this.changes.apply(scope, quarter, row.changes);
    const problem = await this.problems.load(scope, quarter.date);
    const runId = await this.plans.keep(scope, problem, outcome.options, outcome.result);
    const transfers = transfersInQuarter(outcome.plan, quarter.date);
    await this.accept(scope, problem, runId, transfers);
    await this.expectAsPlanned(scope, quarter.date, outcome);
    return { runId, transfers: transfers.length };
  }

  /** The way every plan is accepted: its transfers in place of those of the plan before. */
  private async accept(
    scope: TenantScope,
    { quarter, accounts }: Problem,
    acceptedRunId: string,
    transfers: KeptOutcome['plan']['transfers'],
  ): Promise<void> {
    const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? id;
    await this.operations.saveBulk(scope, {
      operations: transfers.map((transfer) => ({
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
    { plan, own: promised = plan, options }: KeptOutcome,
  ): Promise<void> {
    const problem = await this.problems.load(scope, quarter);
    const { netReturnCents, violations } = evaluate(problem);
    if (netReturnCents !== promised.netReturnCents) throw new DomainError('PLAN_STALE');
    // What was broken before the first day a plan can touch is nothing a plan answers for.
    const from = options.from ?? quarter;
    const broken = violations.filter(({ date }) => date >= from);
    if (broken.some((one) => !promised.violations.some((known) => covers(known, one))))
      throw new DomainError('PLAN_STALE');
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
