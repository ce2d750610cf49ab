import { randomUUID } from 'node:crypto';
import type { BodyOf, Operation, operations } from '@fibado/contracts';
import { type Day, isInQuarter, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { inOrder } from '../../platform/database/in-order.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { OperationChange } from '../ledger/accepted-plan.js';
import type { ImportedChange } from '../ledger/import-records.js';
import type { OperationEntity } from '../ledger/operation.entity.js';
import { type OperationToSave, toOperation, toOperationRow } from '../ledger/operations.mapper.js';
import { OperationsRepository } from '../ledger/operations.repository.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';

/** A quarter into which operations can be written. */
const OPEN = ['INITIALIZED', 'STARTED'] as const;

/** The planned transfers of the optimizer in whose place others come. */
interface Replaced {
  readonly quarter: QuarterDate;
  readonly from?: Day | undefined;
}

/** Checks and writes the operations of quarters it locks; what follows from it is the caller's. */
@Injectable()
export class OperationWriter {
  constructor(
    private readonly rows: OperationsRepository,
    private readonly gate: QuarterGate,
    private readonly recurrences: RecurrenceStore,
  ) {}

  /** By day. @throws DomainError NOT_FOUND when there is no such quarter. */
  async list(scope: TenantScope, quarter: QuarterDate): Promise<Operation[]> {
    await this.gate.expect(scope, quarter);
    return (await this.rows.list(scope, quarter)).map(toOperation);
  }

  /**
   * Locks what changes were made to. @returns those whose operation is still there.
   * @throws DomainError STALE_VERSION when one of them was changed since.
   */
  async lockUnchanged(
    scope: TenantScope,
    changes: readonly OperationChange[],
  ): Promise<readonly OperationChange[]> {
    const ids = changes.map((change) => change.operationId);
    const known = await this.rows.byIds(scope, ids);
    await this.gate.enterAll(
      scope,
      known.map((row) => row.quarter),
      ...OPEN,
    );
    const rows = await this.rows.lockAll(
      scope,
      known.map((row) => row.id),
    );
    const present = new Map(rows.map((row) => [row.id, row]));
    const still = changes.filter((change) => present.has(change.operationId));
    if (still.some((change) => present.get(change.operationId)?.version !== change.versionAfter))
      throw new DomainError('STALE_VERSION');
    return still;
  }

  /** Rules are stored before the operations that name them; a rule none names gets its own in every open quarter. */
  async keepRules(
    scope: TenantScope,
    {
      recurrences = [],
      operations: bodies,
    }: Pick<BodyOf<typeof operations.saveBulk>, 'recurrences' | 'operations'>,
  ): Promise<string[]> {
    if (recurrences.length === 0) return [];
    await this.gate.lockCalendar(scope);
    const quarters = bodies.map(({ quarter }) => quarter).sort();
    await this.gate.enterAll(scope, quarters, ...OPEN);
    const lastOf = new Map<string, string>();
    for (const { recurrenceId, quarter } of bodies)
      if (recurrenceId !== undefined && quarter > (lastOf.get(recurrenceId) ?? ''))
        lastOf.set(recurrenceId, quarter);
    return this.recurrences.add(scope, recurrences, lastOf);
  }

  /**
   * Locks, checks and writes. New rows are sent behind the locks and checks without waiting for their answers: the
   * database goes on by itself while other writers wait for its locks. A refusal rolls all of it back.
   */
  async write(
    scope: TenantScope,
    bodies: readonly OperationToSave[],
    deleteIds: readonly string[],
    replace?: Replaced,
  ): Promise<{ changes: ImportedChange[]; deleted: Operation[] }> {
    const named = checkBodies(bodies, deleteIds);
    const rows = bodies.map((body) =>
      toOperationRow(body, {
        tenantId: scope.tenantId,
        id: body.id ?? randomUUID(),
        version: (body.version ?? 0) + 1,
      }),
    );
    const known = await this.rows.byIds(scope, named);
    const quarters = [...bodies, ...known, ...(replace ? [replace] : [])].map((one) => one.quarter);
    // Quarters are locked before their operations, everywhere: that order is what keeps writers from crossing.
    const [, locked, , , replaced] = await inOrder(
      this.gate.enterAll(scope, quarters, ...OPEN),
      this.rows.lockAll(scope, named),
      this.checkAccounts(scope, bodies),
      this.checkImportKeys(scope, bodies),
      this.movable(scope, replace),
      this.insertNew(scope, rows),
    );
    const existing = new Map(locked.map((row) => [row.id, row]));
    if (existing.size !== named.length) throw new DomainError('NOT_FOUND');
    const deleted = [
      ...deleteIds.flatMap((id) => existing.get(id) ?? []),
      ...replaced.filter((row) => !existing.has(row.id)),
    ];
    await this.rows.removeAll(
      scope,
      deleted.map((row) => row.id),
    );
    const changed = rows.filter((row) => !isNew(row));
    if (!(await this.rows.updateAll(scope, changed))) throw new DomainError('STALE_VERSION');
    return {
      changes: rows.map((row) => {
        const before = existing.get(row.id);
        return { before: before && toOperation(before), after: toOperation(row) };
      }),
      deleted: deleted.map(toOperation),
    };
  }

  private async movable(scope: TenantScope, replace: Replaced | undefined): Promise<OperationEntity[]> {
    return replace ? this.rows.movable(scope, replace.quarter, replace.from ?? replace.quarter) : [];
  }

  private async insertNew(scope: TenantScope, rows: readonly OperationEntity[]): Promise<void> {
    await this.forgetEndedRules(scope, rows);
    await this.rows.insertAll(scope, rows.filter(isNew));
  }

  /** A rule that was ended meanwhile is no longer named. */
  private async forgetEndedRules(scope: TenantScope, rows: readonly OperationEntity[]): Promise<void> {
    if (rows.every(({ recurrenceId }) => recurrenceId === null)) return;
    const known = new Set((await this.recurrences.list(scope)).map(({ id }) => id));
    for (const row of rows)
      if (row.recurrenceId !== null && !known.has(row.recurrenceId)) row.recurrenceId = null;
  }

  /** A movement of a bank's file is entered once, however many send it at the same moment. */
  private async checkImportKeys(scope: TenantScope, bodies: readonly OperationToSave[]): Promise<void> {
    const keys = bodies.flatMap((body) => (body.id === undefined ? (body.importKey ?? []) : []));
    if (new Set(keys).size !== keys.length || (await this.rows.importKeysTaken(scope, keys)))
      throw new DomainError('ALREADY_EXISTS', 'importKey');
  }

  /** Every account is of this household and takes part in the quarter. */
  private async checkAccounts(scope: TenantScope, bodies: readonly OperationToSave[]): Promise<void> {
    const accounts = await this.gate.participation(scope, [...new Set(bodies.map((body) => body.quarter))]);
    const isOutside = (quarter: QuarterDate, id: string | undefined) =>
      id !== undefined && !accounts.get(id)?.has(quarter);
    const outside = bodies.find(
      ({ quarter, accountId, toAccountId }) =>
        isOutside(quarter, accountId) || isOutside(quarter, toAccountId),
    );
    if (!outside) return;
    const isKnown = (id: string | undefined) => id === undefined || accounts.has(id);
    if (!bodies.every(({ accountId, toAccountId }) => isKnown(accountId) && isKnown(toAccountId)))
      throw new DomainError('NOT_FOUND');
    throw new DomainError(
      'VALIDATION',
      isOutside(outside.quarter, outside.accountId) ? 'accountId' : 'toAccountId',
    );
  }
}

/** Of a body without id and version. */
const isNew = (row: OperationEntity): boolean => row.version === 1;

/**
 * Checks what can be checked without the database.
 * @returns the ids of operations that are there already.
 * @throws DomainError VALIDATION
 */
function checkBodies(bodies: readonly OperationToSave[], deleteIds: readonly string[]): string[] {
  for (const { id, version, date, quarter } of bodies) {
    if (id === undefined && version !== undefined) throw new DomainError('VALIDATION', 'id');
    if (id !== undefined && version === undefined) throw new DomainError('VALIDATION', 'version');
    if (!isInQuarter(date, quarter)) throw new DomainError('VALIDATION', 'date');
  }
  const named = [...bodies.flatMap((body) => body.id ?? []), ...deleteIds];
  if (new Set(named).size !== named.length) throw new DomainError('VALIDATION', 'operations');
  return named;
}
