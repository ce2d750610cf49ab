import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { ArchivedTaxYears } from './archived-tax-years.js';
import { BankFiguresRepository } from './bank-figures.repository.js';
import { TaxYearRepository } from './tax-year.repository.js';

/** The rows of tax years as an archive has them. */
@Injectable()
export class TaxYearArchive {
  constructor(
    private readonly rows: TaxYearRepository,
    private readonly banks: BankFiguresRepository,
  ) {}

  /** Nothing where there is none. */
  async all(scope: TenantScope): Promise<ArchivedTaxYears | undefined> {
    const { accounts, assets, purchases } = await this.rows.everything(scope);
    const bankFigures = await this.banks.all(scope);
    if (accounts.length + assets.length + purchases.length + bankFigures.length === 0) return undefined;
    return {
      accounts: accounts.map(({ tenantId: _, ...row }) => row),
      assets: assets.map(({ tenantId: _, position: __, ...row }) => row),
      purchases: purchases.map(({ personId, year, amountCents }) => ({ personId, year, cents: amountCents })),
      bankFigures: bankFigures.map(({ tenantId: _, ...row }) => row),
    };
  }

  async restore(
    scope: TenantScope,
    { accounts, assets, purchases, bankFigures = [] }: ArchivedTaxYears,
  ): Promise<void> {
    const { tenantId } = scope;
    for (const row of bankFigures) await this.banks.save(scope, row);
    await this.rows.insertAccounts(
      scope,
      accounts.map(({ valueCents, thirdParty = false, ...row }) => ({
        ...row,
        thirdParty,
        tenantId,
        valueCents: valueCents && [...valueCents],
      })),
    );
    for (const year of new Set([...assets, ...purchases].map((row) => row.year)))
      await this.rows.replaceAssets(
        scope,
        year,
        assets.filter((row) => row.year === year).map(({ year: _, ...asset }) => asset),
        purchases
          .filter((row) => row.year === year)
          .map(({ personId, cents }) => ({ personId, amountCents: cents })),
      );
  }
}
