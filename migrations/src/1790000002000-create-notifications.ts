import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable, tenantTable } from './support.js';

/** Notifications, the one-time logins of the real-time line, and what reminders were already given. */
export class CreateNotifications1790000002000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table notifications (
        tenant_id uuid not null,
        id uuid not null,
        user_id uuid not null,
        kind text not null,
        -- What it is about; of one subject a user has at most one that is not read.
        subject text not null,
        params jsonb not null,
        link text,
        created_at timestamptz not null,
        read_at timestamptz,
        sequence bigint generated always as identity,
        primary key (tenant_id, id),
        foreign key (tenant_id, user_id) references memberships on delete cascade
      )`);
    await queries.query(
      `create index notifications_newest on notifications (tenant_id, user_id, sequence desc)`,
    );
    await queries.query(
      `create unique index notifications_unread on notifications (tenant_id, user_id, subject) where read_at is null`,
    );
    await queries.query(`
      create table notify_logins (
        tenant_id uuid not null references tenants on delete cascade,
        login text not null unique,
        session_id uuid not null,
        secret_hash text not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (tenant_id, login),
        foreign key (tenant_id, session_id) references sessions on delete cascade
      )`);
    await queries.query(`create index notify_logins_session on notify_logins (session_id)`);
    await queries.query(`
      create table reminders (
        tenant_id uuid not null references tenants on delete cascade,
        -- What was reminded of, once: kind, what it concerns, the day it concerns.
        subject text not null,
        given_on date not null,
        primary key (tenant_id, subject)
      )`);
    await queries.query(`
      create table reminder_days (
        tenant_id uuid not null references tenants on delete cascade,
        day date not null,
        primary key (tenant_id, day)
      )`);
    await queries.query(`create index outbox_topic on outbox (topic, available_at)`);
    for (const table of ['notifications', 'notify_logins', 'reminder_days'])
      await sharedTable(queries, table);
    await tenantTable(queries, 'reminders');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop index outbox_topic');
    await dropTables(queries, 'reminder_days', 'reminders', 'notify_logins', 'notifications');
  }
}
