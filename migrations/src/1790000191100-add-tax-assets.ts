import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** Securities of a person on 31 December, and what a person bought in a year: panel FC2 asks for both. */
export class AddTaxAssets1790000191100 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table tax_year_assets (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        year integer not null check (year between 2018 and 2100),
        position integer not null,
        person_id uuid not null,
        type text not null check (type in ('02', '06', '07')),
        operator text not null,
        description text not null,
        value_cents bigint not null check (value_cents between 0 and 1000000000000),
        state_backed boolean not null,
        primary key (tenant_id, id),
        foreign key (tenant_id, person_id) references persons
      )`);
    await queries.query(`create index tax_year_assets_year on tax_year_assets (tenant_id, year)`);
    await queries.query(`create index tax_year_assets_person on tax_year_assets (tenant_id, person_id)`);
    await queries.query(`
      create table tax_year_purchases (
        tenant_id uuid not null references tenants on delete cascade,
        year integer not null check (year between 2018 and 2100),
        person_id uuid not null,
        amount_cents bigint not null check (amount_cents between 0 and 1000000000000),
        primary key (tenant_id, year, person_id),
        foreign key (tenant_id, person_id) references persons
      )`);
    await tenantTable(queries, 'tax_year_assets');
    await tenantTable(queries, 'tax_year_purchases');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'tax_year_purchases', 'tax_year_assets');
  }
}
