import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a closing balance is the bank's. The next quarter opens with it as it stands; a computed one lacks what the
 * periods that end with the quarter book. Those of quarters closed before count as the bank's, as they were used.
 */
export class AddReportedClosings1790000100000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table closings add column closing_reported boolean not null default true');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table closings drop column closing_reported');
  }
}
