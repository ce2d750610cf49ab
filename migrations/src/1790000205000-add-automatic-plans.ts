import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans made in the background after saves, and the household's setting that turns them off. */
export class AddAutomaticPlans1790000205000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table optimizer_runs add column automatic boolean not null default false');
    await queries.query('alter table settings add column automatic_plans boolean not null default true');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table optimizer_runs drop column automatic');
    await queries.query('alter table settings drop column automatic_plans');
  }
}
