import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** The rules of recurring movements, and which rule an operation comes from. */
export class AddRecurrences1790000050000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table recurrences (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        kind text not null check (kind in ('INCOME', 'EXPENSE', 'TRANSFER')),
        account_id uuid not null,
        to_account_id uuid,
        amount_cents bigint not null check (amount_cents between 1 and 1000000000000),
        description text not null,
        category text,
        rule text not null,
        on_non_business_day text not null check (on_non_business_day in ('SAME', 'BEFORE', 'AFTER')),
        starts_on date not null,
        ends_on date,
        origin text not null check (origin in ('MANUAL', 'LEARNT')),
        version integer not null default 1,
        primary key (tenant_id, id),
        foreign key (tenant_id, account_id) references accounts on delete cascade,
        foreign key (tenant_id, to_account_id) references accounts on delete cascade,
        check ((kind = 'TRANSFER') = (to_account_id is not null)),
        check (to_account_id <> account_id),
        check (ends_on >= starts_on)
      )`);
    await queries.query('create index recurrences_account on recurrences (tenant_id, account_id)');
    await queries.query('create index recurrences_to_account on recurrences (tenant_id, to_account_id)');
    await tenantTable(queries, 'recurrences');
    await queries.query('alter table operations add column recurrence_id uuid');
    await queries.query(`
      alter table operations add foreign key (tenant_id, recurrence_id)
        references recurrences on delete set null (recurrence_id)`);
    await queries.query('create index operations_recurrence on operations (tenant_id, recurrence_id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table operations drop column recurrence_id');
    await dropTables(queries, 'recurrences');
  }
}
