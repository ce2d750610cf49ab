import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformFunction, sharedTable } from './support.js';

/**
 * Runs of the optimizer as stored jobs: what was asked is kept before it is solved, and what waits or is held by a
 * solver stands in a queue of its own, which names runs and says nothing of what is in them.
 */
export class AddRuns1790000006000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table optimizer_runs
        alter column quarter drop not null,
        alter column result drop not null,
        add column kind text not null default 'PLAN' check (kind in ('PLAN', 'REPEAT', 'TRIAL')),
        add column state text not null default 'DONE'
          check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
        add column actor jsonb,
        add column input jsonb,
        add column revision text,
        add column started_at timestamptz,
        add column finished_at timestamptz,
        add column progress jsonb,
        add column failure text,
        add column result_hash text,
        add column repeat jsonb,
        add constraint optimizer_runs_quarter_of_plans check (kind = 'TRIAL' or quarter is not null),
        add constraint optimizer_runs_result_when_done check ((state = 'DONE') = (result is not null))`);
    // A row is there while its run waits or works. Who holds it says so again and again; times are the database's.
    await queries.query(`
      create table work_items (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        priority smallint not null,
        added_at timestamptz not null default clock_timestamp(),
        sent_at timestamptz not null default clock_timestamp(),
        deliveries integer not null default 0,
        holder uuid,
        held_at timestamptz,
        primary key (tenant_id, id)
      )`);
    await queries.query('create index work_items_in_turn on work_items (priority desc, added_at, id)');
    await sharedTable(queries, 'work_items');
    // A household may know how long the line is, and nothing else of it.
    await platformFunction(queries, {
      signature: 'work_waiting()',
      returns: 'integer',
      query: 'select count(*)::integer from work_items where holder is null',
    });
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop function work_waiting()');
    await dropTables(queries, 'work_items');
    // Rows of every household: the policies are of the application's role, and the owner is held to them, too.
    await queries.query('alter table optimizer_runs no force row level security');
    await queries.query(`delete from optimizer_runs where kind <> 'PLAN' or state <> 'DONE'`);
    await queries.query('alter table optimizer_runs force row level security');
    await queries.query(`
      alter table optimizer_runs
        drop constraint optimizer_runs_result_when_done,
        drop constraint optimizer_runs_quarter_of_plans,
        drop column repeat,
        drop column result_hash,
        drop column failure,
        drop column progress,
        drop column finished_at,
        drop column started_at,
        drop column revision,
        drop column input,
        drop column actor,
        drop column state,
        drop column kind,
        alter column result set not null,
        alter column quarter set not null`);
  }
}
