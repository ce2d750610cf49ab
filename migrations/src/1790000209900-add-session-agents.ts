import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The `User-Agent` of sessions and sign-ins, by which their device is named; empty of older ones. */
export class AddSessionAgents1790000209900 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`alter table sessions add column agent text not null default ''`);
    await queries.query(`alter table logins add column agent text not null default ''`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table sessions drop column agent');
    await queries.query('alter table logins drop column agent');
  }
}
