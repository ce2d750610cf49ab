import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account may be held for third parties in a year: code 09 of the DSU's panel FC2. */
export class AddThirdPartyAccounts1790000202200 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `alter table tax_year_accounts add column third_party boolean not null default false`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`alter table tax_year_accounts drop column third_party`);
  }
}
