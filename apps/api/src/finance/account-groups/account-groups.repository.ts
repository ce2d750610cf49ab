import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { AccountGroupEntity, type GroupHolder } from './account-group.entity.js';

/** Groups with their holders, which are rows of a table of their own. */
@Injectable()
export class AccountGroupsRepository extends TenantRows<AccountGroupEntity> {
  constructor() {
    super(AccountGroupEntity);
  }

  async list(scope: TenantScope): Promise<AccountGroupEntity[]> {
    const rows = await readRows(scope, AccountGroupEntity, {}, ['order', 'name', 'id']);
    const holders = await this.holders(scope);
    return rows.map((row) => ({ ...row, holders: holders.get(row.id) ?? [] }));
  }

  override async find(scope: TenantScope, id: string): Promise<AccountGroupEntity | null> {
    return this.complete(scope, await super.find(scope, id));
  }

  override async lock(scope: TenantScope, id: string): Promise<AccountGroupEntity | null> {
    return this.complete(scope, await super.lock(scope, id));
  }

  override async insert(scope: TenantScope, ...rows: AccountGroupEntity[]): Promise<void> {
    await super.insert(scope, ...rows);
    for (const row of rows) await this.insertHolders(scope, row);
  }

  override async update(scope: TenantScope, row: AccountGroupEntity, version: number): Promise<boolean> {
    const { tenantId, id, name, order, color } = row;
    const columns = { name, order, color, version: row.version };
    const done = await scope.manager.update(AccountGroupEntity, { tenantId, id, version }, columns);
    if (done.affected !== 1) return false;
    await scope.manager.query(
      'delete from account_group_holders where tenant_id = $1 and account_group_id = $2',
      [tenantId, id],
    );
    await this.insertHolders(scope, row);
    return true;
  }

  /** What refers to the group, as `family:name`. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ name: string }[]>(
      'select name from accounts where tenant_id = $1 and account_group_id = $2 order by name',
      [scope.tenantId, id],
    );
    return rows.map(({ name }) => `accounts:${name}`);
  }

  private async complete(
    scope: TenantScope,
    row: AccountGroupEntity | null,
  ): Promise<AccountGroupEntity | null> {
    return row && { ...row, holders: (await this.holders(scope, row.id)).get(row.id) ?? [] };
  }

  /** By group, in their order; of one group alone when it is given. */
  private async holders(scope: TenantScope, groupId: string | null = null) {
    const rows = await scope.manager.query<(GroupHolder & { groupId: string })[]>(
      `select h.account_group_id as "groupId", p.id, p.name
       from account_group_holders h join persons p on p.tenant_id = h.tenant_id and p.id = h.person_id
       where h.tenant_id = $1 and ($2::uuid is null or h.account_group_id = $2)
       order by h.account_group_id, h.position`,
      [scope.tenantId, groupId],
    );
    const found = new Map<string, GroupHolder[]>();
    for (const { groupId: group, id, name } of rows) {
      const known = found.get(group);
      if (known) known.push({ id, name });
      else found.set(group, [{ id, name }]);
    }
    return found;
  }

  private async insertHolders({ manager }: TenantScope, row: AccountGroupEntity): Promise<void> {
    await manager.query(
      `insert into account_group_holders (tenant_id, account_group_id, person_id, position)
       select $1, $2, h.id, h.position from unnest($3::uuid[]) with ordinality as h (id, position)`,
      [row.tenantId, row.id, row.holders.map(({ id }) => id)],
    );
  }
}
