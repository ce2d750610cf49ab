import type { Account, accounts, BodyOf } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { AccountEntity } from './account.entity.js';
import { toAccount, toAccountRow } from './accounts.mapper.js';
import { AccountsRepository } from './accounts.repository.js';

@Injectable()
export class AccountsService extends HouseholdEntries<AccountEntity, Account, BodyOf<typeof accounts.save>> {
  constructor(
    protected readonly rows: AccountsRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
  ) {
    super({
      name: 'accounts',
      entity: 'account',
      unique: { accounts_tenant_id_iban_key: 'iban' },
      toValue: toAccount,
      toRow: toAccountRow,
    });
  }

  /** The accounts that take part in a quarter. @throws DomainError NOT_FOUND when there is no such quarter. */
  async listSetUp(scope: TenantScope, quarter: QuarterDate): Promise<Account[]> {
    if (!(await this.rows.quarterExists(scope, quarter))) throw new DomainError('NOT_FOUND');
    return (await this.rows.list(scope, quarter)).map(toAccount);
  }

  /** @throws DomainError also NOT_FOUND, with the fields that refer to nothing in this household. */
  override async save(scope: TenantScope, body: BodyOf<typeof accounts.save>): Promise<Account> {
    const { bankId, accountGroupId, linkedAccountId } = body;
    const dangling = await this.rows.dangling(scope, { bankId, accountGroupId, linkedAccountId });
    if (dangling.length > 0) throw new DomainError('NOT_FOUND', ...dangling);
    return super.save(scope, body);
  }
}
