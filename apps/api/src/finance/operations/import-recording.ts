import type { ImportSource } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { type ImportedChange, ImportRecords } from '../ledger/import-records.js';
import { QuarterGate } from '../ledger/quarter-gate.js';

/** Records which operations a file brought, so that the import can be taken back whole, and tells of it. */
@Injectable()
export class ImportRecording {
  constructor(
    private readonly records: ImportRecords,
    private readonly gate: QuarterGate,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @returns the import's id; nothing when no operation was written. */
  async record(
    scope: TenantScope,
    source: ImportSource,
    changes: readonly ImportedChange[],
  ): Promise<string | undefined> {
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
}
