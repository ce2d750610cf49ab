import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** Interest, withholding, duty and fees of an account's calendar year as typed from the bank's paper. */
export class AddBankFigures1790000192000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table tax_year_bank_figures (
        tenant_id uuid not null references tenants on delete cascade,
        account_id uuid not null,
        year integer not null check (year between 2018 and 2100),
        gross_interest_cents bigint check (gross_interest_cents >= 0),
        withholding_cents bigint check (withholding_cents >= 0),
        stamp_duty_cents bigint check (stamp_duty_cents >= 0),
        fees_cents bigint check (fees_cents >= 0),
        primary key (tenant_id, account_id, year),
        foreign key (tenant_id, account_id) references accounts on delete cascade
      )`);
    await tenantTable(queries, 'tax_year_bank_figures');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'tax_year_bank_figures');
  }
}
