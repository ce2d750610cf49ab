import type { QuarterState, Setup, Summary } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { AcceptedPlan } from './accepted-plan.js';
import type { QuarterEntity } from './quarter.entity.js';
import { toActuals, toSetup, toSetupRow } from './quarters.mapper.js';
import { type QuarterListRow, QuartersRepository } from './quarters.repository.js';

/** A quarter as other features see it. */
export type QuarterRecord = QuarterEntity;

/** Locks a quarter and checks its state before something in it is changed. */
@Injectable()
export class QuarterGate {
  constructor(private readonly quarters: QuartersRepository) {}

  /**
   * Locks a quarter until the transaction ends.
   * @throws DomainError NOT_FOUND, or QUARTER_STATE with the state it is in.
   */
  async enter(
    scope: TenantScope,
    date: QuarterDate,
    ...allowed: readonly QuarterState[]
  ): Promise<QuarterEntity> {
    const quarter = await this.quarters.lock(scope, date);
    if (!quarter) throw new DomainError('NOT_FOUND');
    if (!allowed.includes(quarter.state)) throw new DomainError('QUARTER_STATE', quarter.state);
    return quarter;
  }

  /** Oldest first. */
  list(scope: TenantScope): Promise<QuarterListRow[]> {
    return this.quarters.list(scope);
  }

  /** No quarter is added or removed by others until the transaction ends; taken before any quarter is locked. */
  lockCalendar(scope: TenantScope): Promise<void> {
    return this.quarters.lockCalendar(scope);
  }

  find(scope: TenantScope, date: QuarterDate): Promise<QuarterRecord | null> {
    return this.quarters.find(scope, date);
  }

  async setups(scope: TenantScope, date: QuarterDate): Promise<Setup[]> {
    return (await this.quarters.setups(scope, date)).map(toSetup);
  }

  /** Writes setups into a quarter the caller has locked, and counts its version up; the caller audits them. */
  async putSetups(scope: TenantScope, quarter: QuarterEntity, setups: readonly Setup[]): Promise<void> {
    const key = { tenantId: scope.tenantId, quarter: quarter.date };
    await this.quarters.saveSetups(
      scope,
      setups.map((setup) => toSetupRow(setup, key)),
    );
    await this.quarters.update(scope, quarter, {});
  }

  /** Keeps the plan the household took up in place of the one before; the quarter is locked by the caller. */
  keepAccepted(scope: TenantScope, date: QuarterDate, plan: AcceptedPlan | null): Promise<void> {
    return this.quarters.keepAccepted(scope, date, plan);
  }

  /** What a closed quarter's accounts were computed and reported to have done. */
  async closings(scope: TenantScope, date: QuarterDate): Promise<NonNullable<Summary['actuals']>> {
    return (await this.quarters.closings(scope, date)).map(toActuals);
  }

  /** The accounts of a closed quarter whose closing balance is the bank's. */
  async reportedIn(scope: TenantScope, date: QuarterDate): Promise<Set<string>> {
    const closings = await this.quarters.closings(scope, date);
    return new Set(closings.flatMap(({ accountId, closingReported }) => (closingReported ? accountId : [])));
  }

  /** @throws DomainError NOT_FOUND when there is no such quarter. */
  async expect(scope: TenantScope, date: QuarterDate): Promise<QuarterEntity> {
    const quarter = await this.quarters.find(scope, date);
    if (!quarter) throw new DomainError('NOT_FOUND');
    return quarter;
  }

  /**
   * Locks several in one statement.
   * @throws DomainError NOT_FOUND, or QUARTER_STATE with the state one of them is in.
   */
  async enterAll(
    scope: TenantScope,
    dates: Iterable<QuarterDate>,
    ...allowed: readonly QuarterState[]
  ): Promise<void> {
    const wanted = [...new Set(dates)];
    const locked = await this.quarters.lockAll(scope, wanted);
    if (locked.length < wanted.length) throw new DomainError('NOT_FOUND');
    const wrong = locked.find(({ state }) => !allowed.includes(state));
    if (wrong) throw new DomainError('QUARTER_STATE', wrong.state);
  }

  /** The accounts that take part in a quarter. */
  async accountsIn(scope: TenantScope, date: QuarterDate): Promise<Set<string>> {
    return new Set((await this.quarters.setups(scope, date)).map((setup) => setup.accountId));
  }

  /** Every account of the household, with those of the quarters given in which it takes part. */
  async participation(
    scope: TenantScope,
    quarters: readonly QuarterDate[],
  ): Promise<ReadonlyMap<string, ReadonlySet<QuarterDate>>> {
    const known = new Map<string, Set<QuarterDate>>();
    for (const { id, quarter } of await this.quarters.participation(scope, quarters)) {
      const taking = known.get(id) ?? new Set();
      if (quarter !== null) taking.add(quarter);
      known.set(id, taking);
    }
    return known;
  }

  /** As the household calls it; nothing when it is not one of its own. */
  async accountName(scope: TenantScope, id: string): Promise<string | undefined> {
    return (await this.quarters.accountNames(scope, [id])).get(id);
  }

  /** Of the accounts named, those of this household. */
  async knownAccounts(scope: TenantScope, ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.quarters.accountNames(scope, ids)).keys());
  }
}
