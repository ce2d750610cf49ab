import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows alone hand work out: when a broker was last told of one is not kept any more, nor what waits for a broker. */
export class DropSentWork1790000041000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table work_items drop column sent_at');
    await queries.query(`delete from outbox where topic = 'work'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(
      'alter table work_items add column sent_at timestamptz not null default clock_timestamp()',
    );
  }
}
