import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** What a bank's file would change, kept until a person decides: saving refers to it and does not send it back. */
export class AddImportComparisons1790000060000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table import_comparisons (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        account_id uuid not null,
        quarter date not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        file_name text not null,
        file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
        layout text not null,
        mapping jsonb not null,
        proposals bytea not null,
        applied_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, account_id) references accounts on delete cascade,
        foreign key (tenant_id, quarter) references quarters on delete cascade
      )`);
    await queries.query(
      `create index import_comparisons_newest on import_comparisons (tenant_id, created_at)`,
    );
    await tenantTable(queries, 'import_comparisons');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'import_comparisons');
  }
}
