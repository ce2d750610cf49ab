import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An e-mail address is unique among the members of a tenant and no longer on the whole instance: a refusal told a
 * household which addresses other households use. The lock makes two writers of one address wait for each other.
 */
export class ShareEmails1790000031000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('drop index users_email');
    await queries.query('create index users_email on users (lower(email))');
    await queries.query(`
      create function refuse_shared_email() returns trigger language plpgsql as $$
        declare
          person uuid := case tg_table_name when 'users' then (to_jsonb(new) ->> 'id')::uuid
            else (to_jsonb(new) ->> 'user_id')::uuid end;
          address text := (select lower(u.email) from users u where u.id = person);
        begin
          perform pg_advisory_xact_lock(hashtextextended(address, 0));
          if exists (
            select 1 from users other
              join memberships theirs on theirs.user_id = other.id
              join memberships own on own.tenant_id = theirs.tenant_id and own.user_id = person
            where lower(other.email) = address and other.id <> person
          ) then
            raise exception 'another member has this e-mail address'
              using errcode = 'unique_violation', constraint = 'users_email';
          end if;
          return null;
        end $$`);
    await queries.query(`create trigger shared_email after update of email on users
      for each row when (lower(old.email) is distinct from lower(new.email)) execute function refuse_shared_email()`);
    await queries.query(`create trigger shared_email after insert on memberships
      for each row execute function refuse_shared_email()`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop trigger shared_email on memberships');
    await queries.query('drop trigger shared_email on users');
    await queries.query('drop function refuse_shared_email()');
    await queries.query('drop index users_email');
    await queries.query('create unique index users_email on users (lower(email))');
  }
}
