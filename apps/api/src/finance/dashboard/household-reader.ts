import type { Dashboard } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { LotsService } from '../lots/lots.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { TermOffersService } from '../term-offers/term-offers.service.js';

/** Reads what a household has in whatever quarter. */
@Injectable()
export class HouseholdReader {
  constructor(
    private readonly banks: BanksService,
    private readonly accountGroups: AccountGroupsService,
    private readonly accounts: AccountsService,
    private readonly settings: SettingsService,
    private readonly termOffers: TermOffersService,
    private readonly lots: LotsService,
  ) {}

  async read(scope: TenantScope): Promise<Omit<Dashboard, 'quarters' | 'goals' | 'recurrences' | 'shown'>> {
    return {
      banks: await this.banks.list(scope),
      accountGroups: await this.accountGroups.list(scope),
      accounts: await this.accounts.list(scope),
      settings: await this.settings.get(scope),
      termOffers: await this.termOffers.list(scope),
      lots: await this.lots.list(scope),
    };
  }
}
