import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { SettingsService } from '../settings/settings.service.js';
import { TaxYearArchive } from '../tax-year/tax-year-archive.js';
import { AccountsArchive } from './accounts-archive.js';
import type { ArchiveContent } from './archive-content.js';

type Archived = Parameters<AccountsArchive['restore']>[1] & Pick<ArchiveContent, 'settings' | 'taxYears'>;

/** What of an archive is of no quarter: settings, accounts with what they refer to, and tax years. */
@Injectable()
export class HouseholdArchive {
  constructor(
    private readonly settings: SettingsService,
    private readonly accounts: AccountsArchive,
    private readonly taxYears: TaxYearArchive,
  ) {}

  async all(scope: TenantScope): Promise<Archived> {
    const taxYears = await this.taxYears.all(scope);
    return {
      settings: await this.settings.get(scope),
      ...(await this.accounts.all(scope)),
      ...(taxYears ? { taxYears } : {}),
    };
  }

  /** @throws DomainError ALREADY_EXISTS naming what there is */
  expectNothing(scope: TenantScope): Promise<void> {
    return this.accounts.expectNothing(scope);
  }

  async restore(scope: TenantScope, archived: Archived): Promise<void> {
    await this.settings.restore(scope, archived.settings);
    await this.accounts.restore(scope, archived);
    if (archived.taxYears) await this.taxYears.restore(scope, archived.taxYears);
  }
}
