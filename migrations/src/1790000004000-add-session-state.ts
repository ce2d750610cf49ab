import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformFunction } from './support.js';

/**
 * What the guard asks before every request, as one call instead of a transaction: the function itself works on the
 * platform's rows for as long as it runs, and answers for one session with an unguessable id.
 */
export class AddSessionState1790000004000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await platformFunction(queries, {
      signature: 'session_state(session_id uuid)',
      returns: `table (
        id uuid, tenant_id uuid, tenant text, tenant_state text, user_id uuid, username text, blocked boolean,
        method text, acting_username text, generation integer, refreshed_at timestamptz, expires_at timestamptz,
        revoked_at timestamptz, roles_changed_at timestamptz, roles text[]
      )`,
      query: `
        select s.id, s.tenant_id, t.code, t.state, s.user_id, u.username, u.blocked, s.method, a.username,
          s.generation, s.refreshed_at, s.expires_at, s.revoked_at, m.roles_changed_at,
          array(
            select unnest(m.roles) union
            select unnest(g.roles) from group_members gm
              join groups g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
              where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id
            order by 1
          )
        from sessions s
        join users u on u.id = s.user_id
        join tenants t on t.id = s.tenant_id
        join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
        left join users a on a.id = s.actor_user_id
        where s.id = session_id`,
    });
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop function session_state(uuid)');
  }
}
