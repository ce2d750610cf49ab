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

  /** Keeps what a run found; the scenario itself stays what it is. @returns false when it is gone. */
  async found(scope: TenantScope, id: string, outcome: KeptOutcome): Promise<boolean> {
    const done = await scope.manager.update(
      ScenarioEntity,
      { tenantId: scope.tenantId, id },
      {
        outcome,
      },
    );
    return done.affected === 1;
  }
}
