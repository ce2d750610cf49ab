import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TaxYearAccountEntity } from './tax-year-account.entity.js';

@Injectable()
export class TaxYearRepository {
  accounts({ manager, tenantId }: TenantScope, year: number): Promise<TaxYearAccountEntity[]> {
    return manager.findBy(TaxYearAccountEntity, { tenantId, year });
  }

  /** The account's row of a year, locked until the transaction ends; a new one when there is none. */
  async lock(
    { manager, tenantId }: TenantScope,
    accountId: string,
    year: number,
  ): Promise<TaxYearAccountEntity> {
    const key = { tenantId, accountId, year };
    await manager.createQueryBuilder().insert().into(TaxYearAccountEntity).values(key).orIgnore().execute();
    return manager.findOneOrFail(TaxYearAccountEntity, { where: key, lock: { mode: 'pessimistic_write' } });
  }

  async update({ manager }: TenantScope, row: TaxYearAccountEntity): Promise<void> {
    const { tenantId, accountId, year, ...values } = row;
    await manager.update(TaxYearAccountEntity, { tenantId, accountId, year }, values);
  }
}
