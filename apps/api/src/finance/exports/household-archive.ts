import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { PersonsService } from '../persons/persons.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { TaxYearArchive } from '../tax-year/tax-year-archive.js';
import type { ArchiveContent } from './archive-content.js';

type Archived = Pick<
  ArchiveContent,
  'settings' | 'banks' | 'persons' | 'accountGroups' | 'accounts' | 'taxYears'
>;

/** What of an archive is of no quarter: settings, banks, persons, groups, accounts and tax years. */
@Injectable()
export class HouseholdArchive {
  constructor(
    private readonly settings: SettingsService,
    private readonly banks: BanksService,
    private readonly persons: PersonsService,
    private readonly accountGroups: AccountGroupsService,
    private readonly accounts: AccountsService,
    private readonly taxYears: TaxYearArchive,
  ) {}

  async all(scope: TenantScope): Promise<Archived> {
    const taxYears = await this.taxYears.all(scope);
    return {
      settings: await this.settings.get(scope),
      banks: await this.banks.list(scope),
      persons: await this.persons.list(scope),
      accountGroups: await this.accountGroups.list(scope),
      accounts: await this.accounts.list(scope),
      ...(taxYears ? { taxYears } : {}),
    };
  }

  /** @throws DomainError ALREADY_EXISTS naming what there is */
  async expectNothing(scope: TenantScope): Promise<void> {
    for (const [family, service] of [
      ['banks', this.banks],
      ['accountGroups', this.accountGroups],
      ['accounts', this.accounts],
    ] as const)
      if ((await service.list(scope)).length > 0) throw new DomainError('ALREADY_EXISTS', family);
  }

  async restore(scope: TenantScope, archived: Archived): Promise<void> {
    await this.settings.restore(scope, archived.settings);
    await this.banks.restore(scope, archived.banks);
    // An archive from before there were persons names the holders of its groups, who become persons with them.
    if (archived.persons) await this.persons.replace(scope, archived.persons);
    await this.accountGroups.restore(scope, archived.accountGroups);
    await this.accounts.restore(scope, archived.accounts);
    if (archived.taxYears) await this.taxYears.restore(scope, archived.taxYears);
  }
}
