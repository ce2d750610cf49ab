import type { adminAudit, AuditEntry, QueryOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, holds, isSuperAdmin, type Session } from '../../platform/auth/session.js';
import { Transactions } from '../../platform/database/transactions.js';
import { likeText } from '../../platform/database/like.js';

interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly tenantId: string | null;
  readonly tenant: string | null;
  readonly actor: string;
  readonly actingFor: string | null;
  readonly action: string;
  readonly entity: string;
  readonly entityId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Families whose entries an administrator may read whole; all others are a household's own. */
const ADMINISTRATION = new Set([
  'account',
  'apiKeys',
  'emailServer',
  'groups',
  'passwordLinks',
  'services',
  'tenants',
  'tokens',
  'users',
]);

/** The audit as a page: a tenant administrator sees the own tenant, a super-administrator the whole instance. */
@Injectable()
export class AuditReader {
  constructor(private readonly transactions: Transactions) {}

  page(session: Session, query: QueryOf<typeof adminAudit.get>) {
    return this.transactions.onPlatform(actorOf(session), async ({ manager }) => {
      const { page, size } = query;
      const where = `where ($1::uuid is null or a.tenant_id = $1)
        and ($2::text is null or t.code = $2)
        and ($3::timestamptz is null or a.at >= $3) and ($4::timestamptz is null or a.at < $4)
        and ($5::text is null or a.actor_username = $5 or a.acting_for = $5)
        and ($6::text is null or a.action = $6 or a.action like $7)
        and ($8::text is null or a.entity = $8) and ($9::text is null or a.entity_id = $9)`;
      const values = [
        isSuperAdmin(session) ? null : session.tenantId,
        query.tenant ?? null,
        query.from ?? null,
        query.to ?? null,
        query.user ?? null,
        query.action ?? null,
        query.action === undefined ? null : `${likeText(query.action)}.%`,
        query.entity ?? null,
        query.entityId ?? null,
      ];
      const from = 'from audit a left join tenants t on t.id = a.tenant_id';
      const [count] = await manager.query<{ total: number }[]>(
        `select count(*) as total ${from} ${where}`,
        values,
      );
      const rows = await manager.query<AuditRow[]>(
        `select a.id, a.at, a.tenant_id as "tenantId", t.code as tenant, a.actor_username as actor,
           a.acting_for as "actingFor", a.action, a.entity, a.entity_id as "entityId", a.before, a.after
         ${from} ${where} order by a.id desc limit $10 offset $11`,
        [...values, size, page * size],
      );
      return { items: rows.map((row) => entry(session, row)), page, size, total: count?.total ?? 0 };
    });
  }
}

function entry(session: Session, row: AuditRow): AuditEntry {
  const { tenantId, tenant, actingFor, before, after, ...rest } = row;
  const family = row.action.split('.')[0] ?? '';
  const readable =
    ADMINISTRATION.has(family) ||
    (tenantId === session.tenantId && holds(session, 'FBDO_FIBADO', 'FBDO_READ'));
  return {
    ...rest,
    at: row.at.toISOString(),
    ...(tenant === null ? {} : { tenant }),
    ...(actingFor === null ? {} : { actingFor }),
    ...(readable ? { before, after } : { before: null, after: null }),
    withheld: !readable && (before !== null || after !== null),
  };
}
