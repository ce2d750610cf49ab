import { randomUUID } from 'node:crypto';
import { BANK_LAYOUT, type ImportSource, type Operation } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { ArchivedImport, ArchivedMapping } from './archived-import.js';
import { orAbsent, orNull } from '../shared/absent.js';
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

  /** Everything of it, to be put away. */
  async all(scope: TenantScope): Promise<{ imports: ArchivedImport[]; mappings: ArchivedMapping[] }> {
    const changes = await this.rows.allChanges(scope);
    const imports = (await this.rows.all(scope)).map(({ tenantId: _, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      revertedAt: row.revertedAt?.toISOString(),
      changes: changes
        .filter((change) => change.importId === row.id)
        .map(({ operationId, before, versionAfter }) => ({
          operationId,
          before: orAbsent(before),
          versionAfter,
        })),
    }));
    const mappings = (await this.rows.allRemembered(scope)).map(({ accountId, layout, mapping }) => ({
      accountId,
      layout,
      mapping: orAbsent(mapping),
    }));
    return { imports, mappings };
  }

  /** Brings back what was put away. */
  async restore(
    scope: TenantScope,
    imports: readonly ArchivedImport[],
    mappings: readonly ArchivedMapping[],
  ): Promise<void> {
    const { tenantId } = scope;
    for (const { changes, ...row } of imports)
      await this.rows.insert(
        scope,
        {
          ...row,
          tenantId,
          createdAt: new Date(row.createdAt),
          revertedAt: row.revertedAt === undefined ? null : new Date(row.revertedAt),
        },
        changes.map((change) => ({
          ...change,
          tenantId,
          importId: row.id,
          before: orNull(change.before),
        })),
      );
    for (const row of mappings)
      await this.rows.remember(scope, { ...row, tenantId, mapping: orNull(row.mapping) });
  }

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
        tenantId,
        id,
        quarter,
        accountId: source.accountId,
        fileName: source.fileName,
        fileHash: source.fileHash,
        layout: source.layout,
        createdAt: this.clock.now(),
        createdBy: scope.actor.username,
        created,
        updated: changes.length - created,
        revertedAt: null,
      },
      changes.map(({ before, after }) => ({
        tenantId,
        importId: id,
        operationId: after.id,
        before: orNull(before),
        versionAfter: after.version,
      })),
    );
    // How the account's files are read stays as it was.
    if (source.layout === BANK_LAYOUT) return id;
    await this.rows.remember(scope, {
      tenantId,
      accountId: source.accountId,
      layout: source.layout,
      mapping: orNull(source.mapping),
    });
    return id;
  }
}
