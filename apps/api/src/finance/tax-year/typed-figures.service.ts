import type { BodyOf, taxYear } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { orNull } from '../shared/absent.js';
import { TaxYearRepository } from './tax-year.repository.js';

/** Figures copied from the bank's paper. */
@Injectable()
export class TypedFiguresService {
  constructor(
    private readonly rows: TaxYearRepository,
    private readonly accounts: AccountsService,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError NOT_FOUND when the household has no such account */
  async save(scope: TenantScope, body: BodyOf<typeof taxYear.saveTyped>): Promise<void> {
    await this.accounts.find(scope, body.accountId);
    const row = await this.rows.lock(scope, body.accountId, body.year);
    await this.rows.update(scope, {
      ...row,
      typedClosingCents: orNull(body.closingCents),
      typedAverageCents: orNull(body.averageCents),
      thirdParty: body.thirdParty ?? row.thirdParty,
    });
    const { accountId: entityId, ...after } = body;
    await this.audit.record(scope, { action: 'taxYear.saveTyped', entity: 'account', entityId, after });
  }
}
