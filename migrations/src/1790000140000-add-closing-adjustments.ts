import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The movements a closing wrote, which reopening the quarter takes back; null where none are known. */
export class AddClosingAdjustments1790000140000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table quarters add column adjustment_ids uuid[]');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table quarters drop column adjustment_ids');
  }
}
