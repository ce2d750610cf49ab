import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { QuarterArchive } from '../ledger/quarter-archive.js';
import { RecurrenceArchive } from '../recurrences/recurrence-archive.js';
import { ScenariosService } from '../scenarios/scenarios.service.js';
import { ARCHIVE_FORMAT, type ArchiveContent } from './archive-content.js';
import { HouseholdArchive } from './household-archive.js';
import { LedgerArchive } from './ledger-archive.js';

/** Everything of a household, read for an archive and brought back from one. */
@Injectable()
export class ArchiveContents {
  constructor(
    private readonly household: HouseholdArchive,
    private readonly quarters: QuarterArchive,
    private readonly recurrences: RecurrenceArchive,
    private readonly ledger: LedgerArchive,
    private readonly scenarios: ScenariosService,
    private readonly clock: Clock,
  ) {}

  async all(scope: TenantScope): Promise<ArchiveContent> {
    const quarters = await this.quarters.all(scope);
    const scenarios = await this.scenarios.all(scope);
    const dates = quarters.map(({ date }) => date);
    return {
      format: ARCHIVE_FORMAT,
      formatVersion: 1,
      exportedAt: this.clock.now().toISOString(),
      ...(await this.household.all(scope)),
      quarters,
      ...(await this.ledger.all(scope, dates)),
      ...(scenarios.length > 0 ? { scenarios } : {}),
      ...(await this.recurrences.all(scope)),
    };
  }

  /** @throws DomainError ALREADY_EXISTS naming what there is. */
  async expectNothing(scope: TenantScope): Promise<void> {
    await this.household.expectNothing(scope);
    if ((await this.quarters.list(scope)).length > 0) throw new DomainError('ALREADY_EXISTS', 'quarters');
  }

  /** Into a household that holds nothing; no quarter is added by others until the transaction ends. */
  async restore(scope: TenantScope, content: ArchiveContent): Promise<void> {
    await this.quarters.lockCalendar(scope);
    await this.expectNothing(scope);
    await this.household.restore(scope, content);
    await this.quarters.restore(scope, content.quarters);
    await this.recurrences.restore(scope, content);
    await this.ledger.restore(scope, content);
    await this.scenarios.restore(scope, content.scenarios ?? []);
  }
}
