import { type BodyOf, optimizer, type OptimizerRun, type ResponseOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { RunRequests } from '../solver/run-requests.js';
import { RunsService } from '../solver/runs.service.js';
import { RunWaiter } from '../solver/run-waiter.js';
import { QuarterPlan } from './quarter-plan.js';

type OptimizeRun = ResponseOf<typeof optimizer.optimize>;
type OptimizeBody = BodyOf<typeof optimizer.optimize>;

/** Plans a household's quarters. */
@Injectable()
export class OptimizerService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly plans: QuarterPlan,
    private readonly requests: RunRequests,
    private readonly waiter: RunWaiter,
    private readonly runs: RunsService,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Plans a household's quarter from today on, and waits for the plan. No transaction is open meanwhile: the plan is
   * kept with a fingerprint of what it was made from.
   */
  async optimize(session: Session, body: OptimizeBody, signal: AbortSignal): Promise<OptimizeRun> {
    const question = await this.transactions.snapshot(session, (scope) => this.plans.wanted(scope, body));
    const { id } = await this.transactions.run(session, (scope) => this.requests.ask(scope, question));
    const { createdAt, result } = await this.waiter.plan(session, id, signal);
    return { runId: id, createdAt: createdAt.toISOString(), result };
  }

  /** Begins the same and answers at once. */
  async start(session: Session, body: OptimizeBody, key: string | undefined): Promise<OptimizerRun> {
    // Neither whether the key was used nor who waits is to be seen in the snapshot a question is put together in.
    const question = await this.transactions.snapshot(session, (scope) => this.plans.wanted(scope, body));
    return this.transactions.run(session, (scope) =>
      this.idempotency.once(scope, key, optimizer.startRun.id, body, () =>
        this.outlineOf(scope, this.requests.ask(scope, question)),
      ),
    );
  }

  repeat(session: Session, runId: string, key: string | undefined): Promise<OptimizerRun> {
    return this.transactions.run(session, (scope) =>
      this.idempotency.once(scope, key, optimizer.repeatRun.id, { runId }, () =>
        this.outlineOf(scope, this.requests.repeat(scope, runId)),
      ),
    );
  }

  private async outlineOf(
    scope: TenantScope,
    enqueued: Promise<{ readonly id: string }>,
  ): Promise<OptimizerRun> {
    return this.runs.outline(scope, (await enqueued).id);
  }
}
