import type {
  Account,
  BodyOf,
  FilePreview,
  ImportChanges,
  ImportLayout,
  imports,
  QueryOf,
  ResponseOf,
} from '@fibado/contracts';
import { listLayouts, type ReadOptions } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { orAbsent } from '../shared/absent.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { Comparer, type Present } from './comparer.js';
import { toFilePreview, toImportRecord } from './imports.mapper.js';
import { ImportsRepository } from '../ledger/imports.repository.js';
import { SpreadsheetReader } from '../spreadsheets/spreadsheet-reader.js';

type ComputeChanges = BodyOf<typeof imports.computeChanges>;
type Remembered = ResponseOf<typeof imports.remembered>;

/** A file's account and its history, and what it is compared with. */
interface FilePresent {
  readonly options: ReadOptions;
  readonly importedAt: Date | undefined;
  readonly compared: Present;
}

/** Bank files: read, compared, and remembered by how they were read. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly rows: ImportsRepository,
    private readonly reader: SpreadsheetReader,
    private readonly comparer: Comparer,
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
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
    const { name, sha256: hash } = file;
    const { options, importedAt, compared } = await this.transactions.snapshot(session, (scope) =>
      this.present(scope, body, hash),
    );
    const statement = await this.reader.statement(file, { ...options, fileName: name }, signal);
    return this.comparer.compare(session, body, { name, hash, importedAt }, statement, compared);
  }

  private async present(scope: TenantScope, body: ComputeChanges, hash: string): Promise<FilePresent> {
    const { accountId } = body;
    const account = await this.accountOptions(scope, accountId);
    const compared = await this.comparer.present(scope, body);
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
      compared,
    };
  }

  /** @throws DomainError NOT_FOUND */
  private async accountOptions(scope: TenantScope, accountId: string): Promise<ReadOptions> {
    const account: Account = await this.accounts.find(scope, accountId);
    const bank = await this.banks.find(scope, account.bankId);
    return { iban: account.iban, bankName: bank.name };
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
}
