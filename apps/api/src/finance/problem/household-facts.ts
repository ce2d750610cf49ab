import type { AccountGroup as StoredGroup } from '@fibado/contracts';
import type { Goal, Problem, RecordedTermDeposits } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { GoalsService } from '../goals/goals.service.js';
import { LotsService } from '../lots/lots.service.js';
import { SettingsService } from '../settings/settings.service.js';

/** What a problem says of a household whatever the quarter. */
export interface Household extends Pick<Problem, 'banks' | 'accountGroups' | 'accounts' | 'settings'> {
  readonly termDeposits: RecordedTermDeposits;
  readonly goals: readonly Goal[];
}

export const plain = <T extends { version: number }>({ version: _, ...rest }: T): Omit<T, 'version'> => rest;

/**
 * A problem stands alone and names its holders: a name is one person of the household, as the referee compares names. Ids
 * would only change what plans made before rest on.
 */
const plainGroup = ({ holderIds: _, ...group }: StoredGroup) => plain(group);

/** Reads what a household has in every quarter. */
@Injectable()
export class HouseholdFacts {
  constructor(
    private readonly banks: BanksService,
    private readonly accountGroups: AccountGroupsService,
    private readonly accounts: AccountsService,
    private readonly settings: SettingsService,
    private readonly lots: LotsService,
    private readonly goals: GoalsService,
  ) {}

  async of(scope: TenantScope): Promise<Household> {
    return {
      banks: (await this.banks.list(scope)).map(plain),
      accountGroups: (await this.accountGroups.list(scope)).map(plainGroup),
      accounts: (await this.accounts.list(scope)).map(plain),
      settings: await this.settings.planning(scope),
      termDeposits: await this.lots.termDeposits(scope),
      goals: await this.goals.list(scope),
    };
  }
}
