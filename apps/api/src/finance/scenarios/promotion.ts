import { type BodyOf, type ResponseOf, scenarios } from '@fibado/contracts';
import { evaluate, type Problem, type QuarterDate, type Violation } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { OpenQuarters } from '../insights/open-quarters.js';
import { OperationsService } from '../operations/operations.service.js';
import { PlanStore } from '../ledger/plan-store.js';
import { ProblemService } from '../problem/problem.service.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { RealChanges } from './real-changes.js';
import { expectSoundChanges } from './scenario-changes.js';
import type { KeptOutcome, ScenarioEntity } from './scenario.entity.js';
import { ScenariosRepository } from './scenarios.repository.js';
import { ScenariosService } from './scenarios.service.js';

type Promoted = ResponseOf<typeof scenarios.promote>;

/** Makes a scenario real, all or nothing. */
@Injectable()
export class Promotion {
  constructor(
    private readonly rows: ScenariosRepository,
    private readonly scenarios: ScenariosService,
    private readonly changes: RealChanges,
    private readonly gate: QuarterGate,
    private readonly open: OpenQuarters,
    private readonly problems: ProblemService,
    private readonly operations: OperationsService,
    private readonly plans: PlanStore,
    private readonly idempotency: Idempotency,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  promote(scope: TenantScope, body: BodyOf<typeof scenarios.promote>, key?: string): Promise<Promoted> {
    return this.idempotency.once(scope, key, scenarios.promote.id, body, () => this.once(scope, body));
  }

  private async once(
    scope: TenantScope,
    { id, version }: BodyOf<typeof scenarios.promote>,
  ): Promise<Promoted> {
    const known = await this.rows.find(scope, id);
    if (!known) throw new DomainError('NOT_FOUND');
    // Quarters are locked before what is in them, everywhere.
    const quarter = await this.gate.enter(scope, known.quarter, 'INITIALIZED', 'STARTED');
    const row = await this.rows.lock(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    if (row.version !== version) throw new DomainError('STALE_VERSION');
    const outcome = await this.expectFresh(scope, row);
    await this.plans.retire(scope, row.quarter);
    await this.changes.apply(scope, quarter, row.changes);
    const problem = await this.problems.load(scope, row.quarter);
    const runId = await this.plans.keep(scope, problem, outcome.options, outcome.result);
    await this.accept(scope, row.quarter, runId, outcome, problem);
    await this.expectAsPlanned(scope, row.quarter, outcome);
    const after = { ...row, promotedAt: this.clock.now(), version: row.version + 1 };
    if (!(await this.rows.update(scope, after, row.version))) throw new DomainError('STALE_VERSION');
    const { transfers } = outcome.plan;
    await this.audit.record(scope, {
      action: 'scenarios.promote',
      entity: 'scenario',
      entityId: id,
      after: {
        quarter: row.quarter,
        name: row.name,
        changes: row.changes,
        runId,
        transfers: transfers.length,
      },
    });
    return {
      scenario: this.scenarios.shown(after, await this.problems.load(scope, row.quarter)),
      runId,
      transfers: transfers.length,
    };
  }

  /** @throws DomainError PLAN_STALE, or NO_PLAN when there is none that keeps all limits. */
  private async expectFresh(scope: TenantScope, row: ScenarioEntity): Promise<KeptOutcome> {
    const { outcome } = row;
    if (!outcome || outcome.plan.status === 'INFEASIBLE') throw new DomainError('NO_PLAN');
    if (row.promotedAt) throw new DomainError('PLAN_STALE');
    const problem = await this.open.problem(scope, row.quarter);
    if (this.scenarios.isStale(row, problem)) throw new DomainError('PLAN_STALE');
    expectSoundChanges(problem, row.changes);
    return outcome;
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
  ): Promise<void> {
    const { netReturnCents, violations } = evaluate(await this.problems.load(scope, quarter));
    if (netReturnCents !== plan.netReturnCents) throw new DomainError('PLAN_STALE');
    // What was broken before the first day a plan can touch is nothing a plan answers for.
    const from = options.from ?? quarter;
    const broken = violations.filter(({ date }) => date >= from);
    if (broken.some((one) => !plan.violations.some((known) => covers(known, one))))
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
