import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { BankEntity } from './bank.entity.js';

@Injectable()
export class BanksRepository extends TenantRows<BankEntity> {
  constructor() {
    super(BankEntity);
  }

  list(scope: TenantScope): Promise<BankEntity[]> {
    return readRows(scope, BankEntity, {}, ['name', 'id']);
  }

  /** What refers to the bank, as `family:name`. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ used: string }[]>(
      `select 'accounts:' || name as used from accounts where tenant_id = $1 and bank_id = $2
       union all
       select 'termOffers:' || name from term_offers where tenant_id = $1 and bank_id = $2
       order by used`,
      [scope.tenantId, id],
    );
    return rows.map(({ used }) => used);
  }
}
