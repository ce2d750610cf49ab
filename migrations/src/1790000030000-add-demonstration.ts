import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appRole } from './support.js';

/**
 * Marks the account whose password is published. Its sessions are narrowed wherever a session's state is read, so the
 * mark is a function beside `session_state`, under the same platform scope.
 */
export class AddDemonstration1790000030000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table users add column demonstration boolean not null default false');
    await queries.query(`
      create function is_demonstration(user_id uuid) returns boolean
        language sql stable set app.platform = 'on'
        as $$ select u.demonstration from users u where u.id = user_id $$`);
    await queries.query('revoke execute on function is_demonstration(uuid) from public');
    await queries.query(`grant execute on function is_demonstration(uuid) to ${await appRole(queries)}`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop function is_demonstration(uuid)');
    await queries.query('alter table users drop column demonstration');
  }
}
