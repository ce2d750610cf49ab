import type { EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { TenantRow } from './tenant-row.js';

/** The queries every versioned entity of a household needs; the tenant is always the scope's. */
export abstract class TenantRows<E extends TenantRow & ObjectLiteral> {
  protected constructor(private readonly entity: EntityTarget<E>) {}

  find(scope: TenantScope, id: string): Promise<E | null> {
    return scope.manager.findOneBy(this.entity, this.key(scope, id));
  }

  /** Reads a row and keeps other writers waiting until the transaction ends. */
  lock(scope: TenantScope, id: string): Promise<E | null> {
    return scope.manager.findOne(this.entity, {
      where: this.key(scope, id),
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(scope: TenantScope, ...rows: E[]): Promise<void> {
    if (rows.length > 0) await scope.manager.insert(this.entity, rows);
  }

  /** @returns false when the row is no longer at `version`; then nothing is written. */
  async update(scope: TenantScope, row: E, version: number): Promise<boolean> {
    const where = { ...this.key(scope, row.id), version } as FindOptionsWhere<E>;
    const done = await scope.manager.update(this.entity, where, row);
    return done.affected === 1;
  }

  async remove(scope: TenantScope, id: string): Promise<boolean> {
    const done = await scope.manager.delete(this.entity, this.key(scope, id));
    return done.affected === 1;
  }

  private key(scope: TenantScope, id: string): FindOptionsWhere<E> {
    return { tenantId: scope.tenantId, id } as FindOptionsWhere<E>;
  }
}
