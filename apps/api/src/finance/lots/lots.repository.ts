import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { LotEntity } from './lot.entity.js';

@Injectable()
export class LotsRepository extends TenantRows<LotEntity> {
  constructor() {
    super(LotEntity);
  }

  list(scope: TenantScope): Promise<LotEntity[]> {
    return readRows(scope, LotEntity, {}, ['maturityDate', 'openedOn', 'id']);
  }

  /** The lot that goes on with its money, as `lots:day`. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ used: string }[]>(
      `select 'lots:' || opened_on as used from lots where tenant_id = $1 and renews_lot_id = $2`,
      [scope.tenantId, id],
    );
    return rows.map(({ used }) => used);
  }
}
