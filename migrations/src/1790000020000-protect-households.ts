import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable } from './support.js';

const FINANCE_ROLES = `array['FBDO_FIBADO', 'FBDO_READ']`;

/**
 * Households are tenants in which a user was granted a finance role. From then on their memberships are theirs:
 * outsiders ask for one, or enter for a limited time with a reason.
 */
export class ProtectHouseholds1790000020000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table tenants add column is_household boolean not null default false');
    // The owner is held to the policies, too.
    await queries.query(`set local app.platform = 'on'`);
    await queries.query(`
      update tenants t set is_household = true where exists (
        select 1 from memberships m where m.tenant_id = t.id and m.roles && ${FINANCE_ROLES}
        union all select 1 from groups g where g.tenant_id = t.id and g.roles && ${FINANCE_ROLES})`);
    // In the database, so that no way of giving a role is forgotten. Once a household, always one.
    await queries.query(`
      create function mark_household() returns trigger language plpgsql as $$
        declare
          sight_before text := coalesce(current_setting('app.platform', true), '');
        begin
          if new.roles && ${FINANCE_ROLES} then
            perform set_config('app.platform', 'on', true);
            update tenants set is_household = true where id = new.tenant_id and not is_household;
            perform set_config('app.platform', sight_before, true);
          end if;
          return null;
        end
      $$`);
    for (const table of ['memberships', 'groups'])
      await queries.query(
        `create trigger mark_household after insert or update of roles on ${table}
         for each row execute function mark_household()`,
      );
    await queries.query(`
      create table membership_requests (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        user_id uuid not null references users on delete cascade,
        roles text[] not null,
        group_ids uuid[] not null,
        asked_by uuid not null references users on delete cascade,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (tenant_id, id),
        constraint membership_requests_person unique (tenant_id, user_id)
      )`);
    await queries.query(`
      create table household_entries (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        user_id uuid not null references users on delete cascade,
        reason text not null,
        entered_at timestamptz not null,
        expires_at timestamptz not null,
        primary key (tenant_id, id)
      )`);
    await queries.query(
      `create index household_entries_user on household_entries (user_id, tenant_id, expires_at)`,
    );
    for (const table of ['membership_requests', 'household_entries']) await sharedTable(queries, table);
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'household_entries', 'membership_requests');
    for (const table of ['memberships', 'groups'])
      await queries.query(`drop trigger mark_household on ${table}`);
    await queries.query('drop function mark_household()');
    await queries.query('alter table tenants drop column is_household');
  }
}
