import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { SettingsEntity } from './settings.entity.js';

@Injectable()
export class SettingsRepository {
  find(scope: TenantScope): Promise<SettingsEntity | null> {
    return scope.manager.findOneBy(SettingsEntity, { tenantId: scope.tenantId });
  }

  async put(scope: TenantScope, row: SettingsEntity): Promise<void> {
    await scope.manager.upsert(SettingsEntity, row, ['tenantId']);
  }

  /** @returns false when the household already has settings. */
  async insert(scope: TenantScope, row: SettingsEntity): Promise<boolean> {
    const done = await scope.manager
      .createQueryBuilder()
      .insert()
      .into(SettingsEntity)
      .values({ ...row })
      .orIgnore()
      .returning('version')
      .execute();
    return (done.raw as unknown[]).length === 1;
  }

  /** @returns false when the row is no longer at `version`; then nothing is written. */
  async update(scope: TenantScope, row: SettingsEntity, version: number): Promise<boolean> {
    const done = await scope.manager.update(
      SettingsEntity,
      { tenantId: scope.tenantId, version },
      { ...row },
    );
    return done.affected === 1;
  }
}
