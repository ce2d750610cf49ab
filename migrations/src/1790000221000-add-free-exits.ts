import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From which month on breaking a lot costs nothing; null: it always costs. */
export class AddFreeExits1790000221000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table term_offers
        add column exit_free_after_months smallint
          check (exit_free_after_months between 1 and 240),
        add constraint term_offers_free_exit_check
          check (exit_free_after_months is null or exit_kind <> 'NONE')`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table term_offers drop column exit_free_after_months');
  }
}
