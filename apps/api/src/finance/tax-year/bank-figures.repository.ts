import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { BankFiguresEntity } from './bank-figures.entity.js';

@Injectable()
export class BankFiguresRepository {
  list({ manager, tenantId }: TenantScope, year: number): Promise<BankFiguresEntity[]> {
    return manager.findBy(BankFiguresEntity, { tenantId, year });
  }

  /** Of every year. */
  all({ manager, tenantId }: TenantScope): Promise<BankFiguresEntity[]> {
    return manager.findBy(BankFiguresEntity, { tenantId });
  }

  find(
    { manager, tenantId }: TenantScope,
    accountId: string,
    year: number,
  ): Promise<BankFiguresEntity | null> {
    return manager.findOneBy(BankFiguresEntity, { tenantId, accountId, year });
  }

  async save({ manager, tenantId }: TenantScope, row: Omit<BankFiguresEntity, 'tenantId'>): Promise<void> {
    await manager.upsert(BankFiguresEntity, { ...row, tenantId }, ['tenantId', 'accountId', 'year']);
  }
}
