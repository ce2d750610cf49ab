import { accountGroups, accounts, banks, goals } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { GoalsService } from '../goals/goals.service.js';
import * as family from './family.js';

type Ids<K extends string> = Record<K, string>;
export type AccountIds = Ids<family.AccountKey>;

/** The banks and accounts of the demonstration household, and what it saves for. */
@Injectable()
export class DemoAccounts {
  constructor(
    private readonly banks: BanksService,
    private readonly accountGroups: AccountGroupsService,
    private readonly accounts: AccountsService,
    private readonly goals: GoalsService,
  ) {}

  async saveFor(scope: TenantScope, quarter: QuarterDate): Promise<void> {
    await this.goals.save(scope, goals.save.body.parse(family.goalFor(quarter)));
  }

  async isEmpty(scope: TenantScope): Promise<boolean> {
    return (await this.banks.list(scope)).length === 0;
  }

  async open(scope: TenantScope, quarter: QuarterDate): Promise<AccountIds> {
    const bankIds = await each(family.BANKS, (bank) => this.banks.save(scope, banks.save.body.parse(bank)));
    const groupIds = await each(family.GROUPS, (group) =>
      this.accountGroups.save(scope, accountGroups.save.body.parse(group)),
    );
    const ids: Partial<Ids<family.AccountKey>> = {};
    return each(family.accountsFor(quarter), async ({ bank, group, linked, ...account }, key) => {
      const saved = await this.accounts.save(
        scope,
        accounts.save.body.parse({
          ...account,
          bankId: bankIds[bank],
          accountGroupId: groupIds[group],
          ...(linked ? { linkedAccountId: ids[linked] } : {}),
        }),
      );
      ids[key] = saved.id;
      return saved;
    });
  }
}

/** Saves the values one after the other and answers their ids under the same keys. */
async function each<K extends string, V>(
  values: Record<K, V>,
  save: (value: V, key: K) => Promise<{ id: string }>,
): Promise<Ids<K>> {
  const ids: Partial<Ids<K>> = {};
  for (const [key, value] of Object.entries(values) as [K, V][]) ids[key] = (await save(value, key)).id;
  return ids as Ids<K>;
}
