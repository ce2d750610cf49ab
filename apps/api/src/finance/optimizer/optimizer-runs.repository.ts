import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OptimizerRunEntity } from './optimizer-run.entity.js';

@Injectable()
export class OptimizerRunsRepository {
  async insert(scope: TenantScope, row: OptimizerRunEntity): Promise<void> {
    await scope.manager.insert(OptimizerRunEntity, row);
  }

  /** Keeps the newest plans of a quarter and drops the others. */
  async prune(scope: TenantScope, quarter: QuarterDate, keep: number): Promise<void> {
    await scope.manager.query(
      `delete from optimizer_runs where tenant_id = $1 and quarter = $2 and id not in (
         select id from optimizer_runs where tenant_id = $1 and quarter = $2
         order by created_at desc, id limit $3)`,
      [scope.tenantId, quarter, keep],
    );
  }

  all(scope: TenantScope): Promise<OptimizerRunEntity[]> {
    return scope.manager.find(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  newest(scope: TenantScope, quarter: QuarterDate): Promise<OptimizerRunEntity | null> {
    return scope.manager.findOne(OptimizerRunEntity, {
      where: { tenantId: scope.tenantId, quarter },
      order: { createdAt: 'DESC', id: 'ASC' },
    });
  }

  /** Quarters still open whose newest plan nobody has been told is stale. */
  async watched(scope: TenantScope): Promise<QuarterDate[]> {
    const rows = await scope.manager.query<{ quarter: QuarterDate }[]>(
      `select quarter from (
         select distinct on (r.quarter) r.quarter, r.stale_since from optimizer_runs r
         join quarters q on q.tenant_id = r.tenant_id and q.date = r.quarter and q.state <> 'CLOSED'
         where r.tenant_id = $1 order by r.quarter, r.created_at desc, r.id
       ) newest where stale_since is null`,
      [scope.tenantId],
    );
    return rows.map(({ quarter }) => quarter);
  }

  async mark(
    scope: TenantScope,
    id: string,
    fields: { acceptedAt?: Date; staleSince?: Date },
  ): Promise<void> {
    await scope.manager.update(OptimizerRunEntity, { tenantId: scope.tenantId, id }, fields);
  }
}
