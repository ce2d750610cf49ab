import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformFunction, sharedTable } from './support.js';

/**
 * One table of jobs for what three tables queued with rules of their own: runs of the optimizer, events and messages of
 * the outbox, and mails, whose texts stay in a table of their own.
 */
export class UniteQueues1790000120000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    // The owner is held to the policies of these tables, too.
    await queries.query(`select set_config('app.platform', 'on', true)`);
    await this.createJobs(queries);
    await queries.query(`
      insert into jobs (id, tenant_id, queue, priority, created_at, attempts)
      select id, tenant_id, case line when 'MAIN' then 'PLANS' else 'QUESTIONS' end, priority, added_at, deliveries
      from work_items`);
    await queries.query(`
      insert into jobs (id, tenant_id, queue, topic, payload, available_at, attempts, last_error)
      select id, tenant_id, case topic when 'web-notify' then 'MESSAGES' else 'EVENTS' end,
        nullif(topic, 'web-notify'), payload, available_at, attempts, last_error
      from outbox`);
    await queries.query(`
      insert into jobs (id, tenant_id, queue, available_at, attempts, last_error, dead_at)
      select id, tenant_id, 'MAILS', available_at, attempts, last_error,
        case state when 'FAILED' then clock_timestamp() end
      from mails where state <> 'SENT'`);
    await queries.query('drop function work_waiting(text)');
    await dropTables(queries, 'work_items', 'outbox');
    await queries.query(
      'alter table mails drop column state, drop column available_at, drop column last_error',
    );
    await queries.query('alter table work_turns rename to job_turns');
    await queries.query('alter table job_turns rename column line to queue');
    await queries.query(
      `update job_turns set queue = case queue when 'MAIN' then 'PLANS' else 'QUESTIONS' end`,
    );
    // A household may know how long a queue is, and nothing else of it.
    await platformFunction(queries, {
      signature: 'jobs_waiting(of_queue text)',
      returns: 'integer',
      query:
        'select count(*)::integer from jobs where holder is null and dead_at is null and queue = of_queue',
    });
  }

  /** Times are the database's own. */
  private async createJobs(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table jobs (
        id uuid primary key,
        -- Absent: the instance's own.
        tenant_id uuid references tenants on delete cascade,
        queue text not null,
        topic text,
        payload jsonb,
        priority smallint not null default 5,
        created_at timestamptz not null default clock_timestamp(),
        available_at timestamptz not null default clock_timestamp(),
        attempts integer not null default 0,
        -- The lease, the process that has it and its last heartbeat.
        holder uuid,
        holder_process uuid,
        held_at timestamptz,
        last_error text,
        dead_at timestamptz
      )`);
    await queries.query('create index jobs_due on jobs (queue, available_at, id) where dead_at is null');
    await queries.query('create index jobs_dead on jobs (dead_at desc, id) where dead_at is not null');
    await queries.query('create index jobs_tenant on jobs (tenant_id)');
    await queries.query('create index jobs_holder on jobs (holder) where holder is not null');
    await sharedTable(queries, 'jobs');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`select set_config('app.platform', 'on', true)`);
    await queries.query('drop function jobs_waiting(text)');
    await queries.query('alter table job_turns rename column queue to line');
    await queries.query('alter table job_turns rename to work_turns');
    await queries.query(`delete from work_turns where line not in ('PLANS', 'QUESTIONS')`);
    await queries.query(`update work_turns set line = case line when 'PLANS' then 'MAIN' else 'SIDE' end`);
    await this.restoreMails(queries);
    await this.restoreOutbox(queries);
    await this.restoreWorkItems(queries);
    await dropTables(queries, 'jobs');
  }

  private async restoreMails(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table mails
        add column state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
        add column available_at timestamptz not null default clock_timestamp(),
        add column last_error text`);
    await queries.query('alter table mails alter column available_at drop default');
    await queries.query(`create index mails_due on mails (available_at) where state = 'WAITING'`);
    await queries.query(`update mails set state = 'SENT' where sent_at is not null`);
    await queries.query(`
      update mails m set available_at = j.available_at, attempts = j.attempts, last_error = j.last_error,
        state = case when j.dead_at is null then 'WAITING' else 'FAILED' end
      from jobs j where j.id = m.id`);
  }

  private async restoreOutbox(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table outbox (
        id uuid primary key,
        tenant_id uuid not null references tenants on delete cascade,
        topic text not null,
        payload jsonb not null,
        created_at timestamptz not null,
        available_at timestamptz not null,
        attempts integer not null default 0,
        last_error text
      )`);
    await queries.query('create index outbox_due on outbox (available_at)');
    await queries.query('create index outbox_topic on outbox (topic, available_at)');
    await sharedTable(queries, 'outbox');
    await queries.query(`
      insert into outbox (id, tenant_id, topic, payload, created_at, available_at, attempts, last_error)
      select id, tenant_id, coalesce(topic, 'web-notify'), payload, created_at, available_at, attempts, last_error
      from jobs where queue in ('EVENTS', 'MESSAGES') and dead_at is null`);
  }

  private async restoreWorkItems(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table work_items (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        priority smallint not null,
        added_at timestamptz not null default clock_timestamp(),
        deliveries integer not null default 0,
        holder uuid,
        held_at timestamptz,
        holder_process uuid,
        line text not null default 'MAIN' check (line in ('MAIN', 'SIDE')),
        primary key (tenant_id, id)
      )`);
    await queries.query('create index work_items_in_turn on work_items (line, priority desc, added_at, id)');
    await sharedTable(queries, 'work_items');
    await queries.query(`
      insert into work_items (tenant_id, id, line, priority, added_at, deliveries)
      select tenant_id, id, case queue when 'PLANS' then 'MAIN' else 'SIDE' end, priority, created_at, attempts
      from jobs where queue in ('PLANS', 'QUESTIONS') and dead_at is null`);
    await platformFunction(queries, {
      signature: 'work_waiting(of_line text)',
      returns: 'integer',
      query: 'select count(*)::integer from work_items where holder is null and line = of_line',
    });
  }
}
