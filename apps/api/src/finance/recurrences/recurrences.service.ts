import type { BodyOf, Recurrence, recurrences } from '@fibado/contracts';
import type { Day } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import { toRecurrence, toRecurrenceRow } from '../ledger/recurrences.mapper.js';
import { RecurrencesRepository } from '../ledger/recurrences.repository.js';

/** Rules as a person changes and ends them. */
@Injectable()
export class RecurrencesService {
  constructor(
    private readonly rows: RecurrencesRepository,
    private readonly store: RecurrenceStore,
    private readonly gate: QuarterGate,
    private readonly inputs: PlanInputs,
    private readonly audit: Audit,
  ) {}

  list(scope: TenantScope): Promise<Recurrence[]> {
    return this.store.list(scope);
  }

  async save(scope: TenantScope, body: BodyOf<typeof recurrences.save>): Promise<Recurrence> {
    const { applyFrom, ...fields } = body;
    await this.gate.lockCalendar(scope);
    await this.store.expectAccounts(scope, body);
    const before = await this.rows.lock(scope, body.id);
    if (!before) throw new DomainError('NOT_FOUND');
    if (before.version !== body.version) throw new DomainError('STALE_VERSION');
    const row = toRecurrenceRow(fields, { tenantId: scope.tenantId, version: before.version + 1 });
    if (!(await this.rows.update(scope, row, before.version))) throw new DomainError('STALE_VERSION');
    const after = toRecurrence(row);
    await this.audit.record(scope, {
      action: 'recurrences.save',
      entity: 'recurrence',
      entityId: body.id,
      before: toRecurrence(before),
      after,
    });
    if (applyFrom !== undefined) await this.rewrite(scope, body.id, applyFrom, after);
    return after;
  }

  /** Stores a proposed rule; its operations are written from a day on, beside none that is planned already. */
  async keep(scope: TenantScope, body: BodyOf<typeof recurrences.keep>): Promise<Recurrence> {
    const { applyFrom, ...fields } = body;
    await this.gate.lockCalendar(scope);
    const [rule] = await this.store.store(scope, [fields]);
    if (!rule) throw new Error('A stored rule is missing');
    for (const quarter of await this.store.begin(scope, rule, applyFrom))
      await this.inputs.changed(scope, quarter);
    return rule;
  }

  /** @param from the operations still planned on this day or later go with the rule. */
  async delete(scope: TenantScope, id: string, from?: Day): Promise<void> {
    await this.gate.lockCalendar(scope);
    const before = await this.rows.lock(scope, id);
    if (!before) throw new DomainError('NOT_FOUND');
    if (from !== undefined) await this.rewrite(scope, id, from);
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      action: 'recurrences.delete',
      entity: 'recurrence',
      entityId: id,
      before: toRecurrence(before),
    });
  }

  private async rewrite(scope: TenantScope, id: string, from: Day, rule?: Recurrence): Promise<void> {
    for (const quarter of await this.store.rewrite(scope, id, from, rule))
      await this.inputs.changed(scope, quarter);
  }
}
