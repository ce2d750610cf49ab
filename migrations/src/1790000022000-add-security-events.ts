import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable } from './support.js';

/** Sign-ins, failures, lock-outs, refusals and exports: who, from which address and device, with what outcome. */
export class AddSecurityEvents1790000022000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table security_events (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        kind text not null,
        outcome text not null check (outcome in ('OK', 'REFUSED')),
        user_id uuid references users on delete cascade,
        actor_username text,
        tenant_id uuid references tenants on delete cascade,
        address text not null,
        client text not null,
        agent text not null,
        detail text,
        is_new_device boolean not null default false,
        times integer not null default 1,
        bucket text unique
      )`);
    await queries.query('create index security_events_user on security_events (user_id, id desc)');
    await queries.query('create index security_events_tenant on security_events (tenant_id, id desc)');
    await queries.query('create index security_events_at on security_events (at)');
    await sharedTable(queries, 'security_events');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'security_events');
  }
}
