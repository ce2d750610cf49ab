import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { AccountEntity } from './account.entity.js';

@Injectable()
export class AccountsRepository extends TenantRows<AccountEntity> {
  constructor() {
    super(AccountEntity);
  }

  /** In the order of their groups, then by name; of one quarter alone when it is given. */
  list(scope: TenantScope, quarter?: QuarterDate): Promise<AccountEntity[]> {
    const query = scope.manager
      .createQueryBuilder(AccountEntity, 'a')
      .innerJoin('account_groups', 'g', 'g.tenant_id = a.tenant_id and g.id = a.account_group_id')
      .where('a.tenant_id = :tenantId', { tenantId: scope.tenantId });
    if (quarter !== undefined)
      query.andWhere(
        'exists (select 1 from setups s where s.tenant_id = a.tenant_id and s.account_id = a.id and s.quarter = :quarter)',
        { quarter },
      );
    return query
      .orderBy('g.sort_order')
      .addOrderBy('g.name')
      .addOrderBy('a.name')
      .addOrderBy('a.id')
      .getMany();
  }

  async quarterExists(scope: TenantScope, quarter: QuarterDate): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      'select 1 from quarters where tenant_id = $1 and date = $2',
      [scope.tenantId, quarter],
    );
    return rows.length > 0;
  }

  /** What refers to the account, as `family:name`; quarters stand for their setups and operations. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ used: string }[]>(
      `select 'accounts:' || name as used from accounts where tenant_id = $1 and linked_account_id = $2
       union all
       select 'termOffers:' || name from term_offers where tenant_id = $1 and linked_account_id = $2
       union all
       select 'goals:' || name from goals where tenant_id = $1 and $2 = any(account_ids)
       union all
       select 'quarters:' || quarter from setups where tenant_id = $1 and account_id = $2
       order by used`,
      [scope.tenantId, id],
    );
    return rows.map(({ used }) => used);
  }

  /** Of an account's references, those that lead nowhere in this household, by the field's name. */
  async dangling(
    scope: TenantScope,
    references: { bankId: string; accountGroupId: string; linkedAccountId: string | undefined },
  ): Promise<string[]> {
    const rows = await scope.manager.query<{ bank: boolean; group: boolean; linked: boolean }[]>(
      `select exists (select 1 from banks where tenant_id = $1 and id = $2) as bank,
              exists (select 1 from account_groups where tenant_id = $1 and id = $3) as group,
              $4::uuid is null or exists (select 1 from accounts where tenant_id = $1 and id = $4) as linked`,
      [scope.tenantId, references.bankId, references.accountGroupId, references.linkedAccountId ?? null],
    );
    const found = rows[0];
    return [
      ...(found?.bank ? [] : ['bankId']),
      ...(found?.group ? [] : ['accountGroupId']),
      ...(found?.linked ? [] : ['linkedAccountId']),
    ];
  }
}
