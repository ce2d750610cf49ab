import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';

/** Ends runs before their time: the job leaves the queue, the run is marked, a plan's end is audited. */
@Injectable()
export class RunCancellation {
  constructor(
    private readonly tenantTransactions: TenantTransactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly jobs: JobStore,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Does nothing to a run that has ended. */
  async cancel(session: Session, id: string): Promise<void> {
    await this.tenantTransactions.run(session, async (scope) => {
      if (!(await this.jobs.over(scope, id))) return;
      await this.runs.mark(scope, id, { state: 'CANCELLED', finishedAt: this.clock.now() });
      const run = await this.runs.find(scope, id);
      if (!run || run.kind === 'TRIAL') return;
      await this.audit.record(scope, {
        action: 'optimizer.cancel',
        entity: 'optimizerRun',
        entityId: id,
        after: { quarter: run.quarter, inputHash: run.inputHash },
      });
    });
  }
}
