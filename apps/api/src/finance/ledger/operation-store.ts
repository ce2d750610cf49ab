import { randomUUID } from 'node:crypto';
import type { Operation } from '@fibado/contracts';
import type { Day, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { type OperationToSave, toOperation, toOperationRow } from './operations.mapper.js';
import { OperationsRepository } from './operations.repository.js';

/** The operations as other features read them, and the one way besides a household's own to write them. */
@Injectable()
export class OperationStore {
  constructor(private readonly rows: OperationsRepository) {}

  /** Of a quarter, by day. */
  async list(scope: TenantScope, quarter: QuarterDate): Promise<Operation[]> {
    return (await this.rows.list(scope, quarter)).map(toOperation);
  }

  /** The transfers still to make in every quarter that is not closed, by day. */
  async plannedTransfers(scope: TenantScope): Promise<Operation[]> {
    return (await this.rows.plannedTransfers(scope)).map(toOperation);
  }

  /** What happened from a day on, the latest first, at most `limit` of them. */
  async done(scope: TenantScope, from: Day, limit: number): Promise<Operation[]> {
    return (await this.rows.done(scope, from, limit)).map(toOperation);
  }

  /** Brings back what was put away, as it was. */
  async restore(scope: TenantScope, all: readonly Operation[]): Promise<void> {
    const { tenantId } = scope;
    await this.rows.insertAll(
      scope,
      all.map((one) => toOperationRow(one, { tenantId, id: one.id, version: one.version })),
    );
  }

  /** Operations of a recurrence on a day or later, by day. */
  async ofRecurrence(scope: TenantScope, recurrenceId: string, from: Day): Promise<Operation[]> {
    return (await this.rows.ofRecurrence(scope, recurrenceId, from)).map(toOperation);
  }

  /** Deletes operations of quarters the caller has locked; the caller audits them. */
  remove(scope: TenantScope, ids: readonly string[]): Promise<void> {
    return this.rows.removeAll(scope, ids);
  }

  /** Enters operations into a quarter the caller has locked; the caller audits them. */
  async enter(scope: TenantScope, bodies: readonly OperationToSave[]): Promise<Operation[]> {
    const rows = bodies.map((body) =>
      toOperationRow(body, { tenantId: scope.tenantId, id: randomUUID(), version: 1 }),
    );
    await this.rows.insertAll(scope, rows);
    return rows.map(toOperation);
  }
}
