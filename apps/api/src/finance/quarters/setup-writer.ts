import type { Quarter, Setup } from '@fibado/contracts';
import { type QuarterDate, saysAnything } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import type { QuarterEntity } from '../ledger/quarter.entity.js';
import { toQuarter, toSetup, toSetupRow } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import type { SetupEntity } from '../ledger/setup.entity.js';
import { orAbsent } from '../shared/absent.js';
import { PlanInputs } from '../shared/plan-inputs.js';

/** How many users of a setup an IN_USE names. */
const USERS_NAMED = 20;

/** Reads, writes and audits the setups of quarters; whether they may be written is the caller's. */
@Injectable()
export class SetupWriter {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly inputs: PlanInputs,
    private readonly audit: Audit,
  ) {}

  async list(scope: TenantScope, date: QuarterDate): Promise<Setup[]> {
    await this.gate.expect(scope, date);
    return (await this.rows.setups(scope, date)).map(toSetup);
  }

  /** Writes setups of a quarter that is locked. */
  async write(
    scope: TenantScope,
    quarter: QuarterEntity,
    action: string,
    setups: readonly Setup[],
  ): Promise<Quarter> {
    const before = toQuarter(quarter, await this.rows.setups(scope, quarter.date));
    const key = { tenantId: scope.tenantId, quarter: quarter.date };
    await this.rows.saveSetups(
      scope,
      setups.map((setup) => toSetupRow(setup, key)),
    );
    await this.rows.update(scope, quarter, {});
    const after = await this.quarter(scope, quarter.date);
    await this.record(scope, action, before, after);
    await this.inputs.changed(scope, quarter.date);
    return after;
  }

  /** Writes setups that a person or a file gives: history they do not name stays as it is stored. */
  async writeGiven(
    scope: TenantScope,
    quarter: QuarterEntity,
    action: string,
    setups: readonly Setup[],
  ): Promise<Quarter> {
    const stored = await this.rows.setups(scope, quarter.date);
    return this.write(scope, quarter, action, withHistory(setups, stored));
  }

  /** Of a started quarter only accounts that joined it after the start can be taken out again. */
  async delete(scope: TenantScope, date: QuarterDate, accountId: string): Promise<void> {
    const quarter = await this.gate.enter(scope, date, 'INITIALIZED', 'STARTED');
    const before = toQuarter(quarter, await this.rows.setups(scope, date));
    if (!before.setups.some((setup) => setup.accountId === accountId)) throw new DomainError('NOT_FOUND');
    if (quarter.state === 'STARTED' && !before.joined?.includes(accountId))
      throw new DomainError('QUARTER_STATE', quarter.state);
    const users = await this.rows.operationsOn(scope, date, accountId, USERS_NAMED);
    if (users.length > 0) throw new DomainError('IN_USE', ...users.map((text) => `operations:${text}`));
    await this.rows.deleteSetup(scope, date, accountId);
    await this.rows.update(scope, quarter, {});
    await this.record(scope, 'quarters.deleteSetup', before, await this.quarter(scope, date));
    await this.inputs.changed(scope, date);
  }

  private async quarter(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    return toQuarter(await this.gate.expect(scope, date), await this.rows.setups(scope, date));
  }

  private async record(scope: TenantScope, action: string, before: Quarter, after: Quarter): Promise<void> {
    await this.audit.record(scope, { action, entity: 'quarter', entityId: after.date, before, after });
  }
}

/**
 * Setups as they are stored: history that is not sent stays as it is, and one that says nothing is none. An opening
 * balance that a person changed anticipates no bookings.
 */
function withHistory(setups: readonly Setup[], stored: readonly SetupEntity[]): Setup[] {
  const before = new Map(stored.map((setup) => [setup.accountId, setup]));
  return setups.map(({ carried, ...setup }) => {
    const known = before.get(setup.accountId);
    const sent = carried ?? orAbsent(known?.carried ?? null);
    const isChanged = known?.openingBalanceCents !== setup.openingBalanceCents;
    const history = sent && isChanged ? { ...sent, anticipated: undefined } : sent;
    return { ...setup, carried: saysAnything(history) ? history : undefined };
  });
}
