import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformFunction, platformTable } from './support.js';

const COLUMNS = `
  id uuid, tenant_id uuid, tenant text, tenant_state text, user_id uuid, username text, blocked boolean,
  method text, acting_username text, generation integer, refreshed_at timestamptz, expires_at timestamptz,
  revoked_at timestamptz, roles_changed_at timestamptz, roles text[]`;

const stateQuery = (more: string) => `
  select s.id, s.tenant_id, t.code, t.state, s.user_id, u.username, u.blocked, s.method, a.username,
    s.generation, s.refreshed_at, s.expires_at, s.revoked_at, m.roles_changed_at,
    array(
      select unnest(m.roles) union
      select unnest(g.roles) from group_members gm
        join groups g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
        where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id
      order by 1
    )${more}
  from sessions s
  join users u on u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
  left join users a on a.id = s.actor_user_id
  where s.id = session_id`;

/** When a person last proved who it is in a session, how often its token was rotated, and e-mail addresses not confirmed yet. */
export class AddProofAndRotation1790000021000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table sessions
        add column proved_at timestamptz,
        add column rotation integer not null default 0,
        add column rotated_at timestamptz`);
    await this.sessionState(
      queries,
      `${COLUMNS}, proved_at timestamptz, rotation integer, rotated_at timestamptz`,
      ', s.proved_at, s.rotation, s.rotated_at',
    );
    await queries.query(`
      create table email_changes (
        user_id uuid primary key references users on delete cascade,
        email text not null,
        fingerprint text not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    await platformTable(queries, 'email_changes');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'email_changes');
    await this.sessionState(queries, COLUMNS, '');
    await queries.query(
      'alter table sessions drop column rotated_at, drop column rotation, drop column proved_at',
    );
  }

  private async sessionState(queries: QueryRunner, columns: string, more: string): Promise<void> {
    await queries.query('drop function session_state(uuid)');
    await platformFunction(queries, {
      signature: 'session_state(session_id uuid)',
      returns: `table (${columns})`,
      query: stateQuery(more),
    });
  }
}
