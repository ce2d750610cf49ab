import type { ImportRecord } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { ImportsRepository } from '../ledger/imports.repository.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { OperationsService } from '../operations/operations.service.js';
import { toImportRecord } from './imports.mapper.js';

/** An import undone: its operations are as they were before it. */
@Injectable()
export class ImportReversal {
  constructor(
    private readonly rows: ImportsRepository,
    private readonly gate: QuarterGate,
    private readonly operations: OperationsService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Takes a whole import back; one that was taken back already stays so. */
  async revert(scope: TenantScope, id: string): Promise<ImportRecord> {
    // The quarter goes before the import, as where imports are made: writers must not cross.
    const known = await this.rows.find(scope, id);
    if (!known) throw new DomainError('NOT_FOUND');
    await this.gate.enter(scope, known.quarter, 'INITIALIZED', 'STARTED');
    const row = await this.rows.lock(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    if (row.revertedAt) return toImportRecord(row);
    const changes = await this.rows.changes(scope, id);
    await this.operations.takeBack(scope, changes);
    const revertedAt = this.clock.now();
    await this.rows.markReverted(scope, id, revertedAt);
    const reverted = toImportRecord({ ...row, revertedAt });
    await this.audit.record(scope, {
      action: 'imports.revert',
      entity: 'import',
      entityId: id,
      before: toImportRecord(row),
      after: reverted,
    });
    return reverted;
  }
}
