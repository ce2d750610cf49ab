import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A run without a quarter, too, goes with its household. */
export class AddOwnersOfRuns1790000009000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    // Rows of every household: the policies are of the application's role, and the owner is held to them, too.
    await queries.query('alter table optimizer_runs no force row level security');
    await queries.query(
      'delete from optimizer_runs r where not exists (select 1 from tenants t where t.id = r.tenant_id)',
    );
    await queries.query(`
      alter table optimizer_runs add constraint optimizer_runs_of_tenants
        foreign key (tenant_id) references tenants on delete cascade`);
    await queries.query('alter table optimizer_runs force row level security');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table optimizer_runs drop constraint optimizer_runs_of_tenants');
  }
}
