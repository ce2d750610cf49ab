import { previousQuarter, quarterOf } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { AutomaticPlans } from '../optimizer/automatic-plans.js';
import { DemoAccounts } from './demo-accounts.js';
import { DemoQuarters } from './demo-quarters.js';

/** Fills a new tenant with the demonstration household, as a person would: through the services, with a plan to open with. */
@Injectable()
export class DemoHousehold {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly accounts: DemoAccounts,
    private readonly quarters: DemoQuarters,
    private readonly plans: AutomaticPlans,
  ) {}

  /** All of it or nothing; a household that has anything already is left alone. */
  create(tenantId: string): Promise<void> {
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, async (scope) => {
      if (!(await this.accounts.isEmpty(scope))) return;
      const today = this.clock.today();
      const quarter = quarterOf(today);
      const ids = await this.accounts.open(scope, quarter);
      await this.accounts.saveFor(scope, quarter);
      await this.quarters.livePast(scope, previousQuarter(quarter), ids);
      await this.quarters.livePresent(scope, quarter, today, ids);
      await this.plans.plan(scope);
    });
  }
}
