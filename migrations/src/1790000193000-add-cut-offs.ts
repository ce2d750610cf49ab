import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when an account's ordinary transfers leave on the day they are ordered. Without it they always do, as before. */
export class AddCutOffs1790000193000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `alter table accounts add column cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table accounts drop column cut_off');
  }
}
