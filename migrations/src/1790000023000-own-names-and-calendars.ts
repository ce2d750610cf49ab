import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No user name is another person's e-mail address, and a calendar's private address belongs to a member. */
export class OwnNamesAndCalendars1790000023000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    // Two people at once take turns, or each could take what the other is about to have.
    await queries.query(`
      create function keep_names_apart() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(4602001);
          if exists (select 1 from users u where u.id <> new.id and lower(u.email) = new.username) then
            raise exception 'user name is the e-mail address of another user'
              using errcode = 'unique_violation', constraint = 'users_username_key';
          end if;
          if exists (select 1 from users u where u.id <> new.id and u.username = lower(new.email)) then
            raise exception 'e-mail address is the user name of another user'
              using errcode = 'unique_violation', constraint = 'users_email';
          end if;
          return new;
        end
      $$`);
    await queries.query(
      `create trigger keep_names_apart before insert or update of username, email on users
       for each row execute function keep_names_apart()`,
    );
    // The owner is held to the policies, too.
    await queries.query(`set local app.platform = 'on'`);
    await queries.query('alter table calendar_feeds add column user_id uuid');
    await queries.query(`
      update calendar_feeds f set user_id = (
        select m.user_id from audit a join memberships m on m.tenant_id = a.tenant_id and m.user_id = a.actor_user_id
        where a.tenant_id = f.tenant_id and a.action = 'exports.renewCalendarFeed' order by a.id desc limit 1)`);
    // An address whose maker is gone answers no more.
    await queries.query('delete from calendar_feeds where user_id is null');
    await queries.query(`
      alter table calendar_feeds
        drop constraint calendar_feeds_pkey,
        add primary key (tenant_id, user_id),
        add constraint calendar_feeds_member
          foreign key (tenant_id, user_id) references memberships on delete cascade`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`set local app.platform = 'on'`);
    await queries.query(`
      delete from calendar_feeds f using calendar_feeds later
      where later.tenant_id = f.tenant_id and (later.created_at, later.user_id) > (f.created_at, f.user_id)`);
    await queries.query(`
      alter table calendar_feeds
        drop constraint calendar_feeds_member,
        drop constraint calendar_feeds_pkey,
        drop column user_id,
        add primary key (tenant_id)`);
    await queries.query('drop trigger keep_names_apart on users');
    await queries.query('drop function keep_names_apart()');
  }
}
