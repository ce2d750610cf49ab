import { randomUUID } from 'node:crypto';
import { type NewRecurrence, operations, quarters, type SaveOperation } from '@fibado/contracts';
import type { Day, QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { OperationsService } from '../operations/operations.service.js';
import { QuarterLife } from '../quarters/quarter-life.js';
import { SetupsService } from '../quarters/setups.service.js';
import { SummaryService } from '../quarters/summary.service.js';
import type { AccountIds } from './demo-accounts.js';
import * as family from './family.js';
import * as movements from './family-movements.js';

/** The quarters of the demonstration household: one that is closed, one that runs. */
@Injectable()
export class DemoQuarters {
  constructor(
    private readonly quarters: QuarterLife,
    private readonly setups: SetupsService,
    private readonly summaries: SummaryService,
    private readonly operations: OperationsService,
  ) {}

  async livePast(scope: TenantScope, date: QuarterDate, ids: AccountIds): Promise<void> {
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

  async livePresent(scope: TenantScope, date: QuarterDate, today: Day, ids: AccountIds): Promise<void> {
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
    ids: AccountIds,
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
