import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { ImportComparisonEntity } from './import-comparison.entity.js';

@Injectable()
export class ComparisonsRepository {
  async insert(scope: TenantScope, row: ImportComparisonEntity): Promise<void> {
    await scope.manager.insert(ImportComparisonEntity, row);
  }

  /** Reads a comparison and keeps other writers waiting until the transaction ends. */
  lock(scope: TenantScope, id: string): Promise<ImportComparisonEntity | null> {
    return scope.manager.findOne(ImportComparisonEntity, {
      where: { tenantId: scope.tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** What was proposed is stored now; that it was is remembered until the row expires. */
  async markApplied(scope: TenantScope, id: string, at: Date): Promise<void> {
    await scope.manager.update(
      ImportComparisonEntity,
      { tenantId: scope.tenantId, id },
      { appliedAt: at, proposals: Buffer.alloc(0) },
    );
  }

  async prune(scope: TenantScope, now: Date): Promise<void> {
    await scope.manager.query('delete from import_comparisons where tenant_id = $1 and expires_at < $2', [
      scope.tenantId,
      now,
    ]);
  }

  /** Deletes all but the newest, so that a household's comparisons take a bounded amount of disk. */
  async keepNewest(scope: TenantScope, count: number): Promise<void> {
    await scope.manager.query(
      `delete from import_comparisons where tenant_id = $1 and id in (
         select id from import_comparisons where tenant_id = $1 order by created_at desc, id offset $2)`,
      [scope.tenantId, count],
    );
  }
}
