import type { QueryOf, SecurityEvent, securityEvents } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, isSuperAdmin, type Session } from '../../platform/auth/session.js';
import { Transactions } from '../../platform/database/transactions.js';

interface EventRow extends Omit<SecurityEvent, 'at' | 'username' | 'actor' | 'tenant' | 'detail'> {
  readonly at: Date;
  readonly username: string | null;
  readonly actor: string | null;
  readonly tenant: string | null;
  readonly detail: string | null;
}

interface Filter {
  readonly userId?: string;
  readonly tenantId?: string;
  readonly kind?: string | undefined;
  readonly outcome?: string | undefined;
  readonly user?: string | undefined;
}

/** Security events as pages: a person's own, a tenant's for its administrators, all for a super-administrator. */
@Injectable()
export class SecurityEventsReader {
  constructor(private readonly transactions: Transactions) {}

  own(session: Session, query: QueryOf<typeof securityEvents.own>) {
    return this.read(session, { userId: session.userId }, query);
  }

  page(session: Session, query: QueryOf<typeof securityEvents.get>) {
    const { kind, outcome, user } = query;
    const filter = { kind, outcome, user };
    return this.read(
      session,
      isSuperAdmin(session) ? filter : { ...filter, tenantId: session.tenantId },
      query,
    );
  }

  private read(session: Session, filter: Filter, { page, size }: { page: number; size: number }) {
    // What names no tenant, such as a wrong password, belongs to the tenants of the account.
    const from = `from security_events e left join users u on u.id = e.user_id
      left join tenants t on t.id = e.tenant_id
      where ($1::uuid is null or e.user_id = $1)
        and ($2::uuid is null or e.tenant_id = $2 or (e.tenant_id is null and exists (
          select 1 from memberships m where m.tenant_id = $2 and m.user_id = e.user_id)))
        and ($3::text is null or e.kind = $3) and ($4::text is null or e.outcome = $4)
        and ($5::text is null or u.username = $5 or e.actor_username = $5)`;
    const { userId, tenantId, kind, outcome, user } = filter;
    const values = [userId ?? null, tenantId ?? null, kind ?? null, outcome ?? null, user ?? null];
    return this.transactions.onPlatform(actorOf(session), async ({ manager }) => {
      const [count] = await manager.query<{ total: number }[]>(`select count(*) as total ${from}`, values);
      const rows = await manager.query<EventRow[]>(
        `select e.id, e.at, e.kind, e.outcome, u.username, e.actor_username as actor, t.code as tenant, e.address,
           e.client, e.agent, e.detail, e.is_new_device as "newDevice", e.times
         ${from} order by e.id desc limit $6 offset $7`,
        [...values, size, page * size],
      );
      return { items: rows.map(toEvent), page, size, total: count?.total ?? 0 };
    });
  }
}

const toEvent = ({ at, username, actor, tenant, detail, ...row }: EventRow): SecurityEvent => ({
  ...row,
  at: at.toISOString(),
  ...(username === null ? {} : { username }),
  ...(actor === null ? {} : { actor }),
  ...(tenant === null ? {} : { tenant }),
  ...(detail === null ? {} : { detail }),
});
