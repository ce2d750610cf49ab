import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable } from './support.js';

/**
 * Where browsers are told of a user's notifications. A device belongs to the session it was added in: it goes as soon
 * as that one is revoked, by whatever statement, and is forgotten with it thirty days after it ran out.
 */
export class AddPushDevices1790000220000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table push_devices (
        tenant_id uuid not null,
        id uuid not null,
        user_id uuid not null,
        session_id uuid not null,
        endpoint text not null,
        p256dh text not null,
        auth text not null,
        created_at timestamptz not null,
        confirmed_at timestamptz not null,
        delivered_at timestamptz,
        primary key (tenant_id, id),
        -- A browser tells one person of one household.
        constraint push_devices_endpoint unique (endpoint),
        foreign key (tenant_id, user_id) references memberships on delete cascade,
        foreign key (tenant_id, session_id) references sessions on delete cascade
      )`);
    await queries.query('create index push_devices_user on push_devices (tenant_id, user_id)');
    await queries.query('create index push_devices_session on push_devices (session_id)');
    await sharedTable(queries, 'push_devices');
    await queries.query(`
      create function end_push_devices() returns trigger language plpgsql as $$
        begin
          delete from push_devices where session_id = new.id;
          return null;
        end
      $$`);
    await queries.query(
      `create trigger end_push_devices after update of revoked_at on sessions
       for each row when (old.revoked_at is null and new.revoked_at is not null)
       execute function end_push_devices()`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop trigger end_push_devices on sessions');
    await queries.query('drop function end_push_devices()');
    await queries.query(`delete from jobs where queue = 'PUSH'`);
    await dropTables(queries, 'push_devices');
  }
}
