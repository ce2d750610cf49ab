import { randomUUID } from 'node:crypto';
import {
  accountGroups,
  accounts,
  banks,
  type NewRecurrence,
  operations,
  quarters,
  type SaveOperation,
} from '@fibado/contracts';
import { type Day, previousQuarter, quarterOf, type QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../../platform/database/transactions.js';
import { AccountGroupsService } from '../account-groups/account-groups.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { OperationsService } from '../operations/operations.service.js';
import { QuarterLife } from '../quarters/quarter-life.js';
import { SetupsService } from '../quarters/setups.service.js';
import { SummaryService } from '../quarters/summary.service.js';
import * as family from './family.js';
import * as movements from './family-movements.js';

type Ids<K extends string> = Record<K, string>;

/** Fills a new tenant with the demonstration household, as a person would: through the services. */
@Injectable()
export class DemoHousehold {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly banks: BanksService,
    private readonly accountGroups: AccountGroupsService,
    private readonly accounts: AccountsService,
    private readonly quarters: QuarterLife,
    private readonly setups: SetupsService,
    private readonly summaries: SummaryService,
    private readonly operations: OperationsService,
  ) {}

  /** All of it or nothing; a household that has anything already is left alone. */
  create(tenantId: string): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if ((await this.banks.list(scope)).length > 0) return;
      const today = this.clock.today();
      const quarter = quarterOf(today);
      const ids = await this.openAccounts(scope, quarter);
      await this.livePast(scope, previousQuarter(quarter), ids);
      await this.livePresent(scope, quarter, today, ids);
    });
  }

  private async openAccounts(scope: TenantScope, quarter: QuarterDate): Promise<Ids<family.AccountKey>> {
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

  private async livePast(scope: TenantScope, date: QuarterDate, ids: Ids<family.AccountKey>): Promise<void> {
    await this.quarters.init(scope, date);
    const setups = Object.entries(family.OPENINGS).map(([key, openingBalanceCents]) => ({
      accountId: ids[key as family.AccountKey],
      openingBalanceCents,
    }));
    await this.setups.save(scope, quarters.saveSetups.body.parse({ date, setups }));
    await this.saveOperations(scope, movements.pastOperations(date), ids, movements.rulesFor(date));
    await this.quarters.start(scope, date);
    const { evaluation } = await this.summaries.of(scope, date);
    const computed = new Map(evaluation.accounts.map((a) => [a.accountId, a.closingBalanceCents]));
    const actuals = family.ACTUALS.map(({ account, closingDifferenceCents = 0, ...figures }) => ({
      ...figures,
      accountId: ids[account],
      closingBalanceCents: (computed.get(ids[account]) ?? 0) + closingDifferenceCents,
    }));
    await this.quarters.close(scope, quarters.close.body.parse({ date, actuals }));
  }

  private async livePresent(
    scope: TenantScope,
    date: QuarterDate,
    today: Day,
    ids: Ids<family.AccountKey>,
  ): Promise<void> {
    await this.quarters.init(scope, date);
    // The quarter begins with what its rules wrote.
    await this.saveOperations(scope, movements.presentOperations(date, today), ids);
    await this.quarters.start(scope, date);
    const planned = await this.operations.list(scope, date);
    const happened = planned.filter((operation) => operation.date <= today);
    await this.operations.saveBulk(scope, {
      operations: happened.map(movements.done),
      deleteIds: [],
    });
  }

  private async saveOperations(
    scope: TenantScope,
    list: ReturnType<typeof movements.pastOperations>,
    ids: Ids<family.AccountKey>,
    rules: ReturnType<typeof movements.rulesFor> = [],
  ): Promise<void> {
    const recurrences = rules.map(({ account, ...rule }): NewRecurrence => ({
      ...rule,
      id: randomUUID(),
      accountId: ids[account],
    }));
    const ruleIds = new Map(recurrences.map(({ description, id }) => [description, id]));
    const bodies = list.map(({ account, to, ...operation }): SaveOperation => {
      const recurrenceId = ruleIds.get(operation.description);
      return {
        ...operation,
        accountId: ids[account],
        ...(to ? { toAccountId: ids[to] } : {}),
        ...(recurrenceId === undefined ? {} : { recurrenceId }),
      };
    });
    await this.operations.saveBulk(
      scope,
      operations.saveBulk.body.parse({ operations: bodies, ...(rules.length > 0 ? { recurrences } : {}) }),
    );
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
