import type { dataExports, ResponseOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { DownloadFile, UploadedFile } from '../../platform/http/endpoint.js';
import { ArchiveContents } from './archive-contents.js';
import { ExportPool } from './export-pool.js';

type Loaded = ResponseOf<typeof dataExports.loadArchive>;

/** PostgreSQL's classes for a value no column holds and for a broken reference or key; or holders who are no persons. */
const isOfContent = (error: unknown): boolean =>
  (error instanceof QueryFailedError && /^2[23]/.test((error.driverError as { code?: string }).code ?? '')) ||
  (error instanceof DomainError && error.code === 'VALIDATION');

/** A whole household as one file, written and loaded. */
@Injectable()
export class ArchiveFiles {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly pool: ExportPool,
    private readonly contents: ArchiveContents,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async write(session: Session, signal: AbortSignal): Promise<DownloadFile> {
    // Audited before anything is read: the snapshot cannot write.
    await this.transactions.run(session, (scope) =>
      this.audit.record(scope, {
        action: 'exports.archive',
        entity: 'household',
        entityId: scope.tenantId,
      }),
    );
    const content = await this.transactions.snapshot(session, (scope) => this.contents.all(scope));
    const bytes = await this.pool.write({ kind: 'writeArchive', content }, signal);
    return { name: `fibado-${session.tenant}-${this.clock.today()}.zip`, bytes };
  }

  /** @throws DomainError ALREADY_EXISTS when the household holds anything, a file code when the archive is wrong. */
  async load(session: Session, file: UploadedFile, signal: AbortSignal): Promise<Loaded> {
    await this.transactions.run(session, (scope) => this.contents.expectNothing(scope));
    const content = await this.pool.readArchive(file.path, signal);
    const loaded = {
      banks: content.banks.length,
      accountGroups: content.accountGroups.length,
      accounts: content.accounts.length,
      quarters: content.quarters.length,
      operations: content.operations.length,
    };
    await this.transactions.run(session, async (scope) => {
      await this.contents.restore(scope, content).catch((error: unknown) => {
        // A dangling reference or a duplicate key: the archive was not written by this program.
        throw isOfContent(error) ? new DomainError('FILE_UNREADABLE') : error;
      });
      await this.audit.record(scope, {
        action: 'exports.loadArchive',
        entity: 'household',
        entityId: scope.tenantId,
        after: { ...loaded, fileName: file.name, exportedAt: content.exportedAt },
      });
    });
    return loaded;
  }
}
