import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { GoalsService } from '../goals/goals.service.js';
import { TermDepositArchive } from '../lots/term-deposit-archive.js';
import { PersonsService } from '../persons/persons.service.js';
import type { ArchiveContent } from './archive-content.js';

type Archived = Pick<
  ArchiveContent,
  'banks' | 'persons' | 'accountGroups' | 'accounts' | 'termOffers' | 'lots' | 'goals'
>;

/** Banks, persons, groups, accounts, term deposits and goals of an archive, in the order in which they refer to each other. */
@Injectable()
export class AccountsArchive {
  constructor(
    private readonly banks: BanksService,
    private readonly persons: PersonsService,
    private readonly accountGroups: AccountGroupsService,
    private readonly accounts: AccountsService,
    private readonly termDeposits: TermDepositArchive,
    private readonly goals: GoalsService,
  ) {}

  async all(scope: TenantScope): Promise<Archived> {
    const goals = await this.goals.list(scope);
    return {
      banks: await this.banks.list(scope),
      persons: await this.persons.list(scope),
      accountGroups: await this.accountGroups.list(scope),
      accounts: await this.accounts.list(scope),
      ...(await this.termDeposits.all(scope)),
      ...(goals.length > 0 && { goals }),
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
    await this.banks.restore(scope, archived.banks);
    // An archive from before there were persons names the holders of its groups, who become persons with them.
    if (archived.persons) await this.persons.replace(scope, archived.persons);
    await this.accountGroups.restore(scope, archived.accountGroups);
    await this.accounts.restore(scope, archived.accounts);
    await this.termDeposits.restore(scope, archived);
    await this.goals.restore(scope, archived.goals ?? []);
  }
}
