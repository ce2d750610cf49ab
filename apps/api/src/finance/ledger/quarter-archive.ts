import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { ArchivedQuarter } from './archived-quarter.js';
import { orAbsent, orNull } from '../shared/absent.js';
import { toArchivedClosing, toSetup, toSetupRow } from './quarters.mapper.js';
import type { QuarterEntity } from './quarter.entity.js';
import { type QuarterListRow, QuartersRepository } from './quarters.repository.js';

/** Quarters with all that is kept of them, to be put away and brought back. */
@Injectable()
export class QuarterArchive {
  constructor(private readonly rows: QuartersRepository) {}

  list(scope: TenantScope): Promise<QuarterListRow[]> {
    return this.rows.list(scope);
  }

  /** No other transaction creates a quarter until this one ends. */
  lockCalendar(scope: TenantScope): Promise<void> {
    return this.rows.lockCalendar(scope);
  }

  /** Every quarter, oldest first. */
  async all(scope: TenantScope): Promise<ArchivedQuarter[]> {
    const quarters: ArchivedQuarter[] = [];
    for (const { date } of await this.rows.list(scope)) quarters.push(await this.one(scope, date));
    return quarters;
  }

  private async one(scope: TenantScope, date: QuarterDate): Promise<ArchivedQuarter> {
    const row = await this.rows.find(scope, date);
    if (!row) throw new Error(`The quarter ${date} is gone`);
    return {
      date,
      state: row.state,
      version: row.version,
      initializedAt: row.initializedAt.toISOString(),
      startedAt: row.startedAt?.toISOString(),
      closedAt: row.closedAt?.toISOString(),
      sealHash: orAbsent(row.sealHash),
      sealedProblem: orAbsent(row.sealedProblem),
      closedProblem: orAbsent(row.closedProblem),
      acceptedPlan: archivedPlanOf(row),
      setups: (await this.rows.setups(scope, date)).map(toSetup),
      closings: (await this.rows.closings(scope, date)).map(toArchivedClosing),
    };
  }

  /** Into a household that has none. */
  async restore(scope: TenantScope, quarters: readonly ArchivedQuarter[]): Promise<void> {
    const { tenantId } = scope;
    for (const { setups, closings, ...quarter } of quarters) {
      const key = { tenantId, quarter: quarter.date };
      await this.rows.insert(scope, {
        tenantId,
        date: quarter.date,
        state: quarter.state,
        version: quarter.version,
        initializedAt: new Date(quarter.initializedAt),
        startedAt: quarter.startedAt === undefined ? null : new Date(quarter.startedAt),
        closedAt: quarter.closedAt === undefined ? null : new Date(quarter.closedAt),
        sealHash: orNull(quarter.sealHash),
        sealedProblem: orNull(quarter.sealedProblem),
        closedProblem: orNull(quarter.closedProblem),
        adjustmentIds: null,
        acceptedPlan: orNull(quarter.acceptedPlan),
      });
      await this.rows.saveSetups(
        scope,
        setups.map((setup) => toSetupRow(setup, key)),
      );
      await this.rows.insertClosings(
        scope,
        closings.map((closing) => ({ ...key, ...closing })),
      );
    }
  }
}

/** What taking it up changed is of use only where it happened. */
function archivedPlanOf({ acceptedPlan }: QuarterEntity): ArchivedQuarter['acceptedPlan'] {
  if (!acceptedPlan) return undefined;
  const { acceptedAt, runId, transfers } = acceptedPlan;
  return { acceptedAt, runId, transfers: [...transfers] };
}
