import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { type KeptOutcome, ScenarioEntity } from './scenario.entity.js';

@Injectable()
export class ScenariosRepository extends TenantRows<ScenarioEntity> {
  constructor() {
    super(ScenarioEntity);
  }

  /** Oldest first. */
  list(scope: TenantScope, quarter: QuarterDate): Promise<ScenarioEntity[]> {
    return scope.manager.find(ScenarioEntity, {
      where: { tenantId: scope.tenantId, quarter },
      order: { createdAt: 'ASC', name: 'ASC' },
    });
  }

  all(scope: TenantScope): Promise<ScenarioEntity[]> {
    return scope.manager.find(ScenarioEntity, {
      where: { tenantId: scope.tenantId },
      order: { createdAt: 'ASC', name: 'ASC' },
    });
  }

  count(scope: TenantScope, quarter: QuarterDate): Promise<number> {
    return scope.manager.countBy(ScenarioEntity, { tenantId: scope.tenantId, quarter });
  }

  /**
   * Stores a run's result as a new version, so that a promotion names the result that was seen.
   * @returns false when the scenario is gone or no longer as it was `read`; then nothing is written.
   */
  async found(
    scope: TenantScope,
    read: Pick<ScenarioEntity, 'id' | 'version'>,
    outcome: KeptOutcome,
  ): Promise<boolean> {
    const done = await scope.manager.update(
      ScenarioEntity,
      { tenantId: scope.tenantId, id: read.id, version: read.version },
      { outcome, version: read.version + 1 },
    );
    return done.affected === 1;
  }
}
