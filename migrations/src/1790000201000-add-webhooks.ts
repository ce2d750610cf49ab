import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable } from './support.js';

/** Where a household's events are sent, and what came of each. The platform reads both while it hands out events. */
export class AddWebhooks1790000201000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table webhooks (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        version integer not null,
        name text not null,
        format text not null check (format in ('STANDARD', 'NTFY', 'GOTIFY')),
        url text not null,
        topics text[] not null,
        enabled boolean not null,
        secret_sealed text,
        token_sealed text,
        failing_since timestamptz,
        created_at timestamptz not null,
        created_by text not null,
        primary key (tenant_id, id),
        constraint webhooks_name unique (tenant_id, name)
      )`);
    await queries.query(`
      create table webhook_deliveries (
        tenant_id uuid not null,
        id uuid not null,
        webhook_id uuid not null,
        topic text not null,
        event jsonb not null,
        message jsonb,
        state text not null check (state in ('WAITING', 'DELIVERED', 'FAILED')),
        attempts integer not null default 0,
        attempted_at timestamptz,
        status integer,
        error text,
        created_at timestamptz not null,
        primary key (tenant_id, id),
        foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
      )`);
    await queries.query(
      'create index webhook_deliveries_latest on webhook_deliveries (tenant_id, webhook_id, created_at)',
    );
    for (const table of ['webhooks', 'webhook_deliveries']) await sharedTable(queries, table);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`delete from jobs where queue = 'WEBHOOKS'`);
    await dropTables(queries, 'webhook_deliveries', 'webhooks');
  }
}
