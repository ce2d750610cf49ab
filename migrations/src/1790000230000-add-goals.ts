import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** What households want to have freely available by a day; without accounts: on any that is for payments. */
export class AddGoals1790000230000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table goals (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        date date not null,
        amount_cents bigint not null check (amount_cents between 1 and 1000000000000),
        account_ids uuid[] check (cardinality(account_ids) between 1 and 100),
        version integer not null default 1,
        primary key (tenant_id, id)
      )`);
    await tenantTable(queries, 'goals');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'goals');
  }
}
