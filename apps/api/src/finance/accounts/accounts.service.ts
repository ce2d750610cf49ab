import type { Account, BodyOf, accounts } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { upsert } from '../shared/upsert.js';
import { toAccount, toAccountRow } from './accounts.mapper.js';
import { AccountsRepository } from './accounts.repository.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly rows: AccountsRepository,
    private readonly audit: Audit,
    private readonly inputs: PlanInputs,
  ) {}

  async list(scope: TenantScope): Promise<Account[]> {
    return (await this.rows.list(scope)).map(toAccount);
  }

  /** The accounts that take part in a quarter. @throws DomainError NOT_FOUND when there is no such quarter. */
  async listSetUp(scope: TenantScope, quarter: QuarterDate): Promise<Account[]> {
    if (!(await this.rows.quarterExists(scope, quarter))) throw new DomainError('NOT_FOUND');
    return (await this.rows.list(scope, quarter)).map(toAccount);
  }

  /** @throws DomainError NOT_FOUND when the household has no such account. */
  async find(scope: TenantScope, id: string): Promise<Account> {
    const row = await this.rows.find(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return toAccount(row);
  }

  async save(scope: TenantScope, body: BodyOf<typeof accounts.save>): Promise<Account> {
    const { bankId, accountGroupId, linkedAccountId } = body;
    const dangling = await this.rows.dangling(scope, { bankId, accountGroupId, linkedAccountId });
    if (dangling.length > 0) throw new DomainError('NOT_FOUND', ...dangling);
    const { before, after } = await unique(
      { accounts_tenant_id_iban_key: 'iban' },
      upsert(scope, this.rows, body, (key) => toAccountRow(body, key)),
    );
    const saved = toAccount(after);
    await this.audit.record(scope, {
      ...{ action: 'accounts.save', entity: 'account', entityId: saved.id },
      ...{ before: before && toAccount(before), after: saved },
    });
    await this.inputs.changed(scope);
    return saved;
  }

  /** Brings back what was put away, as it was; into a household that has none. */
  async restore(scope: TenantScope, all: readonly Account[]): Promise<void> {
    const { tenantId } = scope;
    await this.rows.insert(
      scope,
      ...all.map((one) => toAccountRow(one, { tenantId, id: one.id, version: one.version })),
    );
  }

  async delete(scope: TenantScope, id: string): Promise<void> {
    const before = await this.rows.lock(scope, id);
    if (!before) throw new DomainError('NOT_FOUND');
    const users = await this.rows.users(scope, id);
    if (users.length > 0) throw new DomainError('IN_USE', ...users);
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      ...{ action: 'accounts.delete', entity: 'account', entityId: id, before: toAccount(before) },
    });
  }
}
