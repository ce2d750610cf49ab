import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { insertRows } from '../../platform/database/write-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { ImportChangeEntity } from './import-change.entity.js';
import { ImportMappingEntity } from './import-mapping.entity.js';
import { ImportEntity } from './import.entity.js';

export interface ImportFilter {
  readonly accountId?: string | undefined;
  readonly quarter?: QuarterDate | undefined;
}

const CHANGES_PER_INSERT = 5000;

@Injectable()
export class ImportsRepository {
  async insert(scope: TenantScope, row: ImportEntity, changes: readonly ImportChangeEntity[]): Promise<void> {
    await scope.manager.insert(ImportEntity, row);
    for (let at = 0; at < changes.length; at += CHANGES_PER_INSERT)
      await insertRows(scope, ImportChangeEntity, changes.slice(at, at + CHANGES_PER_INSERT));
  }

  /** Newest first, with how many there are in all. */
  page(
    scope: TenantScope,
    filter: ImportFilter,
    page: number,
    size: number,
  ): Promise<[ImportEntity[], number]> {
    const where: FindOptionsWhere<ImportEntity> = { tenantId: scope.tenantId };
    if (filter.accountId !== undefined) where.accountId = filter.accountId;
    if (filter.quarter !== undefined) where.quarter = filter.quarter;
    return scope.manager.findAndCount(ImportEntity, {
      where,
      order: { createdAt: 'DESC', id: 'ASC' },
      skip: page * size,
      take: size,
    });
  }

  find(scope: TenantScope, id: string): Promise<ImportEntity | null> {
    return scope.manager.findOneBy(ImportEntity, { tenantId: scope.tenantId, id });
  }

  lock(scope: TenantScope, id: string): Promise<ImportEntity | null> {
    return scope.manager.findOne(ImportEntity, {
      where: { tenantId: scope.tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  changes(scope: TenantScope, importId: string): Promise<ImportChangeEntity[]> {
    return scope.manager.findBy(ImportChangeEntity, { tenantId: scope.tenantId, importId });
  }

  all(scope: TenantScope): Promise<ImportEntity[]> {
    return scope.manager.find(ImportEntity, {
      where: { tenantId: scope.tenantId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  allChanges(scope: TenantScope): Promise<ImportChangeEntity[]> {
    return scope.manager.findBy(ImportChangeEntity, { tenantId: scope.tenantId });
  }

  allRemembered(scope: TenantScope): Promise<ImportMappingEntity[]> {
    return scope.manager.findBy(ImportMappingEntity, { tenantId: scope.tenantId });
  }

  async markReverted(scope: TenantScope, id: string, at: Date): Promise<void> {
    await scope.manager.update(ImportEntity, { tenantId: scope.tenantId, id }, { revertedAt: at });
  }

  /** When the same bytes came into the account before and were kept. */
  async importedAt(scope: TenantScope, accountId: string, fileHash: string): Promise<Date | undefined> {
    const rows = await scope.manager.query<{ at: Date | null }[]>(
      `select max(created_at) as at from imports
       where tenant_id = $1 and account_id = $2 and file_hash = $3 and reverted_at is null`,
      [scope.tenantId, accountId, fileHash],
    );
    return rows[0]?.at ?? undefined;
  }

  remembered(scope: TenantScope, accountId: string): Promise<ImportMappingEntity | null> {
    return scope.manager.findOneBy(ImportMappingEntity, { tenantId: scope.tenantId, accountId });
  }

  async remember(scope: TenantScope, row: ImportMappingEntity): Promise<void> {
    await scope.manager.upsert(ImportMappingEntity, row, ['tenantId', 'accountId']);
  }
}
