import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { PersonEntity } from './person.entity.js';

@Injectable()
export class PersonsRepository extends TenantRows<PersonEntity> {
  constructor() {
    super(PersonEntity);
  }

  list(scope: TenantScope): Promise<PersonEntity[]> {
    return readRows(scope, PersonEntity, {}, ['name', 'id']);
  }

  /** What refers to the person, as `family:name`. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ used: string }[]>(
      `select 'accountGroups:' || g.name as used from account_group_holders h
       join account_groups g on g.tenant_id = h.tenant_id and g.id = h.account_group_id
       where h.tenant_id = $1 and h.person_id = $2
       union
       select 'taxYears:' || year from tax_year_assets where tenant_id = $1 and person_id = $2
       union
       select 'taxYears:' || year from tax_year_purchases where tenant_id = $1 and person_id = $2
       order by used`,
      [scope.tenantId, id],
    );
    return rows.map(({ used }) => used);
  }

  /** Persons of whom only the name is known; one whose name was taken in the meantime is left as it is. */
  async insertNamed({ manager, tenantId }: TenantScope, names: readonly string[]): Promise<void> {
    for (const name of names)
      await manager.query(
        `insert into persons (tenant_id, id, name, role) values ($1, $2, $3, 'OTHER') on conflict do nothing`,
        [tenantId, randomUUID(), name],
      );
  }

  /** Keeps persons from being deleted until the transaction ends. */
  async lockShared({ manager, tenantId }: TenantScope, ids: readonly string[]): Promise<void> {
    await manager.query('select 1 from persons where tenant_id = $1 and id = any($2) for share', [
      tenantId,
      ids,
    ]);
  }

  async removeAll({ manager, tenantId }: TenantScope): Promise<void> {
    await manager.delete(PersonEntity, { tenantId });
  }
}
