import { Injectable } from '@nestjs/common';
import { italianDay } from '../../../platform/clock.js';
import type { TenantScope } from '../../../platform/database/transactions.js';
import { MaintenanceJobs } from '../../../platform/maintenance-jobs.js';
import { Outbox } from '../../../platform/messaging/outbox.js';
import { ConnectionsRepository } from './connections.repository.js';

/** Long enough to renew it before the next fetch, days. */
const REMINDED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Tells once, a week before, that a consent ends; forgets what was begun at a bank and never completed. */
@Injectable()
export class ConsentReminders {
  constructor(
    private readonly rows: ConnectionsRepository,
    private readonly outbox: Outbox,
    maintenance: MaintenanceJobs,
  ) {
    maintenance.add((scope, now) => this.run(scope, now));
  }

  private async run(scope: TenantScope, now: Date): Promise<void> {
    await this.rows.pruneRequests(scope, now);
    const before = new Date(now.getTime() + REMINDED_DAYS * DAY_MS);
    for (const { id, bank, validUntil } of await this.rows.takeEnding(scope, before, now))
      await this.outbox.add(scope, 'consent.ending', {
        consentId: id,
        bank,
        date: italianDay(validUntil),
      });
  }
}
