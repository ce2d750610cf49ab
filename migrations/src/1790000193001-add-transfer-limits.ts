import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much may leave an account for other banks, in one transfer and on a day. Without limits plans stay as they were. */
export class AddTransferLimits1790000193001 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table accounts
        add column single_limit_cents bigint check (single_limit_cents > 0),
        add column daily_limit_cents bigint check (daily_limit_cents > 0)
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table accounts drop column single_limit_cents, drop column daily_limit_cents');
  }
}
