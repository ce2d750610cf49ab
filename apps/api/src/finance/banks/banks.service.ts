import type { Bank, BodyOf, banks } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { upsert } from '../shared/upsert.js';
import { toBank, toBankRow } from './banks.mapper.js';
import { BanksRepository } from './banks.repository.js';

@Injectable()
export class BanksService {
  constructor(
    private readonly rows: BanksRepository,
    private readonly audit: Audit,
    private readonly inputs: PlanInputs,
  ) {}

  async list(scope: TenantScope): Promise<Bank[]> {
    return (await this.rows.list(scope)).map(toBank);
  }

  /** @throws DomainError NOT_FOUND when the household has no such bank. */
  async find(scope: TenantScope, id: string): Promise<Bank> {
    const row = await this.rows.find(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return toBank(row);
  }

  async save(scope: TenantScope, body: BodyOf<typeof banks.save>): Promise<Bank> {
    const { before, after } = await unique(
      { banks_name: 'name' },
      upsert(scope, this.rows, body, (key) => toBankRow(body, key)),
    );
    const saved = toBank(after);
    await this.audit.record(scope, {
      ...{ action: 'banks.save', entity: 'bank', entityId: saved.id },
      ...{ before: before && toBank(before), after: saved },
    });
    await this.inputs.changed(scope);
    return saved;
  }

  /** Brings back what was put away, as it was; into a household that has none. */
  async restore(scope: TenantScope, all: readonly Bank[]): Promise<void> {
    const { tenantId } = scope;
    await this.rows.insert(
      scope,
      ...all.map((one) => toBankRow(one, { tenantId, id: one.id, version: one.version })),
    );
  }

  async delete(scope: TenantScope, id: string): Promise<void> {
    const before = await this.rows.lock(scope, id);
    if (!before) throw new DomainError('NOT_FOUND');
    const users = await this.rows.users(scope, id);
    if (users.length > 0) throw new DomainError('IN_USE', ...users);
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      ...{ action: 'banks.delete', entity: 'bank', entityId: id, before: toBank(before) },
    });
  }
}
