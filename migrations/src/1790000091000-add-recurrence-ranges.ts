import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The range in which a recurring amount usually lies; absent for a constant one. */
export class AddRecurrenceRanges1790000091000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table recurrences
        add column low_cents bigint check (low_cents between 1 and amount_cents),
        add column high_cents bigint check (high_cents between amount_cents and 1000000000000)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table recurrences drop column low_cents, drop column high_cents');
  }
}
