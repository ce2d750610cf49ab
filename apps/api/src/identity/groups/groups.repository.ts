import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { contains } from '../../platform/database/like.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';

export interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
}

export interface GroupRow {
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly name: string;
  readonly description: string | null;
  readonly roles: readonly Role[];
  readonly members: readonly MemberRow[];
  readonly version: number;
}

export type GroupChoice = Pick<GroupRow, 'id' | 'name' | 'roles'>;

interface Filter {
  readonly search?: string | undefined;
  readonly tenantId: string | null;
}
interface Page {
  readonly page: number;
  readonly size: number;
}

const GROUP = `select g.id, g.tenant_id as "tenantId", t.code as tenant, g.name, g.description, g.roles, g.version,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name)
        order by lower(u.name), u.username)
      from group_members gm join users u on u.id = gm.user_id
      where gm.tenant_id = g.tenant_id and gm.group_id = g.id), '[]') as members
  from groups g join tenants t on t.id = g.tenant_id`;

const MAX_CHOICES = 1000;

const TAKEN = { groups_tenant_id_name_key: 'name' };

@Injectable()
export class GroupsRepository {
  async page(scope: PlatformScope, filter: Filter, { page, size }: Page) {
    const where = `where ($1::text is null or g.name ilike $1 or g.description ilike $1)
      and ($2::uuid is null or g.tenant_id = $2)`;
    const values = [contains(filter.search), filter.tenantId];
    const [count] = await scope.manager.query<{ total: number }[]>(
      `select count(*) as total from groups g ${where}`,
      values,
    );
    const items = await scope.manager.query<GroupRow[]>(
      `${GROUP} ${where} order by t.code, lower(g.name) limit $3 offset $4`,
      [...values, size, page * size],
    );
    return { items, total: count?.total ?? 0 };
  }

  choices(scope: PlatformScope, tenantId: string | null): Promise<GroupChoice[]> {
    return scope.manager.query<GroupChoice[]>(
      `select id, name, roles from groups where $1::uuid is null or tenant_id = $1 order by lower(name), id
       limit ${MAX_CHOICES}`,
      [tenantId],
    );
  }

  async candidates(scope: PlatformScope, filter: Filter, { page, size }: Page) {
    const where = `where exists (select 1 from memberships m where m.user_id = u.id
        and ($2::uuid is null or m.tenant_id = $2))
      and ($1::text is null or u.username ilike $1 or u.name ilike $1)`;
    const values = [contains(filter.search), filter.tenantId];
    const [count] = await scope.manager.query<{ total: number }[]>(
      `select count(*) as total from users u ${where}`,
      values,
    );
    const items = await scope.manager.query<MemberRow[]>(
      `select u.id, u.username, u.name from users u ${where} order by lower(u.name), u.username limit $3 offset $4`,
      [...values, size, page * size],
    );
    return { items, total: count?.total ?? 0 };
  }

  /** @param tenantId the caller's tenant, or `null` for callers who see all tenants. */
  async find(scope: PlatformScope, id: string, tenantId: string | null): Promise<GroupRow | undefined> {
    const rows = await scope.manager.query<GroupRow[]>(
      `${GROUP} where g.id = $1 and ($2::uuid is null or g.tenant_id = $2) for update of g`,
      [id, tenantId],
    );
    return rows[0];
  }

  async insert(
    scope: PlatformScope,
    group: { id: string; tenantId: string; name: string; description: string | null; roles: readonly Role[] },
  ): Promise<void> {
    await unique(
      TAKEN,
      scope.manager.query(
        'insert into groups (tenant_id, id, name, description, roles) values ($1, $2, $3, $4, $5)',
        [group.tenantId, group.id, group.name, group.description, group.roles],
      ),
    );
  }

  /** @returns false when the version is stale. */
  async update(
    scope: PlatformScope,
    group: { id: string; name: string; description: string | null; roles: readonly Role[]; version: number },
  ): Promise<boolean> {
    const rows = await unique(
      TAKEN,
      scope.manager.query<unknown[]>(
        `with saved as (
           update groups set name = $3, description = $4, roles = $5, version = version + 1
           where id = $1 and version = $2 returning id
         ) select id from saved`,
        [group.id, group.version, group.name, group.description, group.roles],
      ),
    );
    return rows.length > 0;
  }

  async setMembers(scope: PlatformScope, tenantId: string, id: string, memberIds: readonly string[]) {
    await scope.manager.query('delete from group_members where tenant_id = $1 and group_id = $2', [
      tenantId,
      id,
    ]);
    await scope.manager.query(
      'insert into group_members (tenant_id, group_id, user_id) select $1, $2, unnest($3::uuid[])',
      [tenantId, id, memberIds],
    );
  }

  /** How many of some people belong to a tenant. */
  async membersIn(scope: PlatformScope, tenantId: string, userIds: readonly string[]): Promise<number> {
    const [row] = await scope.manager.query<{ count: number }[]>(
      'select count(*) as count from memberships where tenant_id = $1 and user_id = any($2)',
      [tenantId, userIds],
    );
    return row?.count ?? 0;
  }

  async delete(scope: PlatformScope, tenantId: string, id: string): Promise<void> {
    await scope.manager.query('delete from groups where tenant_id = $1 and id = $2', [tenantId, id]);
  }

  async tenantExists(scope: PlatformScope, tenantId: string): Promise<boolean> {
    return (
      (await scope.manager.query<unknown[]>('select 1 from tenants where id = $1', [tenantId])).length > 0
    );
  }
}
