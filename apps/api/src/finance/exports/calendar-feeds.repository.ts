import { Injectable } from '@nestjs/common';
import type { PlatformScope, TenantScope } from '../../platform/database/transactions.js';
import { CalendarFeedEntity } from './calendar-feed.entity.js';

@Injectable()
export class CalendarFeedsRepository {
  find(scope: TenantScope): Promise<CalendarFeedEntity | null> {
    return scope.manager.findOneBy(CalendarFeedEntity, { tenantId: scope.tenantId });
  }

  async put(scope: TenantScope, row: CalendarFeedEntity): Promise<void> {
    await scope.manager.upsert(CalendarFeedEntity, row, ['tenantId']);
  }

  async remove(scope: TenantScope): Promise<boolean> {
    const done = await scope.manager.delete(CalendarFeedEntity, { tenantId: scope.tenantId });
    return done.affected === 1;
  }

  /** The household an address belongs to, while it is not suspended. */
  async tenantOf(scope: PlatformScope, fingerprint: string): Promise<string | undefined> {
    const rows = await scope.manager.query<{ id: string }[]>(
      `select t.id from calendar_feeds f join tenants t on t.id = f.tenant_id
       where f.fingerprint = $1 and t.state = 'ACTIVE'`,
      [fingerprint],
    );
    return rows[0]?.id;
  }
}
