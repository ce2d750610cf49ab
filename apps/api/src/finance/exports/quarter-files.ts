import { evaluate, type QuarterDate } from '@fibado/planning';
import { type Language, quarterCsv } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { DownloadFile } from '../../platform/http/endpoint.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { OperationStore } from '../ledger/operation-store.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { ProblemService } from '../problem/problem.service.js';
import { ExportPool } from './export-pool.js';

/** A quarter as a workbook, as CSV, and as the form its opening balances are filled in on. */
@Injectable()
export class QuarterFiles {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly pool: ExportPool,
    private readonly problems: ProblemService,
    private readonly gate: QuarterGate,
    private readonly operations: OperationStore,
    private readonly accounts: AccountsService,
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
}
