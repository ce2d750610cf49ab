import { randomUUID } from 'node:crypto';
import type { ImportSource, Operation } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { orNull } from '../shared/absent.js';
import { ImportsRepository } from './imports.repository.js';

/** One operation an import wrote, and as it was before. */
export interface ImportedChange {
  readonly before: Operation | undefined;
  readonly after: Operation;
}

/** Keeps what an import did, in the transaction that does it. */
@Injectable()
export class ImportRecords {
  constructor(
    private readonly rows: ImportsRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns the import's id. */
  async record(
    scope: TenantScope,
    source: ImportSource,
    quarter: string,
    changes: readonly ImportedChange[],
  ): Promise<string> {
    const { tenantId } = scope;
    const id = randomUUID();
    const created = changes.filter((change) => change.before === undefined).length;
    await this.rows.insert(
      scope,
      {
        ...{ tenantId, id, quarter, accountId: source.accountId },
        ...{ fileName: source.fileName, fileHash: source.fileHash, layout: source.layout },
        ...{ createdAt: this.clock.now(), createdBy: scope.actor.username },
        ...{ created, updated: changes.length - created, revertedAt: null },
      },
      changes.map(({ before, after }) => ({
        ...{ tenantId, importId: id, operationId: after.id },
        ...{ before: orNull(before), versionAfter: after.version },
      })),
    );
    await this.rows.remember(scope, {
      ...{ tenantId, accountId: source.accountId, layout: source.layout, mapping: orNull(source.mapping) },
    });
    return id;
  }
}
