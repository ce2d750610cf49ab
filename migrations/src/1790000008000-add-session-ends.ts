import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What can end sessions, by table: the event of a trigger. */
const ENDS = {
  sessions: 'update of revoked_at or delete',
  users: 'update of blocked or delete',
  tenants: 'update of state or delete',
  memberships: 'delete',
};

/** Tells all processes, at the commit, that sessions may have ended: open sockets are checked again. */
export class AddSessionEnds1790000008000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create function tell_session_ends() returns trigger language plpgsql as $$
        begin
          perform pg_notify('fibado_session_ends', '');
          return null;
        end
      $$`);
    for (const [table, event] of Object.entries(ENDS))
      await queries.query(
        `create trigger tell_session_ends after ${event} on ${table}
         for each statement execute function tell_session_ends()`,
      );
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const table of Object.keys(ENDS)) await queries.query(`drop trigger tell_session_ends on ${table}`);
    await queries.query('drop function tell_session_ends()');
  }
}
