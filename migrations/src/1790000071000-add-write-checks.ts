import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from './support.js';

/** At most one row, written by readiness to see whether the database takes writes. */
export class AddWriteChecks1790000071000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table write_checks (
        the_only boolean primary key default true check (the_only),
        at timestamptz not null default now()
      )`);
    await platformTable(queries, 'write_checks');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'write_checks');
  }
}
