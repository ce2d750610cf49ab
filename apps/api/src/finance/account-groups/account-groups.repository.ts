import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { AccountGroupEntity } from './account-group.entity.js';

@Injectable()
export class AccountGroupsRepository extends TenantRows<AccountGroupEntity> {
  constructor() {
    super(AccountGroupEntity);
  }

  list(scope: TenantScope): Promise<AccountGroupEntity[]> {
    return readRows(scope, AccountGroupEntity, {}, ['order', 'name', 'id']);
  }

  /** What refers to the group, as `family:name`. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ name: string }[]>(
      'select name from accounts where tenant_id = $1 and account_group_id = $2 order by name',
      [scope.tenantId, id],
    );
    return rows.map(({ name }) => `accounts:${name}`);
  }
}
