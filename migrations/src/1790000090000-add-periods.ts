import type { MigrationInterface, QueryRunner } from 'typeorm';

const PERIODS = "'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY'";

/**
 * When a bank draws up an account's statement and credits its interest, what the running periods bring along into a
 * quarter, and how far a household plans. An account without periods has quarterly ones, and keeps its past figures.
 */
export class AddPeriods1790000090000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table accounts
        add column statement_period text check (statement_period in (${PERIODS})),
        add column interest_credit text check (interest_credit in (${PERIODS}, 'MATURITY')),
        add column withholding_pct numeric(5, 2) check (withholding_pct between 0 and 100)
    `);
    await queries.query('alter table setups add column carried jsonb');
    await queries.query(
      'alter table settings add column horizon_quarters integer not null default 4 check (horizon_quarters between 1 and 8)',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table settings drop column horizon_quarters');
    await queries.query('alter table setups drop column carried');
    await queries.query(`
      alter table accounts drop column statement_period, drop column interest_credit, drop column withholding_pct
    `);
  }
}
