import type { AccountGroup, BodyOf, accountGroups } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { upsert } from '../shared/upsert.js';
import { toAccountGroup, toAccountGroupRow } from './account-groups.mapper.js';
import { AccountGroupsRepository } from './account-groups.repository.js';

@Injectable()
export class AccountGroupsService {
  constructor(
    private readonly rows: AccountGroupsRepository,
    private readonly audit: Audit,
    private readonly inputs: PlanInputs,
  ) {}

  async list(scope: TenantScope): Promise<AccountGroup[]> {
    return (await this.rows.list(scope)).map(toAccountGroup);
  }

  /** @throws DomainError NOT_FOUND when the household has no such group. */
  async find(scope: TenantScope, id: string): Promise<AccountGroup> {
    const row = await this.rows.find(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return toAccountGroup(row);
  }

  async save(scope: TenantScope, body: BodyOf<typeof accountGroups.save>): Promise<AccountGroup> {
    const { before, after } = await unique(
      { account_groups_name: 'name' },
      upsert(scope, this.rows, body, (key) => toAccountGroupRow(body, key)),
    );
    const saved = toAccountGroup(after);
    await this.audit.record(scope, {
      ...{ action: 'accountGroups.save', entity: 'accountGroup', entityId: saved.id },
      ...{ before: before && toAccountGroup(before), after: saved },
    });
    await this.inputs.changed(scope);
    return saved;
  }

  /** Brings back what was put away, as it was; into a household that has none. */
  async restore(scope: TenantScope, all: readonly AccountGroup[]): Promise<void> {
    const { tenantId } = scope;
    await this.rows.insert(
      scope,
      ...all.map((one) => toAccountGroupRow(one, { tenantId, id: one.id, version: one.version })),
    );
  }

  async delete(scope: TenantScope, id: string): Promise<void> {
    const before = await this.rows.lock(scope, id);
    if (!before) throw new DomainError('NOT_FOUND');
    const users = await this.rows.users(scope, id);
    if (users.length > 0) throw new DomainError('IN_USE', ...users);
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      ...{
        action: 'accountGroups.delete',
        entity: 'accountGroup',
        entityId: id,
        before: toAccountGroup(before),
      },
    });
  }
}
