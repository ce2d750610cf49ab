import type { BodyOf, ImportSource, Operation, operations, ResponseOf } from '@fibado/contracts';
import type { Day, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { inOrder } from '../../platform/database/in-order.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import type { OperationChange } from '../ledger/accepted-plan.js';
import type { ImportedChange } from '../ledger/import-records.js';
import type { OperationToSave } from '../ledger/operations.mapper.js';
import { PlanStore } from '../ledger/plan-store.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { ImportRecording } from './import-recording.js';
import { OperationWriter } from './operation-writer.js';

export type { OperationToSave };

type SaveBulk = BodyOf<typeof operations.saveBulk>;
type SavedBulk = ResponseOf<typeof operations.saveBulk>;

/** Operations saved and deleted, with what follows: audit, imports recorded, plans taken up, plans made stale. */
@Injectable()
export class OperationsService {
  constructor(
    private readonly writer: OperationWriter,
    private readonly imports: ImportRecording,
    private readonly plans: PlanStore,
    private readonly inputs: PlanInputs,
    private readonly idempotency: Idempotency,
    private readonly audit: Audit,
  ) {}

  /** @throws DomainError NOT_FOUND when there is no such quarter. */
  list(scope: TenantScope, quarter: QuarterDate): Promise<Operation[]> {
    return this.writer.list(scope, quarter);
  }

  async save(scope: TenantScope, body: OperationToSave): Promise<Operation> {
    const { changes } = await this.writer.write(scope, [body], []);
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
    const { deleted } = await this.writer.write(scope, [], [id]);
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
    const still = await this.writer.lockUnchanged(scope, changes);
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
    const filled = await this.writer.keepRules(scope, body);
    const { changes, deleted } = await this.writer.write(scope, body.operations, body.deleteIds, replace);
    const saved = changes.map((change) => change.after);
    const changed = changes.flatMap(({ before }) => before ?? []);
    const importId = body.import && (await this.imports.record(scope, body.import, changes));
    const quarters = new Set(
      [...saved, ...deleted, ...changed, replace ?? [], run ?? []].flat().map((one) => one.quarter),
    );
    const follow = async () => {
      for (const quarter of quarters) {
        await this.plans.accepted(scope, {
          quarter,
          saved,
          run: run?.quarter === quarter ? run : undefined,
          entered: changes.flatMap(({ before, after }) => (before ? [] : [after])),
          changes: changes.filter(({ after }) => after.quarter === quarter).map(toChange),
          deleted: deleted.filter((one) => one.quarter === quarter),
          replaces: replace?.quarter === quarter,
          standing: () => this.writer.list(scope, quarter),
        });
        await this.inputs.changed(scope, quarter);
      }
      for (const quarter of filled) if (!quarters.has(quarter)) await this.inputs.changed(scope, quarter);
    };
    // An import's record keeps what each operation was before, and may be of a hundred thousand.
    const entry = {
      action: 'operations.saveBulk',
      entity: 'operation',
      entityId: 'bulk',
      before: { changed, deleted },
      after: saved,
    };
    await inOrder(body.import ? Promise.resolve() : this.audit.record(scope, entry), follow());
    return { operations: saved, deleted: deleted.length, importId };
  }
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
