import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plan a household took up last, kept with its quarter: runs go when they are old, and not every plan is a run. */
export class AddAcceptedPlans1790000010000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table quarters add column accepted_plan jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table quarters drop column accepted_plan');
  }
}
