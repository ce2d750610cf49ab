import { randomUUID } from 'node:crypto';
import { MAX_PUSH_DEVICES, type Notification, type PushDevice } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import type { PushTarget } from './push-request.js';

/** Whose devices: those of a user in a tenant. */
type Owner = Pick<Session, 'tenantId' | 'userId'>;

interface DeviceRow {
  readonly id: string;
  readonly sessionId: string;
  readonly agent: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date;
  readonly deliveredAt: Date | null;
}

/** A notification that is still to be read, and the device it goes to. */
export interface PushRow extends PushTarget {
  readonly userId: string;
  readonly language: 'it' | 'en';
  readonly kind: Notification['kind'];
  readonly subject: string;
  readonly link: string | null;
}

/** What a job is about. */
export interface PushJob {
  readonly device: string;
  readonly notification: string;
}

/** On the platform, as a user's sessions are; every statement names the tenant. */
@Injectable()
export class PushDevicesRepository {
  constructor(private readonly clock: Clock) {}

  /** Latest confirmed first. */
  list({ manager }: PlatformScope, { tenantId, userId }: Owner): Promise<DeviceRow[]> {
    return manager.query(
      `select d.id, d.session_id as "sessionId", s.agent, d.created_at as "createdAt",
         d.confirmed_at as "confirmedAt", d.delivered_at as "deliveredAt"
       from push_devices d join sessions s on s.tenant_id = d.tenant_id and s.id = d.session_id
       where d.tenant_id = $1 and d.user_id = $2 order by d.confirmed_at desc, d.id`,
      [tenantId, userId],
    );
  }

  /**
   * Binds a browser to this session alone.
   * @returns its id, and whether it is new; undefined when the session has ended meanwhile.
   */
  async save(
    { manager }: PlatformScope,
    { id: sessionId, tenantId, userId }: Pick<Session, 'id' | 'tenantId' | 'userId'>,
    { endpoint, p256dh, auth }: PushTarget,
  ): Promise<{ id: string; isNew: boolean } | undefined> {
    await manager.query(
      'delete from push_devices where endpoint = $1 and (tenant_id <> $2 or user_id <> $3)',
      [endpoint, tenantId, userId],
    );
    const rows = await manager.query<{ id: string; isNew: boolean }[]>(
      // The lock lets a sign-out of this moment come before, or find the row.
      `with open_session as (
         select tenant_id, id, user_id from sessions
         where tenant_id = $1 and id = $2 and user_id = $3 and revoked_at is null for share
       ), saved as (
         insert into push_devices (tenant_id, id, user_id, session_id, endpoint, p256dh, auth, created_at, confirmed_at)
         select tenant_id, $4, user_id, id, $5, $6, $7, $8, $8 from open_session
         on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh,
           auth = excluded.auth, confirmed_at = excluded.confirmed_at
         returning id, xmax = 0 as is_new
       ) select id, is_new as "isNew" from saved`,
      [tenantId, sessionId, userId, randomUUID(), endpoint, p256dh, auth, this.clock.now()],
    );
    return rows[0];
  }

  /** Forgets those beyond the limit, confirmed longest ago. */
  async trim({ manager }: PlatformScope, { tenantId, userId }: Owner): Promise<void> {
    await manager.query(
      `delete from push_devices where tenant_id = $1 and id in (
         select id from push_devices where tenant_id = $1 and user_id = $2
         order by confirmed_at desc, created_at desc, id offset ${MAX_PUSH_DEVICES})`,
      [tenantId, userId],
    );
  }

  /** @returns false when the user has no such device. */
  async delete({ manager }: PlatformScope, { tenantId, userId }: Owner, id: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `with gone as (
         delete from push_devices where tenant_id = $1 and user_id = $2 and id = $3 returning id
       ) select id from gone`,
      [tenantId, userId, id],
    );
    return rows.length > 0;
  }

  /** The device and its owner's language. */
  async find(
    { manager }: PlatformScope,
    { tenantId, userId }: Owner,
    id: string,
  ): Promise<(PushTarget & Pick<PushRow, 'language'>) | undefined> {
    const rows = await manager.query<(PushTarget & Pick<PushRow, 'language'>)[]>(
      `select d.endpoint, d.p256dh, d.auth, u.language from push_devices d join users u on u.id = d.user_id
       where d.tenant_id = $1 and d.user_id = $2 and d.id = $3`,
      [tenantId, userId, id],
    );
    return rows[0];
  }

  /** A job for each device of those the notifications are for. */
  jobsFor(
    { manager }: PlatformScope,
    tenantId: string,
    written: readonly { readonly userId: string; readonly id: string }[],
  ): Promise<PushJob[]> {
    return manager.query(
      `select d.id as device, n.id as notification
       from unnest($2::uuid[], $3::uuid[]) as n (user_id, id)
       join push_devices d on d.tenant_id = $1 and d.user_id = n.user_id`,
      [tenantId, written.map(({ userId }) => userId), written.map(({ id }) => id)],
    );
  }

  /** Nothing where there is nothing to say any more: it was read or deleted, or the device has left. */
  async toSend(
    { manager }: PlatformScope,
    tenantId: string,
    { device, notification }: PushJob,
  ): Promise<PushRow | undefined> {
    const rows = await manager.query<PushRow[]>(
      `select d.endpoint, d.p256dh, d.auth, d.user_id as "userId", u.language, n.kind, n.subject, n.link
       from push_devices d
       join notifications n on n.tenant_id = d.tenant_id and n.user_id = d.user_id
       join users u on u.id = d.user_id
       where d.tenant_id = $1 and d.id = $2 and n.id = $3 and n.read_at is null and not u.blocked`,
      [tenantId, device, notification],
    );
    return rows[0];
  }

  async noteDelivery({ manager }: PlatformScope, tenantId: string, id: string): Promise<void> {
    await manager.query('update push_devices set delivered_at = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      this.clock.now(),
    ]);
  }

  /** The browser's subscription has ended; one it was given anew meanwhile stays. */
  async forget({ manager }: PlatformScope, { endpoint }: Pick<PushTarget, 'endpoint'>): Promise<void> {
    await manager.query('delete from push_devices where endpoint = $1', [endpoint]);
  }
}

export const toPushDevice = (row: DeviceRow, currentSession: string): PushDevice => ({
  id: row.id,
  agent: row.agent,
  createdAt: row.createdAt.toISOString(),
  confirmedAt: row.confirmedAt.toISOString(),
  ...(row.deliveredAt ? { deliveredAt: row.deliveredAt.toISOString() } : {}),
  current: row.sessionId === currentSession,
});
