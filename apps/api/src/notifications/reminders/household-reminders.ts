import { addDays, type Day, quarterEnd } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { LotsService } from '../../finance/lots/lots.service.js';
import { ProblemService } from '../../finance/problem/problem.service.js';
import { QuartersService } from '../../finance/quarters/quarters.service.js';
import { SettingsService } from '../../finance/settings/settings.service.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import {
  lotReminders,
  MONEY_DAYS,
  planReminders,
  quarterReminders,
  type Reminder,
} from './find-reminders.js';
import { RemindersRepository } from './reminders.repository.js';

const subjectOf = ({ kind, quarter, about }: Reminder): string => `${kind}:${quarter}:${about}`;

/** One household's reminders of a day, each said once. */
@Injectable()
export class HouseholdReminders {
  constructor(
    private readonly rows: RemindersRepository,
    private readonly quarters: QuartersService,
    private readonly problems: ProblemService,
    private readonly settings: SettingsService,
    private readonly lots: LotsService,
    private readonly outbox: Outbox,
  ) {}

  /** Does nothing when another process has taken the day. */
  async remind(scope: TenantScope, today: Day): Promise<void> {
    if (!(await this.rows.takeDay(scope, today))) return;
    await this.rows.prune(scope, today);
    const found = await this.remindersOf(scope, today);
    // What two quarters tell of, the later one knows better: the day is in it.
    for (const [subject, reminder] of new Map(found.map((one) => [subjectOf(one), one])))
      if (await this.rows.takeSubject(scope, subject, today))
        await this.outbox.add(scope, 'reminder', reminder);
  }

  private async remindersOf(scope: TenantScope, today: Day): Promise<Reminder[]> {
    const { reminders } = await this.settings.get(scope);
    const horizon = addDays(today, Math.max(reminders.daysBefore, MONEY_DAYS));
    const lots = await this.lots.withOffers(scope);
    const found = lotReminders(lots, today, reminders.daysBefore);
    for (const quarter of await this.quarters.list(scope)) {
      found.push(...quarterReminders(quarter, today));
      const current = quarter.date <= horizon && quarterEnd(quarter.date) >= today;
      if (quarter.state !== 'CLOSED' && current)
        found.push(
          ...planReminders(await this.problems.load(scope, quarter.date), today, reminders.daysBefore),
        );
    }
    return found;
  }
}
