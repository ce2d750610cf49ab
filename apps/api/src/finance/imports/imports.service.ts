import {
  access,
  type Account,
  type BodyOf,
  type FilePreview,
  type ImportChanges,
  type ImportLayout,
  type ImportRecord,
  type imports,
  type Operation,
  type QueryOf,
  type ResponseOf,
} from '@fibado/contracts';
import { type BusinessCalendar, evaluate, previousQuarter, type QuarterDate } from '@fibado/planning';
import { compareMovements, type ComputedFigures, listLayouts, type ReadOptions } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { holds, type Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { OperationStore } from '../ledger/operation-store.js';
import { OperationsService } from '../operations/operations.service.js';
import { ProblemService } from '../problem/problem.service.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { SettingsService } from '../settings/settings.service.js';
import { orAbsent } from '../shared/absent.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { ComparisonsService } from './comparisons.service.js';
import { toFilePreview, toImportChanges, toImportRecord } from './imports.mapper.js';
import { ImportsRepository } from '../ledger/imports.repository.js';
import { SpreadsheetReader } from '../spreadsheets/spreadsheet-reader.js';

type ComputeChanges = BodyOf<typeof imports.computeChanges>;
type Remembered = ResponseOf<typeof imports.remembered>;

const WRITERS = access.financeWrite.kind === 'anyOf' ? access.financeWrite.roles : [];

/** What a file is compared with. */
interface Present {
  readonly options: ReadOptions;
  readonly importedAt: Date | undefined;
  readonly operations: readonly Operation[];
  readonly openingBalanceCents: number;
  readonly calendar: BusinessCalendar;
  readonly figures: readonly ComputedFigures[];
}

/** Bank files: read, compared, and, once saved with the operations, taken back. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly rows: ImportsRepository,
    private readonly reader: SpreadsheetReader,
    private readonly comparisons: ComparisonsService,
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
    private readonly gate: QuarterGate,
    private readonly operationStore: OperationStore,
    private readonly operations: OperationsService,
    private readonly problems: ProblemService,
    private readonly settings: SettingsService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  layouts(): ImportLayout[] {
    return listLayouts().map((layout) => ({ ...layout, formats: [...layout.formats] }));
  }

  /** A file's first rows; nothing is kept. No transaction is open while it is read. */
  async preview(
    session: Session,
    accountId: string | undefined,
    file: UploadedFile,
    signal: AbortSignal,
  ): Promise<FilePreview> {
    const { sha256: hash } = file;
    const { account, importedAt } = await this.transactions.run(session, async (scope) => ({
      account: accountId === undefined ? {} : await this.accountOptions(scope, accountId),
      importedAt: accountId === undefined ? undefined : await this.rows.importedAt(scope, accountId, hash),
    }));
    const preview = await this.reader.preview(file, { ...account, fileName: file.name }, signal);
    const { format } = preview;
    const sheet = preview.sheets[preview.suggestion?.sheet ?? 0]?.name ?? '';
    const facts = { name: file.name, hash, format, sheet, importedAt: importedAt?.toISOString() };
    return toFilePreview(facts, preview);
  }

  /** What a file would change; kept for a day for who may apply it. */
  async computeChanges(
    session: Session,
    body: ComputeChanges,
    file: UploadedFile,
    signal: AbortSignal,
  ): Promise<ImportChanges> {
    const { quarter, accountId } = body;
    const { sha256: hash } = file;
    const present = await this.transactions.snapshot(session, (scope) => this.present(scope, body, hash));
    const options = { ...present.options, fileName: file.name };
    const statement = await this.reader.statement(file, options, signal);
    const { operations, openingBalanceCents, calendar, figures } = present;
    const changes = compareMovements({
      quarter,
      accountId,
      statement,
      operations,
      openingBalanceCents,
      calendar,
      figures,
    });
    const { format, sheet } = statement;
    const facts = { name: file.name, hash, format, sheet, importedAt: present.importedAt?.toISOString() };
    const answer = toImportChanges(facts, statement, changes);
    if (!holds(session, ...WRITERS)) return answer;
    const proposals = await this.comparisons.packed(changes.rows);
    const comparisonId = await this.transactions.run(session, (scope) =>
      this.comparisons.keep(scope, { accountId, quarter }, answer, proposals),
    );
    return { comparisonId, ...answer };
  }

  private async present(scope: TenantScope, body: ComputeChanges, hash: string): Promise<Present> {
    const { quarter, accountId } = body;
    const account = await this.accountOptions(scope, accountId);
    await this.gate.expect(scope, quarter);
    const setup = (await this.gate.setups(scope, quarter)).find((one) => one.accountId === accountId);
    if (!setup) throw new DomainError('VALIDATION', 'accountId');
    const { layout, mapping, fileAccount, signs, acceptDifferences } = body;
    const isOpen = layout === undefined && !mapping;
    const remembered = isOpen ? await this.rows.remembered(scope, accountId) : null;
    return {
      options: {
        ...account,
        layout,
        mapping,
        fileAccount,
        signs,
        acceptDifferences,
        remembered: remembered
          ? { layout: remembered.layout, mapping: orAbsent(remembered.mapping) }
          : undefined,
      },
      importedAt: await this.rows.importedAt(scope, accountId, hash),
      operations: await this.operationStore.list(scope, quarter),
      openingBalanceCents: setup.openingBalanceCents,
      calendar: (await this.settings.planning(scope)).calendar,
      figures: [
        ...(await this.figures(scope, quarter, accountId)),
        ...(await this.figures(scope, previousQuarter(quarter), accountId)),
      ],
    };
  }

  /** @throws DomainError NOT_FOUND */
  private async accountOptions(scope: TenantScope, accountId: string): Promise<ReadOptions> {
    const account: Account = await this.accounts.find(scope, accountId);
    const bank = await this.banks.find(scope, account.bankId);
    return { iban: account.iban, bankName: bank.name };
  }

  /** What the referee computed for an account, to hold the bank's charges against. */
  private async figures(
    scope: TenantScope,
    quarter: QuarterDate,
    accountId: string,
  ): Promise<ComputedFigures[]> {
    const row = await this.gate.find(scope, quarter);
    if (!row) return [];
    const problem = await this.problems.of(scope, row);
    const own = evaluate(problem).accounts.find((one) => one.accountId === accountId);
    const fee = problem.accounts.find((one) => one.id === accountId)?.monthlyFeeCents ?? 0;
    if (!own) return [];
    return [
      {
        quarter,
        stampDutyCents: own.stampDutyCents,
        monthlyFeeCents: own.monthlyFeesCents > 0 ? fee : 0,
        grossInterestCents: own.grossInterestCents,
        withholdingCents: own.withholdingCents,
      },
    ];
  }

  /**
   * How the account's last file was read. A known layout finds its columns by itself; only columns a person named
   * are taken over as they were.
   */
  async remembered(scope: TenantScope, accountId: string): Promise<Remembered> {
    await this.accounts.find(scope, accountId);
    const row = await this.rows.remembered(scope, accountId);
    if (!row) return {};
    return row.mapping ? { layout: row.layout, mapping: orAbsent(row.mapping) } : { layout: row.layout };
  }

  async history(scope: TenantScope, query: QueryOf<typeof imports.history>) {
    const { page, size, accountId, quarter } = query;
    const [rows, total] = await this.rows.page(scope, { accountId, quarter }, page, size);
    return { items: rows.map(toImportRecord), page, size, total };
  }

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
