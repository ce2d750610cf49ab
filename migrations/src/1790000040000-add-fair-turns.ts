import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable } from './support.js';

/** When each household last had its turn in a queue, so that households take turns whatever each of them asks. */
export class AddFairTurns1790000040000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table work_turns (
        tenant_id uuid not null references tenants on delete cascade,
        line text not null,
        taken_at timestamptz not null,
        primary key (tenant_id, line)
      )`);
    await sharedTable(queries, 'work_turns');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'work_turns');
  }
}
