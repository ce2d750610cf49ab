import { type Quarter, quarters } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { SpreadsheetReader } from '../spreadsheets/spreadsheet-reader.js';
import { Openings } from './openings.js';
import { SetupWriter } from './setup-writer.js';

/** Brings openings into a quarter that has not started. */
@Injectable()
export class SetupsImport {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly reader: SpreadsheetReader,
    private readonly gate: QuarterGate,
    private readonly accounts: AccountsService,
    private readonly openings: Openings,
    private readonly setups: SetupWriter,
  ) {}

  /** Openings from a spreadsheet, or without one from what the quarter before ends with. */
  import(
    session: Session,
    date: QuarterDate,
    file: UploadedFile | undefined,
    signal: AbortSignal,
  ): Promise<Quarter> {
    return file
      ? this.importFile(session, date, file, signal)
      : this.transactions.run(session, (scope) => this.openings.refresh(scope, date));
  }

  /** Openings and limits as a spreadsheet has them; accounts it does not name stay as they are. */
  private async importFile(
    session: Session,
    date: QuarterDate,
    file: UploadedFile,
    signal: AbortSignal,
  ): Promise<Quarter> {
    // The file is read between two transactions; the second one asks for the quarter's state again.
    const accounts = await this.transactions.run(session, async (scope) => {
      await this.gate.enter(scope, date, 'INITIALIZED');
      return this.accounts.list(scope);
    });
    const known = accounts.map(({ id, name, iban }) => ({ id, name, iban }));
    const rows = await this.reader.setups(file, known, signal);
    const body = quarters.saveSetups.body.safeParse({ date, setups: rows });
    if (!body.success) throw new DomainError('FILE_CELL');
    return this.transactions.run(session, async (scope) => {
      const quarter = await this.gate.enter(scope, date, 'INITIALIZED');
      return this.setups.writeGiven(scope, quarter, 'quarters.importSetups', body.data.setups);
    });
  }
}
