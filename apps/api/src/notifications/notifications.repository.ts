import { randomUUID } from 'node:crypto';
import type { Notification } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { EFFECTIVE_ROLES } from '../platform/auth/session.store.js';
import { Clock } from '../platform/clock.js';
import type { PlatformScope, TenantScope } from '../platform/database/transactions.js';

/** The newest shown; older ones are pruned. */
export const LIST_LIMIT = 1000;

export interface Recipient {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly language: 'it' | 'en';
  /** The tenant's code. */
  readonly tenant: string;
  /** An account with a published password. */
  readonly demonstration?: boolean;
}

/** A notification before it has readers. */
export interface NewNotification {
  readonly kind: Notification['kind'];
  /** What it is about; an unread one of the same subject is replaced. */
  readonly subject: string;
  readonly params: Notification['params'];
  readonly link?: string | undefined;
}

interface NotificationRow {
  readonly id: string;
  readonly kind: Notification['kind'];
  readonly params: Notification['params'];
  readonly link: string | null;
  readonly createdAt: Date;
  readonly read: boolean;
}

@Injectable()
export class NotificationsRepository {
  constructor(private readonly clock: Clock) {}

  /** A user's notifications in the tenant, newest first. */
  async list(scope: TenantScope, userId: string): Promise<Notification[]> {
    const rows = await scope.manager.query<NotificationRow[]>(
      `select id, kind, params, link, created_at as "createdAt", read_at is not null as read
       from notifications where tenant_id = $1 and user_id = $2 order by sequence desc limit ${LIST_LIMIT}`,
      [scope.tenantId, userId],
    );
    return rows.map(toNotification);
  }

  /** @returns false when the user has no such notification. */
  async markRead(scope: TenantScope, userId: string, id: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with marked as (
         update notifications set read_at = coalesce(read_at, $4)
         where tenant_id = $1 and user_id = $2 and id = $3 returning id
       ) select id from marked`,
      [scope.tenantId, userId, id, this.clock.now()],
    );
    return rows.length === 1;
  }

  /** @returns false when the user has no such notification. */
  async cancel(scope: TenantScope, userId: string, id: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with gone as (
         delete from notifications where tenant_id = $1 and user_id = $2 and id = $3 returning id
       ) select id from gone`,
      [scope.tenantId, userId, id],
    );
    return rows.length === 1;
  }

  async cancelAll(scope: TenantScope, userId: string): Promise<void> {
    await scope.manager.query('delete from notifications where tenant_id = $1 and user_id = $2', [
      scope.tenantId,
      userId,
    ]);
  }

  /** Who hears of a household's finances: the members who may read them. */
  readers(scope: PlatformScope, tenantId: string): Promise<Recipient[]> {
    return scope.manager.query<Recipient[]>(
      `select m.user_id as "userId", u.username, u.email, u.language, t.code as tenant, u.demonstration
       from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
       where m.tenant_id = $1 and not u.blocked and t.state = 'ACTIVE'
         and ${EFFECTIVE_ROLES} && array['FBDO_FIBADO', 'FBDO_READ'] order by u.username`,
      [tenantId],
    );
  }

  /** The members of a tenant, or those of them who administer its people. */
  members(scope: PlatformScope, tenantId: string, administrators: boolean): Promise<Recipient[]> {
    return scope.manager.query<Recipient[]>(
      `select m.user_id as "userId", u.username, u.email, u.language, t.code as tenant
       from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
       where m.tenant_id = $1 and not u.blocked
         and (not $2 or ${EFFECTIVE_ROLES} && array['MSF_USERS', 'SADMIN']) order by u.username`,
      [tenantId, administrators],
    );
  }

  async tenantCode(scope: PlatformScope, tenantId: string): Promise<string | undefined> {
    const rows = await scope.manager.query<{ code: string }[]>('select code from tenants where id = $1', [
      tenantId,
    ]);
    return rows[0]?.code;
  }

  /**
   * Writes a notification for those of the users who are members. One that would only repeat an unread one is left out.
   * @returns for whom it is new or changed, with its id.
   */
  add(
    scope: PlatformScope,
    tenantId: string,
    userIds: readonly string[],
    { kind, subject, params, link }: NewNotification,
  ): Promise<{ userId: string; id: string }[]> {
    return scope.manager.query<{ userId: string; id: string }[]>(
      `with written as (
         insert into notifications (tenant_id, id, user_id, kind, subject, params, link, created_at)
         select m.tenant_id, reader.id, m.user_id, $4, $5, $6, $7, $8
         from unnest($2::uuid[], $3::uuid[]) as reader (id, user_id)
         join memberships m on m.tenant_id = $1 and m.user_id = reader.user_id
         on conflict (tenant_id, user_id, subject) where read_at is null
         do update set params = excluded.params, link = excluded.link, created_at = excluded.created_at,
           sequence = default
         where notifications.params is distinct from excluded.params
         returning user_id, id
       ) select user_id as "userId", id from written`,
      [
        tenantId,
        userIds.map(() => randomUUID()),
        userIds,
        kind,
        subject,
        JSON.stringify(params),
        link ?? null,
        this.clock.now(),
      ],
    );
  }

  /** Marks as read what has become pointless. @param prefixes beginnings of subjects. */
  async settle(scope: PlatformScope, tenantId: string, prefixes: readonly string[]): Promise<void> {
    await scope.manager.query(
      `update notifications set read_at = $3 where tenant_id = $1 and read_at is null
         and exists (select 1 from unnest($2::text[]) as p (prefix) where starts_with(subject, prefix))`,
      [tenantId, prefixes, this.clock.now()],
    );
  }

  /** Forgets what was read a quarter ago, and whatever is beyond the list. */
  async prune(scope: PlatformScope): Promise<void> {
    await scope.manager.query(
      `delete from notifications where read_at < $1::timestamptz - interval '92 days' or (tenant_id, id) in (
         select tenant_id, id from (
           select tenant_id, id,
             row_number() over (partition by tenant_id, user_id order by sequence desc) as place
           from notifications
         ) ranked where place > ${LIST_LIMIT}
       )`,
      [this.clock.now()],
    );
  }
}

const toNotification = ({ id, link, createdAt, ...row }: NotificationRow): Notification => ({
  idNotify: id,
  ...row,
  createdAt: createdAt.toISOString(),
  ...(link === null ? {} : { link }),
});
