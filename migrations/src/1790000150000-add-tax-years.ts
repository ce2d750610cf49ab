import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** Who a household is for the ISEE, and its accounts' daily balances of calendar years. */
export class AddTaxYears1790000150000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table tax_persons (
        tenant_id uuid not null references tenants on delete cascade,
        name text not null,
        role text not null check (role in ('DECLARANT', 'SPOUSE', 'CHILD', 'OTHER')),
        born_on date,
        primary key (tenant_id, name)
      )`);
    await queries.query(`
      create unique index tax_persons_declarant on tax_persons (tenant_id) where role = 'DECLARANT'`);
    await queries.query(`
      create table tax_year_accounts (
        tenant_id uuid not null references tenants on delete cascade,
        account_id uuid not null,
        year integer not null check (year between 2018 and 2100),
        value_cents jsonb check (jsonb_array_length(value_cents) between 365 and 366),
        closing_cents bigint,
        typed_closing_cents bigint,
        typed_average_cents bigint,
        primary key (tenant_id, account_id, year),
        foreign key (tenant_id, account_id) references accounts on delete cascade
      )`);
    await tenantTable(queries, 'tax_persons');
    await tenantTable(queries, 'tax_year_accounts');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'tax_year_accounts', 'tax_persons');
  }
}
