import type { Language } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { DownloadFile } from '../../platform/http/endpoint.js';
import { TaxYearService } from '../tax-year/tax-year.service.js';
import { ExportPool } from './export-pool.js';

/** The ISEE dossier of a year as a workbook. */
@Injectable()
export class IseeExportService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly pool: ExportPool,
    private readonly taxYears: TaxYearService,
  ) {}

  async workbook(
    session: Session,
    year: number,
    language: Language,
    signal: AbortSignal,
  ): Promise<DownloadFile> {
    const report = await this.transactions.snapshot(session, (scope) => this.taxYears.report(scope, year));
    const { accounts, assets, purchases, isee, iseeOver366 } = report;
    const persons = report.persons.map(({ id = '', name }) => ({ id, name }));
    const dossier = { year, persons, accounts, assets, purchases, isee, iseeOver366 };
    const bytes = await this.pool.write({ kind: 'isee', dossier, language }, signal);
    return { name: `fibado-isee-${String(isee.declarationYear)}.xlsx`, bytes };
  }
}
