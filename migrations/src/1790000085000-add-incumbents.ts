import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The best plan a run has found so far, which may be adopted while the run still proves and prices. */
export class AddIncumbents1790000085000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table optimizer_runs add column incumbent jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table optimizer_runs drop column incumbent');
  }
}
