import type { optimizer, OptimizerRun, OptimizerRunDetail, QueryOf, ResponseOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OptimizerRunsRepository } from '../ledger/optimizer-runs.repository.js';
import { RunCancellation } from './run-cancellation.js';
import { RunTurns } from './run-turns.js';
import { toDetail, toRun } from './runs.mapper.js';
import { SolverWarmUp } from './solver-warm-up.js';

/** The household's runs: listed, looked at, cancelled. */
@Injectable()
export class RunsService {
  constructor(
    private readonly tenantTransactions: TenantTransactions,
    private readonly runs: OptimizerRunsRepository,
    private readonly turns: RunTurns,
    private readonly cancellation: RunCancellation,
    private readonly warmUp: SolverWarmUp,
    private readonly clock: Clock,
  ) {}

  /** A page of runs, which is what the planning page asks for when it is opened. */
  async page(
    session: Session,
    query: QueryOf<typeof optimizer.runs>,
  ): Promise<ResponseOf<typeof optimizer.runs>> {
    const { page, size } = query;
    const { items, total } = await this.tenantTransactions.snapshot(session, async (scope) => {
      await this.warmUp.expectPlan(scope);
      return this.runs.page(scope, query);
    });
    return { items: items.map((row) => toRun(row, this.clock.now())), page, size, total };
  }

  /** Where the household's waiting plans and questions stand. */
  queueOf({ tenantId }: Session): Promise<ResponseOf<typeof optimizer.queue>> {
    return this.turns.queueOf(tenantId);
  }

  /** @throws DomainError NOT_FOUND */
  async get(session: Session, id: string): Promise<OptimizerRunDetail> {
    const detail = await this.detail(session, id);
    if (detail.state !== 'QUEUED') return detail;
    const position = await this.turns.positionOf({ tenantId: session.tenantId, id });
    return position === undefined ? detail : { ...detail, position };
  }

  private detail(session: Session, id: string): Promise<OptimizerRunDetail> {
    return this.tenantTransactions.snapshot(session, async (scope) => {
      const run = await this.outline(scope, id);
      return toDetail(run, run.state === 'QUEUED' ? null : await this.runs.find(scope, id));
    });
  }

  /** @throws DomainError NOT_FOUND */
  async outline(scope: TenantScope, id: string): Promise<OptimizerRun> {
    const row = await this.runs.outline(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return toRun(row, this.clock.now());
  }

  /** Ends a run that has not ended. @throws DomainError NOT_FOUND */
  async cancel(session: Session, id: string): Promise<OptimizerRun> {
    await this.tenantTransactions.run(session, (scope) => this.outline(scope, id));
    await this.cancellation.cancel(session, id);
    return this.tenantTransactions.run(session, (scope) => this.outline(scope, id));
  }
}
