import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TenantRows } from '../shared/tenant-rows.js';
import { TermOfferEntity } from './term-offer.entity.js';

@Injectable()
export class TermOffersRepository extends TenantRows<TermOfferEntity> {
  constructor() {
    super(TermOfferEntity);
  }

  list(scope: TenantScope): Promise<TermOfferEntity[]> {
    return readRows(scope, TermOfferEntity, {}, ['name', 'asOf', 'id']);
  }

  /** The lots opened on the offer, as `lots:day`. */
  async users(scope: TenantScope, id: string): Promise<string[]> {
    const rows = await scope.manager.query<{ used: string }[]>(
      `select distinct 'lots:' || opened_on as used from lots where tenant_id = $1 and offer_id = $2
       order by used`,
      [scope.tenantId, id],
    );
    return rows.map(({ used }) => used);
  }

  /** Of an offer's references, those that lead nowhere in this household, by the field's name. */
  async dangling(scope: TenantScope, bankId: string, linkedAccountId: string): Promise<string[]> {
    const rows = await scope.manager.query<{ bank: boolean; linked: boolean }[]>(
      `select exists (select 1 from banks where tenant_id = $1 and id = $2) as bank,
              exists (select 1 from accounts where tenant_id = $1 and id = $3) as linked`,
      [scope.tenantId, bankId, linkedAccountId],
    );
    const found = rows[0];
    return [...(found?.bank ? [] : ['bankId']), ...(found?.linked ? [] : ['linkedAccountId'])];
  }

  /** Whether an account of the bank can pay for lots and take their principal. */
  async canBeLinked(scope: TenantScope, bankId: string, linkedAccountId: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `select 1 from accounts where tenant_id = $1 and bank_id = $2 and id = $3 and kind <> 'DEPOSIT_TERM'`,
      [scope.tenantId, bankId, linkedAccountId],
    );
    return rows.length > 0;
  }
}
