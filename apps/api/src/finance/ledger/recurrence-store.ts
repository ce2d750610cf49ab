import { MAX_RECURRENCES, type Operation, type Recurrence } from '@fibado/contracts';
import {
  type Account,
  addDays,
  type BusinessCalendar,
  type Day,
  matchDays,
  type Operation as PlannedOperation,
  operationsOfRule,
  type QuarterDate,
  quarterEnd,
  recurrenceOfRrule,
  seriesKey,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { OperationStore } from './operation-store.js';
import { QuarterGate } from './quarter-gate.js';
import { SettingsService } from '../settings/settings.service.js';
import { type RecurrenceToSave, toRecurrence, toRecurrenceRow } from './recurrences.mapper.js';
import { RecurrencesRepository } from './recurrences.repository.js';

type OperationToEnter = Parameters<OperationStore['enter']>[1][number];

/** The rules of a household, and the operations they become in a quarter. */
@Injectable()
export class RecurrenceStore {
  constructor(
    private readonly rows: RecurrencesRepository,
    private readonly gate: QuarterGate,
    private readonly operations: OperationStore,
    private readonly accounts: AccountsService,
    private readonly settings: SettingsService,
    private readonly audit: Audit,
  ) {}

  async list(scope: TenantScope): Promise<Recurrence[]> {
    return (await this.rows.list(scope)).map(toRecurrence);
  }

  /** Puts archived rules back as they were. */
  async restore(scope: TenantScope, all: readonly Recurrence[]): Promise<void> {
    const { tenantId } = scope;
    await this.rows.insert(
      scope,
      ...all.map((one) => toRecurrenceRow(one, { tenantId, version: one.version })),
    );
  }

  /**
   * Stores new rules, and writes their operations into the open quarters after the last one for which operations came
   * with them. The caller holds the lock of the calendar.
   * @param lastOf by rule; a rule without an entry came without operations.
   * @returns the quarters that got operations.
   */
  async add(
    scope: TenantScope,
    rules: readonly RecurrenceToSave[],
    lastOf: ReadonlyMap<string, QuarterDate>,
  ): Promise<QuarterDate[]> {
    const values = await this.store(scope, rules);
    const isMissing = (rule: Recurrence, quarter: QuarterDate) => quarter > (lastOf.get(rule.id) ?? '');
    const first = values.map(({ id }) => lastOf.get(id) ?? '').sort()[0] ?? '';
    const filled: QuarterDate[] = [];
    for (const quarter of await this.openQuarters(scope, first)) {
      const missing = values.filter((rule) => isMissing(rule, quarter));
      if (missing.length > 0 && (await this.fill(scope, quarter, missing)).length > 0) filled.push(quarter);
    }
    return filled;
  }

  /**
   * Stores new rules. The caller holds the lock of the calendar.
   * @throws DomainError ALREADY_EXISTS, NOT_FOUND for an account that is none of the household's, VALIDATION for too many.
   */
  async store(scope: TenantScope, rules: readonly RecurrenceToSave[]): Promise<Recurrence[]> {
    const present = await this.rows.list(scope);
    if (present.length + rules.length > MAX_RECURRENCES) throw new DomainError('VALIDATION', 'recurrences');
    const ids = new Set(present.map(({ id }) => id));
    for (const rule of rules) {
      if (ids.has(rule.id)) throw new DomainError('ALREADY_EXISTS', 'recurrences');
      ids.add(rule.id);
      await this.expectAccounts(scope, rule);
    }
    const added = rules.map((rule) => toRecurrenceRow(rule, { tenantId: scope.tenantId, version: 1 }));
    await this.rows.insert(scope, ...added);
    const values = added.map(toRecurrence);
    await this.audit.record(scope, {
      action: 'recurrences.add',
      entity: 'recurrence',
      entityId: 'bulk',
      after: values,
    });
    return values;
  }

  /**
   * Writes the operations of a new rule into the open quarters from a day on, but for those that are there already:
   * typed by hand, or come from the bank.
   */
  async begin(scope: TenantScope, rule: Recurrence, from: Day): Promise<QuarterDate[]> {
    const quarters = await this.openQuarters(scope, from);
    for (const quarter of quarters) {
      const alike = (await this.operations.list(scope, quarter)).filter((one) => isAlike(rule, one));
      await this.fill(scope, quarter, [rule], from > quarter ? from : quarter, alike);
    }
    return quarters;
  }

  /** @throws DomainError NOT_FOUND for an account that is none of the household's. */
  async expectAccounts(
    scope: TenantScope,
    { accountId, toAccountId = accountId }: Pick<Recurrence, 'accountId' | 'toAccountId'>,
  ): Promise<void> {
    const known = await this.gate.knownAccounts(scope, [accountId, toAccountId]);
    if (!known.has(accountId) || !known.has(toAccountId)) throw new DomainError('NOT_FOUND');
  }

  /** Locks the quarters that are not closed and end on a day or later, in the order of their days. */
  async openQuarters(scope: TenantScope, from: Day): Promise<QuarterDate[]> {
    const open = (await this.gate.list(scope)).filter(
      ({ date, state }) => state !== 'CLOSED' && quarterEnd(date) >= from,
    );
    const dates = open.map(({ date }) => date);
    await this.gate.enterAll(scope, dates, 'INITIALIZED', 'STARTED');
    return dates;
  }

  /**
   * Writes a quarter's operations from all rules, or from some of them and from a day on.
   * @param present operations in whose place none is written.
   */
  async fill(
    scope: TenantScope,
    quarter: QuarterDate,
    rules?: readonly Recurrence[],
    from: Day = quarter,
    present: readonly Operation[] = [],
  ): Promise<Operation[]> {
    const { calendar } = await this.settings.planning(scope);
    const taking = await this.gate.accountsIn(scope, quarter);
    const accounts = new Map(
      (await this.accounts.list(scope)).filter(({ id }) => taking.has(id)).map((one) => [one.id, one]),
    );
    const bodies = (rules ?? (await this.list(scope))).flatMap((rule) =>
      absent(
        operationsOfRule(rule, { quarter, from }, accounts, calendar).map((one) => ({
          ...one,
          recurrenceId: rule.id,
        })),
        rule,
        present,
      ),
    );
    const entered = await this.operations.enter(scope, bodies);
    if (entered.length > 0)
      await this.audit.record(scope, {
        action: 'recurrences.fill',
        entity: 'quarter',
        entityId: quarter,
        after: entered,
      });
    return entered;
  }

  /** What all rules become in a quarter that does not exist yet; the same ids whenever it is asked. */
  async projected(
    scope: TenantScope,
    quarter: QuarterDate,
    accounts: ReadonlyMap<string, Account>,
    calendar: BusinessCalendar,
  ): Promise<PlannedOperation[]> {
    return (await this.list(scope)).flatMap((rule) =>
      operationsOfRule(rule, { quarter }, accounts, calendar).map((operation) => ({
        ...operation,
        id: `${rule.id}:${operation.date}`,
      })),
    );
  }

  /**
   * Writes the planned operations of a rule anew from a day on. Those that happened or are locked stay, and nothing
   * is written on or before the last of them.
   * @param rule absent: they only go.
   */
  async rewrite(scope: TenantScope, id: string, from: Day, rule?: Recurrence): Promise<QuarterDate[]> {
    const quarters = await this.openQuarters(scope, from);
    const present = await this.operations.ofRecurrence(scope, id, from);
    const [gone, kept] = [present.filter(isReplaceable), present.filter((one) => !isReplaceable(one))];
    await this.operations.remove(
      scope,
      gone.map((one) => one.id),
    );
    if (gone.length > 0)
      await this.audit.record(scope, {
        action: 'recurrences.clear',
        entity: 'recurrence',
        entityId: id,
        before: gone,
      });
    const last = kept.at(-1)?.date;
    const start = last === undefined ? from : addDays(last, 1);
    if (rule)
      for (const quarter of quarters)
        await this.fill(scope, quarter, [rule], start > quarter ? start : quarter);
    return quarters;
  }
}

/** How far from its day an operation is still the rule's own. */
const SAME_WITHIN_DAYS = { DAYS: 2, MONTHS: 6 } as const;
/** Amounts that differ by more are of something else, unless the words are the same. */
const SAME_WITHIN_SHARE = 0.2;

/** Whether an operation that names no rule is what a rule would write. */
function isAlike(rule: Recurrence, one: Operation): boolean {
  if (one.recurrenceId !== undefined || one.kind !== rule.kind) return false;
  if (one.accountId !== rule.accountId || one.toAccountId !== rule.toAccountId) return false;
  const { lowCents = rule.amountCents, highCents = rule.amountCents } = rule;
  const near =
    one.amountCents >= lowCents * (1 - SAME_WITHIN_SHARE) &&
    one.amountCents <= highCents * (1 + SAME_WITHIN_SHARE);
  return near || seriesKey(one) === seriesKey(rule);
}

/** The operations to write in whose place there is none, each of those standing for one of them. */
function absent(
  written: readonly OperationToEnter[],
  rule: Recurrence,
  present: readonly Operation[],
): OperationToEnter[] {
  const unit = recurrenceOfRrule(rule.rule, rule.onNonBusinessDay)?.unit ?? 'MONTHS';
  const days = new Set(
    matchDays(
      written.map(({ date }) => date),
      present,
      SAME_WITHIN_DAYS[unit],
    ).missing,
  );
  return written.filter(({ date }) => days.has(date));
}

const isReplaceable = ({ status, locked }: Operation): boolean => status === 'PLANNED' && !locked;
