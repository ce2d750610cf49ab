import type { Day, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import { readRows } from '../../platform/database/read-rows.js';
import { insertRows, updateRows } from '../../platform/database/write-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { OperationEntity } from './operation.entity.js';

/** An import may bring a hundred thousand: the statement's text stays below some megabytes. */
const ROWS_PER_STATEMENT = 5000;

@Injectable()
export class OperationsRepository extends TenantRows<OperationEntity> {
  constructor() {
    super(OperationEntity);
  }

  /** By day. */
  list(scope: TenantScope, quarter: QuarterDate): Promise<OperationEntity[]> {
    return readRows(scope, OperationEntity, { quarter }, ['date', 'valueDate', 'id']);
  }

  async byIds(scope: TenantScope, ids: readonly string[]): Promise<OperationEntity[]> {
    if (ids.length === 0) return [];
    return scope.manager.findBy(OperationEntity, { tenantId: scope.tenantId, id: In([...ids]) });
  }

  /** Reads rows and keeps other writers waiting; locked in one order, so that two callers never cross. */
  async lockAll(scope: TenantScope, ids: readonly string[]): Promise<OperationEntity[]> {
    if (ids.length === 0) return [];
    return scope.manager.find(OperationEntity, {
      where: { tenantId: scope.tenantId, id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insertAll(scope: TenantScope, rows: readonly OperationEntity[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
      await insertRows(scope, OperationEntity, rows.slice(at, at + ROWS_PER_STATEMENT));
  }

  /** @returns false when one of them is no longer at the version before. */
  async updateAll(scope: TenantScope, rows: readonly OperationEntity[]): Promise<boolean> {
    let written = 0;
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
      written += await updateRows(scope, OperationEntity, rows.slice(at, at + ROWS_PER_STATEMENT));
    return written === rows.length;
  }

  async removeAll(scope: TenantScope, ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await scope.manager.delete(OperationEntity, { tenantId: scope.tenantId, id: In([...ids]) });
  }

  plannedTransfers(scope: TenantScope): Promise<OperationEntity[]> {
    return readRows(scope, OperationEntity, { kind: 'TRANSFER', status: 'PLANNED' }, ['date', 'id']);
  }

  /** The latest first. */
  done(scope: TenantScope, from: Day, limit: number): Promise<OperationEntity[]> {
    return scope.manager.find(OperationEntity, {
      where: { tenantId: scope.tenantId, status: 'DONE', date: MoreThanOrEqual(from) },
      order: { date: 'DESC', id: 'ASC' },
      take: limit,
    });
  }

  /** The operations of a recurrence from a day on, by day. */
  ofRecurrence(scope: TenantScope, recurrenceId: string, from: Day): Promise<OperationEntity[]> {
    return scope.manager.find(OperationEntity, {
      where: { tenantId: scope.tenantId, recurrenceId, date: MoreThanOrEqual(from) },
      order: { date: 'ASC', id: 'ASC' },
    });
  }

  async importKeysTaken(scope: TenantScope, keys: readonly string[]): Promise<boolean> {
    if (keys.length === 0) return false;
    const rows = await scope.manager.query<unknown[]>(
      'select 1 from operations where tenant_id = $1 and import_key = any($2) limit 1',
      [scope.tenantId, keys],
    );
    return rows.length > 0;
  }

  /** The planned, unlocked transfers of the optimizer that leave on `from` or later. */
  async movable(scope: TenantScope, quarter: QuarterDate, from: Day): Promise<OperationEntity[]> {
    return scope.manager
      .createQueryBuilder(OperationEntity, 'o')
      .where('o.tenant_id = :tenantId and o.quarter = :quarter and o.date >= :from', {
        tenantId: scope.tenantId,
        quarter,
        from,
      })
      .andWhere(`o.kind = 'TRANSFER' and o.origin = 'OPTIMIZER' and o.status = 'PLANNED' and not o.locked`)
      .getMany();
  }
}
