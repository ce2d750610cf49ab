import type { Dashboard } from '@fibado/contracts';
import { type Day, type QuarterDate, quarterToShow } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { GoalsService } from '../goals/goals.service.js';
import { OperationsService } from '../operations/operations.service.js';
import { QuartersService } from '../quarters/quarters.service.js';
import { SummaryService } from '../quarters/summary.service.js';
import { RecurrencesService } from '../recurrences/recurrences.service.js';
import { HouseholdReader } from './household-reader.js';

/** Joins the reads of the dashboard into one: a page on a slow line pays one round trip, not ten. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly household: HouseholdReader,
    private readonly quarters: QuartersService,
    private readonly operations: OperationsService,
    private readonly summaries: SummaryService,
    private readonly recurrences: RecurrencesService,
    private readonly goals: GoalsService,
  ) {}

  async get(scope: TenantScope, today: Day, wanted: QuarterDate | undefined): Promise<Dashboard> {
    const quarters = await this.quarters.list(scope);
    const date = quarterToShow(quarters, wanted, today);
    return {
      quarters,
      ...(await this.household.read(scope)),
      goals: await this.goals.list(scope),
      recurrences: await this.recurrences.list(scope),
      ...(date === undefined ? {} : { shown: await this.quarter(scope, date) }),
    };
  }

  private async quarter(scope: TenantScope, date: QuarterDate): Promise<Dashboard['shown']> {
    return {
      quarter: await this.quarters.inFull(scope, date),
      operations: await this.operations.list(scope, date),
      summary: await this.summaries.of(scope, date),
    };
  }
}
