import {
  type BodyOf,
  type OptimizeResultBody,
  optimizer,
  type OptimizerRun,
  type ResponseOf,
  type Summary,
} from '@fibado/contracts';
import type { OptimizeOptions } from '@fibado/optimizer';
import { checkProblem, checkTransfers, evaluate, type Problem, type ProblemIssue } from '@fibado/planning';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { accountsAtFault } from '../problem/accounts-at-fault.js';
import { HorizonProblems } from '../problem/horizon-problems.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { isStale } from '../ledger/plan-basis.js';
import { RunsService, type Wanted } from '../solver/runs.service.js';

type OptimizeRun = ResponseOf<typeof optimizer.optimize>;
type OptimizeBody = BodyOf<typeof optimizer.optimize>;

/** Paths a VALIDATION names at most. */
const PATHS_NAMED = 100;

/** Plans quarters, and notices when a plan no longer rests on what is true. */
@Injectable()
export class OptimizerService implements OnModuleInit {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly problems: HorizonProblems,
    private readonly gate: QuarterGate,
    private readonly runs: OptimizerRunsRepository,
    private readonly asked: RunsService,
    private readonly inputs: PlanInputs,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.inputs.onChange((scope, quarter) => this.tellWhenStale(scope, quarter));
  }

  /**
   * Plans a household's quarter from today on, and waits for the plan. No transaction is open meanwhile: the plan is
   * kept with a fingerprint of what it was made from.
   */
  async optimize(session: Session, body: OptimizeBody, signal: AbortSignal): Promise<OptimizeRun> {
    const question = await this.transactions.snapshot(session, (scope) => this.questionOf(scope, body));
    const { id } = await this.transactions.run(session, (scope) => this.asked.ask(scope, question));
    const { createdAt, result } = await this.asked.plan(session, id, signal);
    return { runId: id, createdAt: createdAt.toISOString(), result };
  }

  /** Begins the same and answers at once. */
  async start(session: Session, body: OptimizeBody, key: string | undefined): Promise<OptimizerRun> {
    // Neither whether the key was used nor who waits is to be seen in the snapshot a question is put together in.
    const question = await this.transactions.snapshot(session, (scope) => this.questionOf(scope, body));
    return this.transactions.run(session, (scope) =>
      this.idempotency.once(scope, key, optimizer.startRun.id, body, async () =>
        this.asked.outline(scope, (await this.asked.ask(scope, question)).id),
      ),
    );
  }

  repeat(session: Session, runId: string, key: string | undefined): Promise<OptimizerRun> {
    return this.transactions.run(session, (scope) =>
      this.idempotency.once(scope, key, optimizer.repeatRun.id, { runId }, () =>
        this.asked.repeat(scope, runId),
      ),
    );
  }

  /** Plans a problem given whole; nothing is kept. */
  async whatIf(
    session: Session,
    body: BodyOf<typeof optimizer.whatIf>,
    signal: AbortSignal,
  ): Promise<OptimizeResultBody> {
    const { problem } = body;
    const options: OptimizeOptions = body.options ?? {};
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    return this.asked.trial(session, problem, options, signal);
  }

  /** Replays a problem given whole; nothing is kept. */
  evaluate({ problem, transfers }: BodyOf<typeof optimizer.evaluate>): Summary['evaluation'] {
    expectSound(checkProblem(problem), 'problem');
    expectSound(checkTransfers(problem, transfers));
    return evaluate(problem, transfers);
  }

  private async questionOf(scope: TenantScope, { quarter, options: given }: OptimizeBody): Promise<Wanted> {
    const problem = await this.problemOf(scope, quarter, given?.horizonQuarters);
    const options: OptimizeOptions = { ...given, from: given?.from ?? this.firstDay(quarter) };
    expectSound(checkTransfers(problem, options.forced ?? []), 'options.forced', 'transfers');
    return { kind: 'PLAN', problem, options };
  }

  /** What is past cannot be moved: a quarter that runs is planned from today on. */
  private firstDay(quarter: string): string {
    const today = this.clock.today();
    return today > quarter ? today : quarter;
  }

  private async problemOf(scope: TenantScope, quarter: string, quarters = 1): Promise<Problem> {
    const row = await this.gate.expect(scope, quarter);
    if (row.state === 'CLOSED') throw new DomainError('QUARTER_STATE', row.state);
    const problem = await this.problems.of(scope, row, quarters);
    const incomplete = accountsAtFault(problem);
    if (problem.setups.length === 0 || incomplete.length > 0)
      throw new DomainError('QUARTER_INCOMPLETE', ...incomplete);
    return problem;
  }

  /** Says once of a plan that it is stale, in the transaction that made it so. */
  private async tellWhenStale(scope: TenantScope, quarter: string | undefined): Promise<void> {
    const watched = await this.runs.watched(scope);
    for (const date of watched.filter((one) => quarter === undefined || one === quarter)) {
      const run = await this.runs.newestPlan(scope, date);
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
