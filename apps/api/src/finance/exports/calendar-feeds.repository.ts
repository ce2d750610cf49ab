import { Injectable } from '@nestjs/common';
import { EFFECTIVE_ROLES } from '../../platform/auth/session.store.js';
import type { PlatformScope, TenantScope } from '../../platform/database/transactions.js';
import { CalendarFeedEntity } from './calendar-feed.entity.js';

@Injectable()
export class CalendarFeedsRepository {
  find(scope: TenantScope): Promise<CalendarFeedEntity | null> {
    return scope.manager.findOneBy(CalendarFeedEntity, {
      tenantId: scope.tenantId,
      userId: scope.actor.userId,
    });
  }

  async put(scope: TenantScope, row: CalendarFeedEntity): Promise<void> {
    await scope.manager.upsert(CalendarFeedEntity, row, ['tenantId', 'userId']);
  }

  async remove(scope: TenantScope): Promise<boolean> {
    const done = await scope.manager.delete(CalendarFeedEntity, {
      tenantId: scope.tenantId,
      userId: scope.actor.userId,
    });
    return done.affected === 1;
  }

  /** The household an address belongs to, while it is not suspended and the address's member may read it. */
  async tenantOf(scope: PlatformScope, fingerprint: string): Promise<string | undefined> {
    const rows = await scope.manager.query<{ id: string }[]>(
      `select t.id from calendar_feeds f join tenants t on t.id = f.tenant_id
       join memberships m on m.tenant_id = f.tenant_id and m.user_id = f.user_id
       join users u on u.id = m.user_id
       where f.fingerprint = $1 and t.state = 'ACTIVE' and not u.blocked
         and ${EFFECTIVE_ROLES} && array['FBDO_FIBADO', 'FBDO_READ']`,
      [fingerprint],
    );
    return rows[0]?.id;
  }
}
