import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** Stored what-ifs of a quarter, and how far an operation may come otherwise than expected. */
export class AddScenarios1790000005000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table scenarios (
        tenant_id uuid not null,
        id uuid not null,
        quarter date not null,
        name text not null,
        changes jsonb not null,
        created_at timestamptz not null,
        created_by text not null,
        outcome jsonb,
        promoted_at timestamptz,
        version integer not null default 1,
        primary key (tenant_id, id),
        foreign key (tenant_id, quarter) references quarters on delete cascade
      )`);
    await queries.query('create unique index scenarios_name on scenarios (tenant_id, quarter, lower(name))');
    await tenantTable(queries, 'scenarios');
    await queries.query(
      `alter table operations add column uncertainty jsonb check (uncertainty is null or kind <> 'TRANSFER')`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table operations drop column uncertainty');
    await dropTables(queries, 'scenarios');
  }
}
