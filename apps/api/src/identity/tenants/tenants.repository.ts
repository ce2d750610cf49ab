import { Injectable } from '@nestjs/common';
import { contains } from '../../platform/database/like.js';
import type { PlatformScope, TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';

export interface TenantRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly state: 'ACTIVE' | 'SUSPENDED';
  readonly createdAt: Date;
  readonly exportedAt: Date | null;
  readonly users: number;
  readonly version: number;
}

const TENANT = `select t.id, t.code, t.name, t.state, t.created_at as "createdAt", t.exported_at as "exportedAt",
    (select count(*) from memberships m where m.tenant_id = t.id) as users, t.version from tenants t`;

/** Excluded from the export, as secret or of no use elsewhere: sessions, keys, queues. */
const NOT_EXPORTED =
  /^(sessions|logins|security_events|idempotency_keys|jobs|mails|api_keys|.*_logins|.*_secrets|.*_sessions)$/;
const SECRET_COLUMN = /hash$|fingerprint|secret|password|sealed/;

@Injectable()
export class TenantsRepository {
  async page(
    scope: PlatformScope,
    search: string | undefined,
    { page, size }: { page: number; size: number },
  ) {
    const where = 'where ($1::text is null or t.code ilike $1 or t.name ilike $1)';
    const [count] = await scope.manager.query<{ total: number }[]>(
      `select count(*) as total from tenants t ${where}`,
      [contains(search)],
    );
    const items = await scope.manager.query<TenantRow[]>(
      `${TENANT} ${where} order by lower(t.name), t.code limit $2 offset $3`,
      [contains(search), size, page * size],
    );
    return { items, total: count?.total ?? 0 };
  }

  async find(scope: PlatformScope, id: string): Promise<TenantRow | undefined> {
    const rows = await scope.manager.query<TenantRow[]>(`${TENANT} where t.id = $1 for update`, [id]);
    return rows[0];
  }

  async insert(
    scope: PlatformScope,
    tenant: { id: string; code: string; name: string; at: Date },
  ): Promise<void> {
    await unique(
      { tenants_code_key: 'code' },
      scope.manager.query('insert into tenants (id, code, name, created_at) values ($1, $2, $3, $4)', [
        tenant.id,
        tenant.code,
        tenant.name,
        tenant.at,
      ]),
    );
  }

  /** @returns false when the version is stale. */
  async update(
    scope: PlatformScope,
    tenant: { id: string; version: number; name: string; state: TenantRow['state'] },
  ): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      `with saved as (
         update tenants set name = $3, state = $4, version = version + 1 where id = $1 and version = $2 returning id
       ) select id from saved`,
      [tenant.id, tenant.version, tenant.name, tenant.state],
    );
    return rows.length > 0;
  }

  async markExported(scope: PlatformScope, id: string, at: Date): Promise<void> {
    await scope.manager.query('update tenants set exported_at = $2 where id = $1', [id, at]);
  }

  /** With everything in it, and with the people who belong to no other. */
  async delete(scope: PlatformScope, id: string): Promise<void> {
    const people = await scope.manager.query<{ id: string }[]>(
      `select m.user_id as id from memberships m where m.tenant_id = $1 and not exists (
         select 1 from memberships o where o.user_id = m.user_id and o.tenant_id <> m.tenant_id)`,
      [id],
    );
    await scope.manager.query('delete from tenants where id = $1', [id]);
    await scope.manager.query('delete from users where id = any($1)', [people.map((person) => person.id)]);
  }

  /** The people of a tenant, without anything secret. */
  people(scope: PlatformScope, tenantId: string): Promise<unknown[]> {
    return scope.manager.query<unknown[]>(
      `select u.id, u.username, u.name, u.email, u.phone, u.language, u.created_at
       from users u join memberships m on m.user_id = u.id where m.tenant_id = $1 order by u.username`,
      [tenantId],
    );
  }

  /** Every row of a tenant, table by table, as its own transaction sees them; new tables are in it by themselves. */
  async rows(scope: TenantScope): Promise<Record<string, unknown[]>> {
    const columns = await scope.manager.query<{ table: string; column: string }[]>(
      `select c.table_name as table, c.column_name as column
       from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and exists (
         select 1 from information_schema.columns k where k.table_schema = c.table_schema
           and k.table_name = c.table_name and k.column_name = 'tenant_id')
       order by c.table_name, c.ordinal_position`,
    );
    const tables = [...new Set(columns.map((row) => row.table))].filter((table) => !NOT_EXPORTED.test(table));
    const out: Record<string, unknown[]> = {};
    for (const table of tables) {
      const shown = columns.filter((row) => row.table === table && !SECRET_COLUMN.test(row.column));
      const list = shown.map((row) => `"${row.column}"`).join(', ');
      const rows = await scope.manager.query<{ row: unknown }[]>(
        `select to_jsonb(x) as row from (select ${list} from "${table}" where tenant_id = $1) x`,
        [scope.tenantId],
      );
      out[table] = rows.map(({ row }) => row);
    }
    return out;
  }
}
