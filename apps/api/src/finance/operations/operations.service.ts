import { randomUUID } from 'node:crypto';
import type { BodyOf, ImportSource, Operation, operations, ResponseOf } from '@fibado/contracts';
import { type Day, isInQuarter, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { type ImportedChange, ImportRecords } from '../ledger/import-records.js';
import { PlanStore } from '../ledger/plan-store.js';
import type { OperationChange } from '../ledger/accepted-plan.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { RecurrenceStore } from '../ledger/recurrence-store.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { OperationEntity } from '../ledger/operation.entity.js';
import { type OperationToSave, toOperation, toOperationRow } from '../ledger/operations.mapper.js';
import { OperationsRepository } from '../ledger/operations.repository.js';

export type { OperationToSave };

type SaveBulk = BodyOf<typeof operations.saveBulk>;
type SavedBulk = ResponseOf<typeof operations.saveBulk>;

/** A quarter into which operations can be written. */
const OPEN = ['INITIALIZED', 'STARTED'] as const;

@Injectable()
export class OperationsService {
  constructor(
    private readonly rows: OperationsRepository,
    private readonly gate: QuarterGate,
    private readonly records: ImportRecords,
    private readonly recurrences: RecurrenceStore,
    private readonly plans: PlanStore,
    private readonly inputs: PlanInputs,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError NOT_FOUND when there is no such quarter. */
  async list(scope: TenantScope, quarter: QuarterDate): Promise<Operation[]> {
    await this.gate.expect(scope, quarter);
    return (await this.rows.list(scope, quarter)).map(toOperation);
  }

  async save(scope: TenantScope, body: OperationToSave): Promise<Operation> {
    const { changes } = await this.write(scope, [body], []);
    const change = changes[0];
    if (!change) throw new Error('A saved operation is missing');
    await this.audit.record(scope, {
      action: 'operations.save',
      entity: 'operation',
      entityId: change.after.id,
      ...change,
    });
    await this.inputs.changed(scope, body.quarter);
    return change.after;
  }

  /** All or nothing; the same key and body answer the first answer again. */
  saveBulk(scope: TenantScope, body: SaveBulk, idempotencyKey?: string): Promise<SavedBulk> {
    return this.idempotency.once(scope, idempotencyKey, 'operations.saveBulk', body, () =>
      this.writeBulk(scope, body),
    );
  }

  /** Saves what a bank's file brings; how many there may be is the file's limit. */
  saveImported(
    scope: TenantScope,
    bodies: readonly OperationToSave[],
    source: ImportSource,
  ): Promise<SavedBulk> {
    return this.writeBulk(scope, { operations: [...bodies], deleteIds: [], import: source });
  }

  async delete(scope: TenantScope, id: string): Promise<void> {
    const { deleted } = await this.write(scope, [], [id]);
    const before = deleted[0];
    await this.audit.record(scope, {
      action: 'operations.delete',
      entity: 'operation',
      entityId: id,
      before,
    });
    await this.inputs.changed(scope, before?.quarter);
  }

  /**
   * Undoes changes as they were recorded: what was created goes, what was changed becomes what it was. What is gone
   * already stays gone. What was deleted is entered anew.
   * @throws DomainError STALE_VERSION when one of them was changed since.
   */
  async takeBack(
    scope: TenantScope,
    changes: readonly OperationChange[],
    deleted: readonly Operation[] = [],
  ): Promise<void> {
    const known = await this.rows.byIds(
      scope,
      changes.map((change) => change.operationId),
    );
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
    await this.writeBulk(scope, {
      operations: [
        ...still.flatMap(({ before, versionAfter }) =>
          before ? [{ ...before, version: versionAfter }] : [],
        ),
        ...deleted.map(({ id: _, version: __, ...operation }) => operation),
      ],
      deleteIds: still.flatMap(({ before, operationId }) => (before ? [] : [operationId])),
    });
  }

  private async writeBulk(scope: TenantScope, body: SaveBulk): Promise<SavedBulk> {
    const run =
      body.acceptedRunId === undefined ? undefined : await this.plans.named(scope, body.acceptedRunId);
    const replace = replacing(body, run);
    const filled = await this.keepRules(scope, body);
    const { changes, deleted } = await this.write(scope, body.operations, body.deleteIds, replace);
    const saved = changes.map((change) => change.after);
    // An import's record keeps what each operation was before, and may be of a hundred thousand.
    if (!body.import)
      await this.audit.record(scope, {
        action: 'operations.saveBulk',
        entity: 'operation',
        entityId: 'bulk',
        before: { changed: changes.flatMap((change) => change.before ?? []), deleted },
        after: saved,
      });
    const importId = await this.recordImport(scope, body.import, changes);
    const quarters = new Set([
      ...[...saved, ...deleted, ...changes.flatMap((change) => change.before ?? [])].map(
        (one) => one.quarter,
      ),
      ...[replace, run].flatMap((one) => one?.quarter ?? []),
    ]);
    for (const quarter of quarters) {
      await this.plans.accepted(scope, {
        quarter,
        saved,
        run: run?.quarter === quarter ? run : undefined,
        entered: changes.flatMap(({ before, after }) => (before ? [] : [after])),
        changes: changes.filter(({ after }) => after.quarter === quarter).map(toChange),
        deleted: deleted.filter((one) => one.quarter === quarter),
        replaces: replace?.quarter === quarter,
        standing: async () => (await this.rows.list(scope, quarter)).map(toOperation),
      });
      await this.inputs.changed(scope, quarter);
    }
    for (const quarter of filled) if (!quarters.has(quarter)) await this.inputs.changed(scope, quarter);
    return { operations: saved, deleted: deleted.length, importId };
  }

  /** Rules are stored before the operations that name them; a rule none names gets its own in every open quarter. */
  private async keepRules(
    scope: TenantScope,
    { recurrences = [], operations: bodies }: SaveBulk,
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

  private async recordImport(
    scope: TenantScope,
    source: SaveBulk['import'],
    changes: readonly ImportedChange[],
  ): Promise<string | undefined> {
    if (!source) return undefined;
    const account = await this.gate.accountName(scope, source.accountId);
    if (account === undefined) throw new DomainError('NOT_FOUND', 'import.accountId');
    const quarter = changes[0]?.after.quarter;
    if (quarter === undefined) return undefined;
    const id = await this.records.record(scope, source, quarter, changes);
    await this.audit.record(scope, {
      action: 'imports.record',
      entity: 'import',
      entityId: id,
      after: { ...source, mapping: undefined, quarter, operations: changes.length },
    });
    await this.outbox.add(scope, 'import.finished', {
      quarter,
      account,
      imported: changes.length,
      skipped: source.skipped,
    });
    return id;
  }

  /** Checks everything, then writes everything. */
  private async write(
    scope: TenantScope,
    bodies: readonly OperationToSave[],
    deleteIds: readonly string[],
    replace?: { quarter: QuarterDate; from?: Day | undefined },
  ): Promise<{ changes: ImportedChange[]; deleted: Operation[] }> {
    const named = checkBodies(bodies, deleteIds);
    // Made before the quarter is locked: the less is done under the lock, the shorter other writers wait.
    const rows = bodies.map((body) =>
      toOperationRow(body, {
        tenantId: scope.tenantId,
        id: body.id ?? randomUUID(),
        version: (body.version ?? 0) + 1,
      }),
    );
    // Quarters are locked before their operations, everywhere: that order is what keeps writers from crossing.
    const known = await this.rows.byIds(scope, named);
    await this.gate.enterAll(
      scope,
      [...bodies, ...known, ...(replace ? [replace] : [])].map((one) => one.quarter),
      ...OPEN,
    );
    const existing = new Map((await this.rows.lockAll(scope, named)).map((row) => [row.id, row]));
    if (existing.size !== named.length) throw new DomainError('NOT_FOUND');
    await this.checkAccounts(scope, bodies);
    await this.checkImportKeys(scope, bodies);

    const replaced = replace
      ? await this.rows.movable(scope, replace.quarter, replace.from ?? replace.quarter)
      : [];
    const deleted = [
      ...deleteIds.flatMap((id) => existing.get(id) ?? []),
      ...replaced.filter((row) => !existing.has(row.id)),
    ];
    await this.rows.removeAll(
      scope,
      deleted.map((row) => row.id),
    );
    await this.forgetEndedRules(scope, rows);
    const changes = rows.map((row) => ({ before: existing.get(row.id), row }));
    if (changes.some(({ before, row }) => before && before.version !== row.version - 1))
      throw new DomainError('STALE_VERSION');
    await this.rows.insertAll(
      scope,
      changes.flatMap(({ before, row }) => (before ? [] : [row])),
    );
    const changed = changes.flatMap(({ before, row }) => (before ? [row] : []));
    if (!(await this.rows.updateAll(scope, changed))) throw new DomainError('STALE_VERSION');
    return {
      changes: changes.map(({ before, row }) => ({
        before: before && toOperation(before),
        after: toOperation(row),
      })),
      deleted: deleted.map(toOperation),
    };
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
    const takingPart = new Map<QuarterDate, Set<string>>();
    for (const quarter of new Set(bodies.map((body) => body.quarter)))
      takingPart.set(quarter, await this.gate.accountsIn(scope, quarter));
    const isOutside = (quarter: QuarterDate, id: string | undefined) =>
      id !== undefined && !takingPart.get(quarter)?.has(id);
    const outside = bodies.find(
      ({ quarter, accountId, toAccountId }) =>
        isOutside(quarter, accountId) || isOutside(quarter, toAccountId),
    );
    if (!outside) return;
    const ids = [...new Set(bodies.flatMap((body) => [body.accountId, body.toAccountId ?? []].flat()))];
    const known = await this.gate.knownAccounts(scope, ids);
    if (known.size !== ids.length) throw new DomainError('NOT_FOUND');
    throw new DomainError(
      'VALIDATION',
      isOutside(outside.quarter, outside.accountId) ? 'accountId' : 'toAccountId',
    );
  }
}

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

/**
 * What is replaced: where the caller does not say from which day on, from the day the plan taken up begins.
 * @throws DomainError VALIDATION when the run named is of another quarter than what is saved.
 */
function replacing(
  { replaceOptimizer: replace, operations: saved }: SaveBulk,
  run: { readonly quarter: QuarterDate; readonly options: { readonly from?: Day | undefined } } | undefined,
): SaveBulk['replaceOptimizer'] {
  if (!run) return replace;
  const quarters = replace ? [replace.quarter] : saved.map(({ quarter }) => quarter);
  if (!quarters.includes(run.quarter)) throw new DomainError('VALIDATION', 'acceptedRunId');
  return replace && { quarter: replace.quarter, from: replace.from ?? run.options.from };
}

const toChange = ({ before, after }: ImportedChange): OperationChange => ({
  operationId: after.id,
  before: before ?? null,
  versionAfter: after.version,
});
