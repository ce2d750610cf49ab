import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which process holds an item, so that others can see whether it lives: it keeps a lock of that name. */
export class AddSignsOfLife1790000011000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table work_items add column holder_process uuid');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table work_items drop column holder_process');
  }
}
