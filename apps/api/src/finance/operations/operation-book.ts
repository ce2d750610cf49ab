import { randomUUID } from 'node:crypto';
import type { Operation } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { type OperationToSave, toOperation, toOperationRow } from './operations.mapper.js';
import { OperationsRepository } from './operations.repository.js';

/** The operations as other features read them, and the one way besides a household's own to write them. */
@Injectable()
export class OperationBook {
  constructor(private readonly rows: OperationsRepository) {}

  /** Of a quarter, by day. */
  async list(scope: TenantScope, quarter: QuarterDate): Promise<Operation[]> {
    return (await this.rows.list(scope, quarter)).map(toOperation);
  }

  /** Enters operations into a quarter the caller has locked; whoever calls audits them. */
  async enter(scope: TenantScope, bodies: readonly OperationToSave[]): Promise<Operation[]> {
    const rows = bodies.map((body) =>
      toOperationRow(body, { tenantId: scope.tenantId, id: randomUUID(), version: 1 }),
    );
    await this.rows.insertAll(scope, rows);
    return rows.map(toOperation);
  }
}
