import type { QuarterState } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { readRows } from '../../platform/database/read-rows.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { ClosingEntity } from './closing.entity.js';
import type { AcceptedPlan } from './accepted-plan.js';
import { QuarterEntity } from './quarter.entity.js';
import { SetupEntity } from './setup.entity.js';

export interface QuarterListRow {
  readonly date: QuarterDate;
  readonly state: QuarterState;
  readonly accounts: number;
  readonly operations: number;
}

@Injectable()
export class QuartersRepository {
  /** Oldest first. */
  list(scope: TenantScope): Promise<QuarterListRow[]> {
    return scope.manager.query<QuarterListRow[]>(
      `select date, state,
         (select count(*)::int from setups s where s.tenant_id = q.tenant_id and s.quarter = q.date) as accounts,
         (select count(*)::int from operations o where o.tenant_id = q.tenant_id and o.quarter = q.date) as operations
       from quarters q where tenant_id = $1 order by date`,
      [scope.tenantId],
    );
  }

  find(scope: TenantScope, date: QuarterDate): Promise<QuarterEntity | null> {
    return scope.manager.findOneBy(QuarterEntity, { tenantId: scope.tenantId, date });
  }

  /** Every write to a quarter or into it holds its row, so that no two of them cross. */
  async lock(scope: TenantScope, date: QuarterDate): Promise<QuarterEntity | null> {
    const [row] = await readRows(scope, QuarterEntity, { date }, ['date'], 'for update');
    return row ?? null;
  }

  /** Locks several, by day: in one order, so that two callers never wait for each other. @returns their states. */
  async lockAll(
    scope: TenantScope,
    dates: readonly QuarterDate[],
  ): Promise<Pick<QuarterEntity, 'date' | 'state'>[]> {
    if (dates.length === 0) return [];
    return scope.manager.query<Pick<QuarterEntity, 'date' | 'state'>[]>(
      'select date, state from quarters where tenant_id = $1 and date = any($2) order by date for update',
      [scope.tenantId, dates],
    );
  }

  /** Lets one writer at a time decide which quarter comes next: a row that is not there cannot be locked. */
  async lockCalendar(scope: TenantScope): Promise<void> {
    await scope.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `quarters ${scope.tenantId}`,
    ]);
  }

  async insert(scope: TenantScope, row: QuarterEntity): Promise<void> {
    await scope.manager.insert(QuarterEntity, row);
  }

  /** Writes the fields given and counts the version up; the row has to be locked. */
  async update(scope: TenantScope, row: QuarterEntity, fields: Partial<QuarterEntity>): Promise<void> {
    await scope.manager.update(
      QuarterEntity,
      { tenantId: scope.tenantId, date: row.date },
      {
        ...fields,
        version: row.version + 1,
      },
    );
  }

  /** Not a change of the quarter itself: its version stays. */
  async keepAccepted(
    scope: TenantScope,
    date: QuarterDate,
    acceptedPlan: AcceptedPlan | null,
  ): Promise<void> {
    await scope.manager.update(QuarterEntity, { tenantId: scope.tenantId, date }, { acceptedPlan });
  }

  /** With everything in it: setups, operations, imports and plans. */
  async remove(scope: TenantScope, date: QuarterDate): Promise<void> {
    await scope.manager.delete(QuarterEntity, { tenantId: scope.tenantId, date });
  }

  setups(scope: TenantScope, quarter: QuarterDate): Promise<SetupEntity[]> {
    return readRows(scope, SetupEntity, { quarter }, ['accountId']);
  }

  async saveSetups(scope: TenantScope, rows: readonly SetupEntity[]): Promise<void> {
    if (rows.length > 0)
      await scope.manager.upsert(SetupEntity, rows as QueryDeepPartialEntity<SetupEntity>[], [
        'tenantId',
        'quarter',
        'accountId',
      ]);
  }

  async deleteSetup(scope: TenantScope, quarter: QuarterDate, accountId: string): Promise<boolean> {
    const done = await scope.manager.delete(SetupEntity, { tenantId: scope.tenantId, quarter, accountId });
    return done.affected === 1;
  }

  /** Every account of the household with each of the quarters given in which it takes part; null for none. */
  participation(
    scope: TenantScope,
    quarters: readonly QuarterDate[],
  ): Promise<{ id: string; quarter: QuarterDate | null }[]> {
    return scope.manager.query<{ id: string; quarter: QuarterDate | null }[]>(
      `select a.id, s.quarter from accounts a
       left join setups s on s.tenant_id = a.tenant_id and s.account_id = a.id and s.quarter = any($2)
       where a.tenant_id = $1`,
      [scope.tenantId, quarters],
    );
  }

  /** The names of those accounts that are this household's. */
  async accountNames(scope: TenantScope, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await scope.manager.query<{ id: string; name: string }[]>(
      'select id, name from accounts where tenant_id = $1 and id = any($2)',
      [scope.tenantId, ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** What the operations on an account in a quarter say, at most `limit` of them. */
  async operationsOn(
    scope: TenantScope,
    quarter: QuarterDate,
    accountId: string,
    limit: number,
  ): Promise<string[]> {
    const rows = await scope.manager.query<{ description: string }[]>(
      `select description from operations
       where tenant_id = $1 and quarter = $2 and (account_id = $3 or to_account_id = $3)
       order by date, id limit $4`,
      [scope.tenantId, quarter, accountId, limit],
    );
    return rows.map(({ description }) => description);
  }

  closings(scope: TenantScope, quarter: QuarterDate): Promise<ClosingEntity[]> {
    return readRows(scope, ClosingEntity, { quarter }, ['accountId']);
  }

  async insertClosings(scope: TenantScope, rows: readonly ClosingEntity[]): Promise<void> {
    if (rows.length > 0)
      await scope.manager.insert(ClosingEntity, rows as QueryDeepPartialEntity<ClosingEntity>[]);
  }

  async deleteClosings(scope: TenantScope, quarter: QuarterDate): Promise<void> {
    await scope.manager.delete(ClosingEntity, { tenantId: scope.tenantId, quarter });
  }
}
