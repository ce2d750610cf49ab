import type { Quarter } from '@fibado/contracts';
import { previousQuarter, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toQuarter } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';

/** What a quarter passes into, and what the audit keeps of it beside the quarter. */
interface Step {
  readonly action: 'quarters.start' | 'quarters.close';
  readonly event: 'quarter.started' | 'quarter.closed';
  readonly fields: Partial<Omit<QuarterEntity, 'tenantId' | 'date' | 'version'>>;
  readonly recorded?: object;
}

/** The steps of a quarter's life, INITIALIZED → STARTED → CLOSED: each in order, audited and announced. */
@Injectable()
export class QuarterStates {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Locks a quarter in this state. @throws DomainError NOT_FOUND, QUARTER_STATE */
  enter(scope: TenantScope, date: QuarterDate, state: QuarterEntity['state']) {
    return this.gate.enter(scope, date, state);
  }

  /** Quarters go forward in the order of their days. @throws DomainError QUARTER_STATE */
  async expectPrevious(
    scope: TenantScope,
    date: QuarterDate,
    ...allowed: readonly QuarterEntity['state'][]
  ): Promise<void> {
    const previous = await this.rows.find(scope, previousQuarter(date));
    if (previous && !allowed.includes(previous.state))
      throw new DomainError('QUARTER_STATE', previous.state, previous.date);
  }

  async advance(scope: TenantScope, quarter: QuarterEntity, step: Step): Promise<Quarter> {
    const { date } = quarter;
    const before = toQuarter(quarter, await this.rows.setups(scope, date));
    await this.rows.update(scope, quarter, step.fields);
    const after = toQuarter(await this.gate.expect(scope, date), await this.rows.setups(scope, date));
    await this.audit.record(scope, {
      action: step.action,
      entity: 'quarter',
      entityId: date,
      before,
      after: { ...after, ...step.recorded },
    });
    await this.outbox.add(scope, step.event, { quarter: date });
    return after;
  }
}
