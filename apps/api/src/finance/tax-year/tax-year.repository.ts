import { Injectable } from '@nestjs/common';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { TaxYearAccountEntity } from './tax-year-account.entity.js';
import { TaxYearAssetEntity } from './tax-year-asset.entity.js';
import { TaxYearPurchaseEntity } from './tax-year-purchase.entity.js';

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

  assets(scope: TenantScope, year: number): Promise<TaxYearAssetEntity[]> {
    return readRows(scope, TaxYearAssetEntity, { year }, ['position']);
  }

  purchases(scope: TenantScope, year: number): Promise<TaxYearPurchaseEntity[]> {
    return readRows(scope, TaxYearPurchaseEntity, { year }, ['personId']);
  }

  async replaceAssets(
    { manager, tenantId }: TenantScope,
    year: number,
    assets: readonly Omit<TaxYearAssetEntity, 'tenantId' | 'year' | 'position'>[],
    purchases: readonly Pick<TaxYearPurchaseEntity, 'personId' | 'amountCents'>[],
  ): Promise<void> {
    const key = { tenantId, year };
    await manager.delete(TaxYearAssetEntity, key);
    await manager.delete(TaxYearPurchaseEntity, key);
    if (assets.length > 0)
      await manager.insert(
        TaxYearAssetEntity,
        assets.map((asset, position) => ({ ...asset, ...key, position })),
      );
    if (purchases.length > 0)
      await manager.insert(
        TaxYearPurchaseEntity,
        purchases.map((purchase) => ({ ...purchase, ...key })),
      );
  }

  /** Every year of the household, for its archive. */
  async everything(scope: TenantScope) {
    return {
      accounts: await readRows(scope, TaxYearAccountEntity, {}, ['year', 'accountId']),
      assets: await readRows(scope, TaxYearAssetEntity, {}, ['year', 'position']),
      purchases: await readRows(scope, TaxYearPurchaseEntity, {}, ['year', 'personId']),
    };
  }

  async insertAccounts({ manager }: TenantScope, rows: readonly TaxYearAccountEntity[]): Promise<void> {
    if (rows.length > 0) await manager.insert(TaxYearAccountEntity, [...rows]);
  }
}
