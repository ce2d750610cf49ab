import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A household's setups go with it directly. They went with its quarters alone, and PostgreSQL checks the reference of a
 * setup to an account that the household takes along before it comes to the quarters: a household with a quarter could
 * not be deleted.
 */
export class DeleteSetupsWithHouseholds1790000131000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `alter table setups add constraint setups_tenant_id_fkey
       foreign key (tenant_id) references tenants on delete cascade`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table setups drop constraint setups_tenant_id_fkey');
  }
}
