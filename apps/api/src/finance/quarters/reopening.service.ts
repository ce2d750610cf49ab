import { type Quarter, REOPEN_HOURS } from '@fibado/contracts';
import { nextQuarter, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OperationStore } from '../ledger/operation-store.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toQuarter } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { Openings } from './openings.js';

const REOPEN_MS = REOPEN_HOURS * 3_600_000;

/** What a reopened quarter loses, by the state it was in. Its operations stay as they are by then. */
const REOPENED = {
  STARTED: { state: 'INITIALIZED', startedAt: null, sealHash: null, sealedProblem: null },
  CLOSED: { state: 'STARTED', closedAt: null, closedProblem: null, adjustmentIds: null },
} as const;

/** Takes back a start or a closing made by mistake. */
@Injectable()
export class ReopeningService {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly operations: OperationStore,
    private readonly openings: Openings,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND, QUARTER_STATE, QUARTER_REOPEN_LATE, QUARTER_NEXT_ADVANCED */
  async reopen(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    // The next quarter is written too; quarters are locked in the order of their days.
    const quarter = await this.gate.enter(scope, date, 'STARTED', 'CLOSED');
    const next = await this.rows.lock(scope, nextQuarter(date));
    this.expectInTime(quarter);
    if (next && !this.allows(next, quarter))
      throw new DomainError('QUARTER_NEXT_ADVANCED', `quarters:${next.date}`);
    const before = toQuarter(quarter, await this.rows.setups(scope, date));
    if (quarter.state === 'STARTED') await this.rows.update(scope, quarter, REOPENED.STARTED);
    else await this.takeBackClosing(scope, quarter, next);
    const after = toQuarter(await this.gate.expect(scope, date), await this.rows.setups(scope, date));
    await this.audit.record(scope, {
      action: 'quarters.reopen',
      entity: 'quarter',
      entityId: date,
      before,
      after,
    });
    return after;
  }

  private expectInTime({ state, startedAt, closedAt, adjustmentIds }: QuarterEntity): void {
    const since = state === 'STARTED' ? startedAt : closedAt;
    // Of a quarter that was closed elsewhere and restored here, what its closing wrote is not known.
    const known = state === 'STARTED' || adjustmentIds !== null;
    if (!since || !known || this.clock.now().getTime() - since.getTime() > REOPEN_MS)
      throw new DomainError('QUARTER_REOPEN_LATE');
  }

  /** A quarter is never further than the one before it. */
  private allows(next: QuarterEntity, quarter: QuarterEntity): boolean {
    return next.state === 'INITIALIZED' || (next.state === 'STARTED' && quarter.state === 'CLOSED');
  }

  /** Without the banks' figures and their adjustments the next quarter opens with the computed balances again. */
  private async takeBackClosing(
    scope: TenantScope,
    quarter: QuarterEntity,
    next: QuarterEntity | null,
  ): Promise<void> {
    const handedOn = await this.openings.handedOn(scope, quarter);
    await this.operations.remove(scope, quarter.adjustmentIds ?? []);
    await this.rows.deleteClosings(scope, quarter.date);
    await this.rows.update(scope, quarter, REOPENED.CLOSED);
    if (next) await this.openings.followReopened(scope, next, quarter, handedOn);
  }
}
