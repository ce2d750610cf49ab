import { randomUUID } from 'node:crypto';
import type { BodyOf, OptimizeResultBody, optimizer, ResponseOf, Summary } from '@fibado/contracts';
import type { OptimizationResult, OptimizeOptions } from '@fibado/optimizer';
import { checkProblem, checkTransfers, evaluate, type Problem, type ProblemIssue } from '@fibado/planning';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { accountsAtFault } from '../problem/accounts-at-fault.js';
import { ProblemService } from '../problem/problem.service.js';
import { QuarterGate } from '../quarters/quarter-gate.js';
import { Households } from '../shared/households.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { OptimizerRunsRepository } from './optimizer-runs.repository.js';
import { isStale, planBasis } from './plan-basis.js';
import { SolverPool } from './solver-pool.js';

type OptimizeRun = ResponseOf<typeof optimizer.optimize>;

/** Plans kept of a quarter, the newest. */
const PLANS_KEPT = 20;
/** Paths a VALIDATION names at most. */
const PATHS_NAMED = 100;

/** Plans quarters, and notices when a plan no longer rests on what is true. */
@Injectable()
export class OptimizerService implements OnModuleInit {
  constructor(
    private readonly households: Households,
    private readonly problems: ProblemService,
    private readonly gate: QuarterGate,
    private readonly runs: OptimizerRunsRepository,
    private readonly solver: SolverPool,
    private readonly inputs: PlanInputs,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.inputs.onChange((scope, quarter) => this.tellWhenStale(scope, quarter));
  }

  /**
   * Plans a household's quarter from today on. No transaction is open while the solver works: the plan is kept with
   * a fingerprint of what it was made from.
   */
  async optimize(
    session: Session,
    body: BodyOf<typeof optimizer.optimize>,
    signal: AbortSignal,
  ): Promise<OptimizeRun> {
    const problem = await this.households.snapshot(session, (scope) => this.problemOf(scope, body.quarter));
    const options = { ...body.options, from: body.options?.from ?? this.firstDay(body.quarter) };
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    const result = await this.solver.optimize(problem, options, signal);
    return this.households.of(session, (scope) => this.keep(scope, problem, options, result));
  }

  /** Plans a problem given whole; nothing is kept. */
  async whatIf(body: BodyOf<typeof optimizer.whatIf>, signal: AbortSignal): Promise<OptimizeResultBody> {
    const { problem } = body;
    const options: OptimizeOptions = body.options ?? {};
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    return wire(await this.solver.optimize(problem, options, signal));
  }

  /** Replays a problem given whole; nothing is kept. */
  evaluate({ problem, transfers }: BodyOf<typeof optimizer.evaluate>): Summary['evaluation'] {
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, transfers));
    return evaluate(problem, transfers) as Summary['evaluation'];
  }

  /** What is past cannot be moved: a quarter that runs is planned from today on. */
  private firstDay(quarter: string): string {
    const today = this.clock.today();
    return today > quarter ? today : quarter;
  }

  private async problemOf(scope: TenantScope, quarter: string): Promise<Problem> {
    const row = await this.gate.expect(scope, quarter);
    if (row.state === 'CLOSED') throw new DomainError('QUARTER_STATE', row.state);
    const problem = await this.problems.of(scope, row);
    const incomplete = accountsAtFault(problem);
    if (problem.setups.length === 0 || incomplete.length > 0)
      throw new DomainError('QUARTER_INCOMPLETE', ...incomplete);
    return problem;
  }

  private async keep(
    scope: TenantScope,
    problem: Problem,
    options: OptimizeOptions,
    result: OptimizationResult,
  ): Promise<OptimizeRun> {
    const { quarter } = problem;
    const id = randomUUID();
    const createdAt = this.clock.now();
    await this.runs.insert(scope, {
      ...{ tenantId: scope.tenantId, id, quarter, createdAt, createdBy: scope.actor.username },
      ...{ options, problemHash: planBasis(problem), inputHash: result.inputHash, result: wire(result) },
      ...{ acceptedAt: null, staleSince: null },
    });
    await this.runs.prune(scope, quarter, PLANS_KEPT);
    const { status, gainCents, transfers } = result;
    await this.audit.record(scope, {
      ...{ action: 'optimizer.optimize', entity: 'optimizerRun', entityId: id },
      after: { quarter, options, status, gainCents, inputHash: result.inputHash },
    });
    await this.outbox.add(scope, 'plan.ready', {
      ...{ quarter, status, gainCents, transfers: transfers.length },
    });
    return { runId: id, createdAt: createdAt.toISOString(), result: wire(result) };
  }

  /** Says once of a plan that it is stale, in the transaction that made it so. */
  private async tellWhenStale(scope: TenantScope, quarter: string | undefined): Promise<void> {
    const watched = await this.runs.watched(scope);
    for (const date of watched.filter((one) => quarter === undefined || one === quarter)) {
      const run = await this.runs.newest(scope, date);
      if (!run || !isStale(run, await this.problems.load(scope, date))) continue;
      await this.runs.mark(scope, run.id, { staleSince: this.clock.now() });
      await this.outbox.add(scope, 'plan.stale', { quarter: date });
    }
  }
}

/** @throws DomainError VALIDATION naming the wrong fields as the caller's body has them. */
function expectSound(issues: readonly ProblemIssue[], under = '', instead = ''): void {
  if (issues.length === 0) return;
  const paths = issues.map(({ path }) => {
    const rest = instead !== '' && path.startsWith(instead) ? path.slice(instead.length + 1) : path;
    return [under, rest].filter((part) => part !== '').join('.');
  });
  throw new DomainError('VALIDATION', ...new Set(paths.slice(0, PATHS_NAMED)));
}

/** The optimizer's answer as the contract has it: the same figures in arrays that may be written to. */
function wire(result: OptimizationResult): OptimizeResultBody {
  return result as unknown as OptimizeResultBody;
}
