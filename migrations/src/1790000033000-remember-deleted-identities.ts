import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from './support.js';

/**
 * Which identities of the provider belonged to people who were deleted: where unknown identities become users by
 * themselves, these do not. The trigger holds for every way in which a user goes.
 */
export class RememberDeletedIdentities1790000033000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table deleted_identities (
        issuer text not null,
        subject text not null,
        deleted_at timestamptz not null,
        primary key (issuer, subject)
      )`);
    await platformTable(queries, 'deleted_identities');
    await queries.query(`
      create function remember_identity() returns trigger language plpgsql as $$
        begin
          insert into deleted_identities (issuer, subject, deleted_at)
            values (old.sso_issuer, old.sso_subject, clock_timestamp())
            on conflict (issuer, subject) do update set deleted_at = excluded.deleted_at;
          return null;
        end $$`);
    await queries.query(`create trigger remember_identity after delete on users
      for each row when (old.sso_subject is not null) execute function remember_identity()`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop trigger remember_identity on users');
    await queries.query('drop function remember_identity()');
    await dropTables(queries, 'deleted_identities');
  }
}
