import type { BodyOf, ResponseOf, taxYear } from '@fibado/contracts';
import {
  balancesOfMovements,
  type BookedMovement,
  dayOf,
  mergeBalances,
  yearFigures,
  yearOf,
} from '@fibado/planning';
import type { Statement } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { SpreadsheetReader } from '../spreadsheets/spreadsheet-reader.js';
import { TaxYearRepository } from './tax-year.repository.js';

type Body = BodyOf<typeof taxYear.readStatement>;

/** Takes the daily balances of a year from a bank's file, without a quarter or operations. */
@Injectable()
export class YearStatementsService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly reader: SpreadsheetReader,
    private readonly rows: TaxYearRepository,
    private readonly accounts: AccountsService,
    private readonly banks: BanksService,
    private readonly audit: Audit,
  ) {}

  /**
   * No transaction is open while the file is read.
   * @throws DomainError NOT_FOUND, the file codes, VALIDATION `from` or `to` outside the year or in the wrong order,
   * VALIDATION `openingCents` when neither the file nor the caller says what the balance was
   */
  async read(
    session: Session,
    body: Body,
    file: UploadedFile,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof taxYear.readStatement>> {
    const span = spanOf(body);
    const options = await this.transactions.run(session, async (scope) => {
      const account = await this.accounts.find(scope, body.accountId);
      const bank = await this.banks.find(scope, account.bankId);
      return { iban: account.iban, bankName: bank.name };
    });
    const statement = await this.reader.statement(
      file,
      { ...options, fileAccount: body.fileAccount, fileName: file.name },
      signal,
    );
    const movements = movementsOf(statement);
    const balances = balancesOfMovements(body.year, span, openingOf(statement, movements, body), movements);
    return this.transactions.run(session, (scope) => this.keep(scope, body, balances, movements.length));
  }

  private async keep(
    scope: TenantScope,
    { accountId, year }: Body,
    balances: ReturnType<typeof balancesOfMovements>,
    movements: number,
  ): Promise<ResponseOf<typeof taxYear.readStatement>> {
    const row = await this.rows.lock(scope, accountId, year);
    const before = row.valueCents
      ? {
          year,
          valueCents: row.valueCents.map((cents) => cents ?? undefined),
          closingCents: row.closingCents ?? undefined,
        }
      : undefined;
    const merged = before ? mergeBalances(balances, before) : balances;
    await this.rows.update(scope, {
      ...row,
      valueCents: merged.valueCents.map((cents) => cents ?? null),
      closingCents: merged.closingCents ?? null,
    });
    const missing = [...yearFigures(merged, {}, 365).missing];
    const after = { year, movements, missing };
    await this.audit.record(scope, {
      action: 'taxYear.readStatement',
      entity: 'account',
      entityId: accountId,
      after,
    });
    return { movements, missing };
  }
}

function spanOf({ year, from = dayOf(year, 1, 1), to = dayOf(year, 12, 31) }: Body) {
  if (yearOf(from) !== year) throw new DomainError('VALIDATION', 'from');
  if (yearOf(to) !== year || to < from) throw new DomainError('VALIDATION', 'to');
  return { from, to };
}

function movementsOf({ rows }: Statement): BookedMovement[] {
  const unread = rows.find((row) => row.state === 'ERROR');
  // A balance without one of its movements is wrong on every day that follows.
  if (unread) throw new DomainError('FILE_CELL', String(unread.row));
  return rows.flatMap((row) => {
    if (row.state !== 'BOOKED') return [];
    const { date, valueDate, amountCents } = row.movement;
    return [{ date, valueDate, amountCents }];
  });
}

/** As typed, else as the file states it, before or after its movements. */
function openingOf(
  statement: Statement,
  movements: readonly BookedMovement[],
  { openingCents }: Body,
): number {
  const { openingBalanceCents, closingBalanceCents } = statement;
  if (openingCents !== undefined) return openingCents;
  if (openingBalanceCents !== undefined) return openingBalanceCents;
  if (closingBalanceCents !== undefined)
    return movements.reduce((balance, { amountCents }) => balance - amountCents, closingBalanceCents);
  throw new DomainError('VALIDATION', 'openingCents');
}
