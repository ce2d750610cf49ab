import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OperationStore } from '../ledger/operation-store.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Adjustment } from './closing.js';

const ADJUSTMENT = {
  it: { description: 'Rettifica di chiusura', category: 'Rettifica' },
  en: { description: 'Closing adjustment', category: 'Adjustment' },
};

/** The operations of a quarter that is being closed: none may be open, and differences become movements. */
@Injectable()
export class ClosingMovements {
  constructor(
    private readonly operations: OperationStore,
    private readonly settings: SettingsService,
  ) {}

  /** @throws DomainError QUARTER_OPEN_OPERATIONS */
  async expectNoneOpen(scope: TenantScope, date: QuarterDate): Promise<void> {
    const open = (await this.operations.list(scope, date)).filter((row) => row.status === 'PLANNED');
    if (open.length > 0)
      throw new DomainError('QUARTER_OPEN_OPERATIONS', ...open.map((row) => row.description));
  }

  async writeAdjustments(scope: TenantScope, quarter: QuarterDate, adjustments: readonly Adjustment[]) {
    const { language } = await this.settings.get(scope);
    return this.operations.enter(
      scope,
      adjustments.map(({ accountId, date, differenceCents }) => ({
        quarter,
        accountId,
        date,
        valueDate: date,
        amountCents: Math.abs(differenceCents),
        kind: differenceCents > 0 ? 'INCOME' : 'EXPENSE',
        ...ADJUSTMENT[language],
        status: 'DONE',
        origin: 'MANUAL',
        locked: true,
      })),
    );
  }
}
