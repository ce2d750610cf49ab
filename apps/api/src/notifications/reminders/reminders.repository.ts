import { Injectable } from '@nestjs/common';
import type { Day } from '@fibado/planning';
import type { PlatformScope, TenantScope } from '../../platform/database/transactions.js';

/** Which households were looked at on which day, and what they were reminded of. */
@Injectable()
export class RemindersRepository {
  /** Active tenants not processed on this day. */
  async tenantsToLookAt(scope: PlatformScope, day: Day): Promise<string[]> {
    const rows = await scope.manager.query<{ id: string }[]>(
      `select t.id from tenants t where t.state = 'ACTIVE' and not exists (
         select 1 from reminder_days d where d.tenant_id = t.id and d.day = $1
       ) order by t.code`,
      [day],
    );
    return rows.map((row) => row.id);
  }

  /** @returns false when another process did or does it: the insert waits for that one's transaction. */
  async takeDay(scope: TenantScope, day: Day): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with taken as (
         insert into reminder_days (tenant_id, day) values ($1, $2) on conflict do nothing returning day
       ) select day from taken`,
      [scope.tenantId, day],
    );
    return rows.length === 1;
  }

  /** @returns false when it was said before. */
  async takeSubject(scope: TenantScope, subject: string, day: Day): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with taken as (
         insert into reminders (tenant_id, subject, given_on) values ($1, $2, $3)
         on conflict do nothing returning subject
       ) select subject from taken`,
      [scope.tenantId, subject, day],
    );
    return rows.length === 1;
  }

  /** Forgets what was said more than a year ago. */
  async prune(scope: TenantScope, day: Day): Promise<void> {
    await scope.manager.query(
      `delete from reminders where tenant_id = $1 and given_on < $2::date - interval '400 days'`,
      [scope.tenantId, day],
    );
    await scope.manager.query('delete from reminder_days where tenant_id = $1 and day < $2', [
      scope.tenantId,
      day,
    ]);
  }
}
