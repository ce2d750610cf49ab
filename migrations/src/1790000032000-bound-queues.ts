import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The broker's queues a login of the real-time line has declared, so that one login cannot fill the broker. */
export class BoundQueues1790000032000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`alter table notify_logins add column queues text[] not null default '{}'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table notify_logins drop column queues');
  }
}
