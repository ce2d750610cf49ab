import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformFunction } from './support.js';

/**
 * Marks the account whose password is published. Its sessions are narrowed wherever a session's state is read, so the
 * mark is a function beside `session_state`, under the same platform scope.
 */
export class AddDemonstration1790000030000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table users add column demonstration boolean not null default false');
    await platformFunction(queries, {
      signature: 'is_demonstration(user_id uuid)',
      returns: 'boolean',
      query: 'select u.demonstration from users u where u.id = user_id',
    });
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop function is_demonstration(uuid)');
    await queries.query('alter table users drop column demonstration');
  }
}
