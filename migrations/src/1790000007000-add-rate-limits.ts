import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from './support.js';

/** Counters of the rate limits, shared by all processes. Keys are hashes without personal data. */
export class AddRateLimits1790000007000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table rate_limits (
        key text primary key,
        points integer not null,
        ends_at timestamptz not null
      )`);
    await queries.query(`create index rate_limits_ends_at on rate_limits (ends_at)`);
    await platformTable(queries, 'rate_limits');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'rate_limits');
  }
}
