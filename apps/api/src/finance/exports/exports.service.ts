import type { dataExports, QueryOf, ResponseOf } from '@fibado/contracts';
import { evaluate, type QuarterDate } from '@fibado/planning';
import { type Language, quarterCsv } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { DownloadFile, UploadedFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { ImportRecords } from '../ledger/import-records.js';
import { OperationStore } from '../ledger/operation-store.js';
import { PlanStore } from '../ledger/plan-store.js';
import { ProblemService } from '../problem/problem.service.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { QuarterArchive } from '../ledger/quarter-archive.js';
import { RecurrenceArchive } from '../recurrences/recurrence-archive.js';
import { ScenariosService } from '../scenarios/scenarios.service.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { ARCHIVE_FORMAT, type ArchiveContent } from './archive-content.js';
import { creditTransfersOf } from './credit-transfers.js';
import { ExportPool } from './export-pool.js';
import { HouseholdArchive } from './household-archive.js';

type Loaded = ResponseOf<typeof dataExports.loadArchive>;
type TransferFilter = QueryOf<typeof dataExports.creditTransfers>;

/** PostgreSQL's classes for a value no column holds and for a broken reference or key; or holders who are no persons. */
const isOfContent = (error: unknown): boolean =>
  (error instanceof QueryFailedError && /^2[23]/.test((error.driverError as { code?: string }).code ?? '')) ||
  (error instanceof DomainError && error.code === 'VALIDATION');

/** A household's data as files. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly pool: ExportPool,
    private readonly problems: ProblemService,
    private readonly gate: QuarterGate,
    private readonly operations: OperationStore,
    private readonly household: HouseholdArchive,
    private readonly accounts: AccountsService,
    private readonly quarters: QuarterArchive,
    private readonly imports: ImportRecords,
    private readonly plans: PlanStore,
    private readonly recurrences: RecurrenceArchive,
    private readonly scenarios: ScenariosService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async workbook(
    session: Session,
    date: QuarterDate,
    language: Language,
    signal: AbortSignal,
  ): Promise<DownloadFile> {
    const problem = await this.transactions.snapshot(session, (scope) => this.problems.load(scope, date));
    const quarter = { problem, evaluation: evaluate(problem) };
    const bytes = await this.pool.write({ kind: 'workbook', quarter, language }, signal);
    return { name: `fibado-${date}.xlsx`, bytes };
  }

  async csv(scope: TenantScope, date: QuarterDate, language: Language): Promise<DownloadFile> {
    await this.gate.expect(scope, date);
    const operations = await this.operations.list(scope, date);
    const bytes = quarterCsv(operations, await this.accounts.list(scope), language);
    return { name: `fibado-${date}.csv`, bytes };
  }

  async setupsTemplate(
    session: Session,
    date: QuarterDate,
    language: Language,
    signal: AbortSignal,
  ): Promise<DownloadFile> {
    const accounts = await this.transactions.snapshot(session, async (scope) => {
      await this.gate.expect(scope, date);
      const setups = new Map((await this.gate.setups(scope, date)).map((setup) => [setup.accountId, setup]));
      return (await this.accounts.list(scope))
        .filter((account) => account.active || setups.has(account.id))
        .map(({ id, name, iban }) => ({ id, name, iban, setup: setups.get(id) }));
    });
    const bytes = await this.pool.write({ kind: 'template', quarter: date, accounts, language }, signal);
    return { name: `fibado-${date}-saldi.xlsx`, bytes };
  }

  /** The planned transfers that can still be ordered: those of a day that is past are left out. */
  async creditTransfers(
    scope: TenantScope,
    date: QuarterDate,
    filter: TransferFilter,
  ): Promise<DownloadFile> {
    const problem = await this.problems.load(scope, date);
    const today = this.clock.today();
    const from = filter.from !== undefined && filter.from > today ? filter.from : today;
    const transfers = (await this.operations.list(scope, date)).filter(
      (operation) =>
        operation.kind === 'TRANSFER' &&
        operation.status === 'PLANNED' &&
        operation.date >= from &&
        (filter.to === undefined || operation.date <= filter.to) &&
        (filter.accountId === undefined || operation.accountId === filter.accountId),
    );
    const bytes = await creditTransfersOf(problem, transfers, this.clock.now());
    return { name: `fibado-${date}-pain001.xml`, bytes };
  }

  async archive(session: Session, signal: AbortSignal): Promise<DownloadFile> {
    // Audited before anything is read: the snapshot cannot write.
    await this.transactions.run(session, (scope) =>
      this.audit.record(scope, {
        action: 'exports.archive',
        entity: 'household',
        entityId: scope.tenantId,
      }),
    );
    const content = await this.transactions.snapshot(session, (scope) => this.contentOf(scope));
    const bytes = await this.pool.write({ kind: 'writeArchive', content }, signal);
    return { name: `fibado-${session.tenant}-${this.clock.today()}.zip`, bytes };
  }

  private async contentOf(scope: TenantScope): Promise<ArchiveContent> {
    const quarters = await this.quarters.all(scope);
    const operations = [];
    const scenarios = await this.scenarios.all(scope);
    for (const quarter of quarters) operations.push(...(await this.operations.list(scope, quarter.date)));
    return {
      format: ARCHIVE_FORMAT,
      formatVersion: 1,
      exportedAt: this.clock.now().toISOString(),
      ...(await this.household.all(scope)),
      quarters,
      operations,
      ...(await this.imports.all(scope)),
      plans: await this.plans.all(scope),
      ...(scenarios.length > 0 ? { scenarios } : {}),
      ...(await this.recurrences.all(scope)),
    };
  }

  /** @throws DomainError ALREADY_EXISTS when the household holds anything, a file code when the archive is wrong. */
  async load(session: Session, file: UploadedFile, signal: AbortSignal): Promise<Loaded> {
    await this.transactions.run(session, (scope) => this.expectNothing(scope));
    const content = await this.pool.readArchive(file.path, signal);
    return this.transactions.run(session, async (scope) => {
      await this.quarters.lockCalendar(scope);
      await this.expectNothing(scope);
      try {
        return await this.restore(scope, content, file.name);
      } catch (error) {
        // A dangling reference or a duplicate key: the archive was not written by this program.
        if (isOfContent(error)) throw new DomainError('FILE_UNREADABLE');
        throw error;
      }
    });
  }

  private async expectNothing(scope: TenantScope): Promise<void> {
    await this.household.expectNothing(scope);
    if ((await this.quarters.list(scope)).length > 0) throw new DomainError('ALREADY_EXISTS', 'quarters');
  }

  private async restore(scope: TenantScope, content: ArchiveContent, fileName: string): Promise<Loaded> {
    await this.household.restore(scope, content);
    await this.quarters.restore(scope, content.quarters);
    await this.recurrences.restore(scope, content);
    await this.operations.restore(scope, content.operations);
    await this.imports.restore(scope, content.imports, content.mappings);
    await this.plans.restore(scope, content.plans);
    await this.scenarios.restore(scope, content.scenarios ?? []);
    const loaded = {
      banks: content.banks.length,
      accountGroups: content.accountGroups.length,
      accounts: content.accounts.length,
      quarters: content.quarters.length,
      operations: content.operations.length,
    };
    await this.audit.record(scope, {
      action: 'exports.loadArchive',
      entity: 'household',
      entityId: scope.tenantId,
      after: { ...loaded, fileName, exportedAt: content.exportedAt },
    });
    return loaded;
  }
}
