import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { EFFECTIVE_ROLES } from '../../platform/auth/session.store.js';
import { contains } from '../../platform/database/like.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';

export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: 'it' | 'en';
  readonly blocked: boolean;
  readonly invited: boolean;
  readonly identity: 'TIED' | 'CLOSED' | null;
  readonly createdAt: Date;
  readonly version: number;
}

export interface MembershipDetail {
  readonly userId: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly tenantName: string;
  readonly roles: readonly Role[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly effectiveRoles: readonly Role[];
}

export interface PersonFields {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: 'it' | 'en';
}

const PERSON = `select u.id, u.username, u.name, u.email, u.phone, u.language, u.blocked, u.created_at as "createdAt",
    (u.password_hash is null and u.sso_subject is null) as invited,
    case when u.sso_subject is not null then 'TIED' when u.identity_closed then 'CLOSED' end as identity,
    u.version from users u`;

const TAKEN = { users_username_key: 'username', users_email: 'email' };

/** People as the administration sees them. */
@Injectable()
export class PeopleRepository {
  async page(
    scope: PlatformScope,
    filter: { search?: string | undefined; tenantId: string | null; blocked: boolean | null },
    { page, size }: { page: number; size: number },
  ): Promise<{ people: PersonRow[]; total: number }> {
    const where = `where ($1::text is null or u.username ilike $1 or u.name ilike $1 or u.email ilike $1)
      and ($2::uuid is null or exists (select 1 from memberships m where m.user_id = u.id and m.tenant_id = $2))
      and ($3::boolean is null or u.blocked = $3)`;
    const values = [contains(filter.search), filter.tenantId, filter.blocked];
    const [count] = await scope.manager.query<{ total: number }[]>(
      `select count(*) as total from users u ${where}`,
      values,
    );
    const people = await scope.manager.query<PersonRow[]>(
      `${PERSON} ${where} order by lower(u.name), u.username limit $4 offset $5`,
      [...values, size, page * size],
    );
    return { people, total: count?.total ?? 0 };
  }

  async find(scope: PlatformScope, id: string): Promise<PersonRow | undefined> {
    const rows = await scope.manager.query<PersonRow[]>(`${PERSON} where u.id = $1 for update`, [id]);
    return rows[0];
  }

  /** All memberships of some people, by tenant name. */
  memberships(scope: PlatformScope, userIds: readonly string[]): Promise<MembershipDetail[]> {
    return scope.manager.query<MembershipDetail[]>(
      `select m.user_id as "userId", m.tenant_id as "tenantId", t.code as tenant, t.name as "tenantName", m.roles,
         coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name))
           from group_members gm join groups g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
           where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id), '[]') as groups,
         ${EFFECTIVE_ROLES} as "effectiveRoles"
       from memberships m join tenants t on t.id = m.tenant_id
       where m.user_id = any($1) order by lower(t.name), t.code`,
      [userIds],
    );
  }

  /** When each last signed in, in one tenant or any; sessions acting as them do not count. */
  async lastLogins(
    scope: PlatformScope,
    userIds: readonly string[],
    tenantId: string | null,
  ): Promise<ReadonlyMap<string, Date>> {
    const rows = await scope.manager.query<{ id: string; at: Date }[]>(
      `select user_id as id, max(at) as at from logins
       where user_id = any($1) and method <> 'ACTING' and ($2::uuid is null or tenant_id = $2) group by user_id`,
      [userIds, tenantId],
    );
    return new Map(rows.map((row) => [row.id, row.at]));
  }

  insert(scope: PlatformScope, id: string, fields: PersonFields, at: Date): Promise<unknown> {
    return unique(
      TAKEN,
      scope.manager.query(
        `insert into users (id, username, name, email, phone, language, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, fields.username, fields.name, fields.email, fields.phone, fields.language, at],
      ),
    );
  }

  /** @returns false when the version is stale. */
  async update(scope: PlatformScope, id: string, version: number, fields: PersonFields): Promise<boolean> {
    const rows = await unique(
      TAKEN,
      scope.manager.query<unknown[]>(
        `with saved as (
           update users set username = $3, name = $4, email = $5, phone = $6, language = $7, version = version + 1
           where id = $1 and version = $2 returning id
         ) select id from saved`,
        [id, version, fields.username, fields.name, fields.email, fields.phone, fields.language],
      ),
    );
    return rows.length > 0;
  }

  /** @returns false when the version is stale. */
  async setBlocked(scope: PlatformScope, id: string, version: number, blocked: boolean): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with saved as (
         update users set blocked = $3, version = version + 1 where id = $1 and version = $2 returning id
       ) select id from saved`,
      [id, version, blocked],
    );
    return rows.length > 0;
  }

  async putMembership(
    scope: PlatformScope,
    membership: { tenantId: string; userId: string; roles: readonly Role[]; at: Date },
  ): Promise<void> {
    await scope.manager.query(
      `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at) values ($1, $2, $3, $4, $4)
       on conflict (tenant_id, user_id) do update set roles = $3`,
      [membership.tenantId, membership.userId, membership.roles, membership.at],
    );
  }

  async setGroups(
    scope: PlatformScope,
    tenantId: string,
    userId: string,
    groupIds: readonly string[],
  ): Promise<void> {
    await scope.manager.query('delete from group_members where tenant_id = $1 and user_id = $2', [
      tenantId,
      userId,
    ]);
    await scope.manager.query(
      'insert into group_members (tenant_id, group_id, user_id) select $1, unnest($3::uuid[]), $2',
      [tenantId, userId, [...new Set(groupIds)]],
    );
  }

  async removeMembership(scope: PlatformScope, tenantId: string, userId: string): Promise<void> {
    await scope.manager.query('delete from memberships where tenant_id = $1 and user_id = $2', [
      tenantId,
      userId,
    ]);
  }

  async delete(scope: PlatformScope, id: string): Promise<void> {
    await scope.manager.query('delete from users where id = $1', [id]);
  }

  /** The roles of groups of one tenant; a group that is not there is missing from the answer. */
  async groupRoles(
    scope: PlatformScope,
    tenantId: string,
    groupIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Role[]>> {
    const rows = await scope.manager.query<{ id: string; roles: Role[] }[]>(
      'select id, roles from groups where tenant_id = $1 and id = any($2)',
      [tenantId, groupIds],
    );
    return new Map(rows.map((row) => [row.id, row.roles]));
  }

  /** Whether a person belongs to a household other than this one. */
  async isInHouseholdBut(scope: PlatformScope, userId: string, tenantId: string): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `select 1 from memberships m join tenants t on t.id = m.tenant_id and t.is_household
       where m.user_id = $1 and m.tenant_id <> $2 limit 1`,
      [userId, tenantId],
    );
    return rows.length > 0;
  }

  async tenantExists(scope: PlatformScope, tenantId: string): Promise<boolean> {
    return (
      (await scope.manager.query<unknown[]>('select 1 from tenants where id = $1', [tenantId])).length > 0
    );
  }
}
