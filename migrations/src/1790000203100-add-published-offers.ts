import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from './support.js';

/** Offers of term deposits published at the address the administrator names, as they were fetched last. */
export class AddPublishedOffers1790000203100 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table published_offers (
        url text primary key,
        document jsonb,
        fetched_at timestamptz,
        tried_at timestamptz not null
      )`);
    await platformTable(queries, 'published_offers');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'published_offers');
  }
}
