import type { Operation } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OptimizerRunsRepository } from './optimizer-runs.repository.js';
import { operationKey, transferKey } from './plan-basis.js';

/** Notices that a plan, or a part of it, was taken over into the operations. */
@Injectable()
export class PlanAcceptance {
  constructor(
    private readonly runs: OptimizerRunsRepository,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** The quarter's newest plan counts as accepted when what was saved is of it. */
  async noticed(scope: TenantScope, quarter: QuarterDate, saved: readonly Operation[]): Promise<void> {
    const transfers = saved.filter((o) => o.origin === 'OPTIMIZER' && o.kind === 'TRANSFER');
    if (transfers.length === 0) return;
    const run = await this.runs.newest(scope, quarter);
    if (!run || run.acceptedAt) return;
    const planned = new Set(run.result.transfers.map(transferKey));
    if (!transfers.some((transfer) => planned.has(operationKey(transfer)))) return;
    await this.runs.mark(scope, run.id, { acceptedAt: this.clock.now() });
    await this.audit.record(scope, {
      ...{ action: 'optimizer.accept', entity: 'optimizerRun', entityId: run.id },
      after: { quarter, transfers: transfers.length, of: run.result.transfers.length },
    });
  }
}
