import type { BodyOf, Operation, operations } from '@fibado/contracts';
import { type Change, otherwise } from '@fibado/optimizer/insight';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OperationStore } from '../ledger/operation-store.js';
import { OperationsService } from '../operations/operations.service.js';

type SaveBulk = BodyOf<typeof operations.saveBulk>;

/** Makes a scenario's movements and changed operations those of the quarter. */
@Injectable()
export class RealMovements {
  constructor(
    private readonly store: OperationStore,
    private readonly operations: OperationsService,
  ) {}

  async apply(scope: TenantScope, quarter: QuarterDate, changes: readonly Change[]): Promise<void> {
    const known = new Map((await this.store.list(scope, quarter)).map((one) => [one.id, one]));
    const changed = new Map<string, Operation | undefined>();
    const entered: SaveBulk['operations'][number][] = [];
    for (const change of changes) {
      if (change.kind === 'MOVEMENT') {
        const { movement, accountId, date, valueDate = date, amountCents, description } = change;
        entered.push({
          quarter,
          kind: movement,
          date,
          valueDate,
          accountId,
          amountCents,
          description,
          status: 'PLANNED',
          origin: 'MANUAL',
          locked: false,
        });
      }
      if (change.kind === 'OPERATION') {
        const before = changed.has(change.operationId)
          ? changed.get(change.operationId)
          : known.get(change.operationId);
        if (!before) throw new DomainError('NOT_FOUND');
        changed.set(change.operationId, otherwise(before, change)[0] as Operation | undefined);
      }
    }
    const body: SaveBulk = {
      operations: [...entered, ...[...changed.values()].flatMap((one) => one ?? [])],
      deleteIds: [...changed].flatMap(([id, one]) => (one ? [] : [id])),
    };
    if (body.operations.length + body.deleteIds.length > 0) await this.operations.saveBulk(scope, body);
  }
}
