import { randomUUID } from 'node:crypto';
import type { MembershipRequest, Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';

const LIFE_MS = 14 * 24 * 3_600_000;

export interface RequestRow extends Omit<MembershipRequest, 'createdAt' | 'expiresAt'> {
  readonly groupIds: string[];
  readonly askedById: string;
  /** Whether who asked still may: a super-administrator who can sign in. */
  readonly askedBySuper: boolean;
  /** Granted directly, without the groups. */
  readonly ownRoles: Role[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewRequest {
  readonly tenantId: string;
  readonly userId: string;
  readonly roles: readonly Role[];
  readonly groupIds: readonly string[];
  readonly askedBy: string;
}

const REQUEST = `select r.id, r.tenant_id as "tenantId", t.code as tenant, t.name as "tenantName",
    r.user_id as "userId", u.username, u.name, u.email, r.roles as "ownRoles", r.group_ids as "groupIds",
    array(select unnest(r.roles) union
      select unnest(g.roles) from groups g where g.tenant_id = r.tenant_id and g.id = any(r.group_ids)
      order by 1) as roles,
    array(select g.name from groups g where g.tenant_id = r.tenant_id and g.id = any(r.group_ids)
      order by lower(g.name)) as groups,
    a.username as "askedBy", r.asked_by as "askedById",
    (not a.blocked and exists (
      select 1 from memberships m join tenants h on h.id = m.tenant_id and h.state = 'ACTIVE'
      left join group_members gm on gm.tenant_id = m.tenant_id and gm.user_id = m.user_id
      left join groups g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
      where m.user_id = a.id and 'SADMIN' = any(m.roles || coalesce(g.roles, '{}')))) as "askedBySuper",
    r.created_at as "createdAt", r.expires_at as "expiresAt"
  from membership_requests r join tenants t on t.id = r.tenant_id
  join users u on u.id = r.user_id join users a on a.id = r.asked_by`;

/** Memberships that were asked for from outside a household and wait for its word. */
@Injectable()
export class MembershipRequests {
  constructor(private readonly clock: Clock) {}

  /** @param tenantId of one tenant, or `null` for those of all. */
  list(scope: PlatformScope, tenantId: string | null): Promise<RequestRow[]> {
    return scope.manager.query<RequestRow[]>(
      `${REQUEST} where ($1::uuid is null or r.tenant_id = $1) and r.expires_at > $2 order by r.created_at, r.id`,
      [tenantId, this.clock.now()],
    );
  }

  async find(scope: PlatformScope, id: string): Promise<RequestRow | undefined> {
    const rows = await scope.manager.query<RequestRow[]>(
      `${REQUEST} where r.id = $1 and r.expires_at > $2 for update of r`,
      [id, this.clock.now()],
    );
    return rows[0];
  }

  /** A later request for the same person replaces the one before. */
  async put(scope: PlatformScope, request: NewRequest): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    await scope.manager.query(
      `insert into membership_requests
         (tenant_id, id, user_id, roles, group_ids, asked_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict on constraint membership_requests_person do update set id = excluded.id,
         roles = excluded.roles, group_ids = excluded.group_ids, asked_by = excluded.asked_by,
         created_at = excluded.created_at, expires_at = excluded.expires_at`,
      [
        request.tenantId,
        id,
        request.userId,
        request.roles,
        request.groupIds,
        request.askedBy,
        now,
        new Date(now.getTime() + LIFE_MS),
      ],
    );
    return id;
  }

  async remove(scope: PlatformScope, tenantId: string, id: string): Promise<void> {
    await scope.manager.query('delete from membership_requests where tenant_id = $1 and id = $2', [
      tenantId,
      id,
    ]);
  }
}

export const toRequest = ({
  groupIds: _groupIds,
  askedById: _askedById,
  askedBySuper: _askedBySuper,
  ownRoles: _ownRoles,
  createdAt,
  expiresAt,
  ...row
}: RequestRow): MembershipRequest => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
