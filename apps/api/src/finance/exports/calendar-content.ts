import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { GoalsService } from '../goals/goals.service.js';
import { OperationStore } from '../ledger/operation-store.js';
import { LotsService } from '../lots/lots.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { householdCalendar } from './transfers-calendar.js';

/** What a household's calendar shows: the transfers to make, the dates of its term deposits and its goals. */
@Injectable()
export class CalendarContentService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly operations: OperationStore,
    private readonly lots: LotsService,
    private readonly goals: GoalsService,
    private readonly settings: SettingsService,
    private readonly clock: Clock,
  ) {}

  async of(scope: TenantScope): Promise<string> {
    const { language, reminders } = await this.settings.get(scope);
    const content = {
      transfers: await this.operations.plannedTransfers(scope),
      accounts: await this.accounts.list(scope),
      lots: await this.lots.withOffers(scope),
      goals: await this.goals.list(scope),
    };
    return householdCalendar(content, {
      language,
      daysBefore: reminders.daysBefore,
      now: this.clock.now(),
    });
  }
}
