import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { isStale } from '../ledger/plan-basis.js';
import { HorizonProblems } from '../problem/horizon-problems.js';
import { PlanInputs } from '../shared/plan-inputs.js';

/** Notices when a plan no longer rests on what is true. */
@Injectable()
export class PlanStaleness implements OnModuleInit {
  constructor(
    private readonly problems: HorizonProblems,
    private readonly runs: OptimizerRunsRepository,
    private readonly inputs: PlanInputs,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.inputs.onChange((scope, quarter) => this.tellWhenStale(scope, quarter));
  }

  /** Says once of a plan that it is stale, in the transaction that made it so. */
  private async tellWhenStale(scope: TenantScope, quarter: string | undefined): Promise<void> {
    const watched = await this.runs.watched(scope);
    for (const date of watched.filter((one) => quarter === undefined || one === quarter)) {
      const run = await this.runs.newestPlan(scope, date);
      if (!run || !isStale(run, await this.problems.load(scope, date))) continue;
      await this.runs.mark(scope, run.id, { staleSince: this.clock.now() });
      // An automatic plan is replaced by the next one without a notification.
      if (run.automatic && run.acceptedAt === null) continue;
      await this.outbox.add(scope, 'plan.stale', { quarter: date });
    }
  }
}
