import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { GoalEntity } from './goal.entity.js';

@Injectable()
export class GoalsRepository extends TenantRows<GoalEntity> {
  constructor() {
    super(GoalEntity);
  }

  list(scope: TenantScope): Promise<GoalEntity[]> {
    return readRows(scope, GoalEntity, {}, ['date', 'name', 'id']);
  }

  /** Nothing refers to a goal. */
  users(): Promise<string[]> {
    return Promise.resolve([]);
  }

  /** How many of the accounts are there and can hold what is free; none of them is deleted until the transaction ends. */
  async countFree(scope: TenantScope, accountIds: readonly string[]): Promise<number> {
    const rows = await scope.manager.query<unknown[]>(
      `select 1 from accounts where tenant_id = $1 and id = any($2) and kind <> 'DEPOSIT_TERM' for share`,
      [scope.tenantId, accountIds],
    );
    return rows.length;
  }
}
