import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, sharedTable } from './support.js';

/** Tenants, users, memberships, groups, sessions, the sign-in record, audit, idempotency and the outbox. */
export class CreateIdentity1790000000000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table tenants (
        id uuid primary key,
        code text not null unique check (code ~ '^[a-z0-9][a-z0-9_]{1,30}$'),
        name text not null,
        state text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED')),
        created_at timestamptz not null,
        version integer not null default 1
      )`);
    await queries.query(`
      create table users (
        id uuid primary key,
        username text not null unique check (username ~ '^[a-z0-9][a-z0-9._@+]{1,99}$'),
        name text not null,
        email text not null,
        phone text,
        language text not null default 'it' check (language in ('it', 'en')),
        password_hash text,
        password_changed_at timestamptz,
        blocked boolean not null default false,
        avatar bytea,
        created_at timestamptz not null,
        version integer not null default 1
      )`);
    await queries.query(`create unique index users_email on users (lower(email))`);
    await queries.query(`
      create table memberships (
        tenant_id uuid not null references tenants on delete cascade,
        user_id uuid not null references users on delete cascade,
        roles text[] not null default '{}',
        roles_changed_at timestamptz not null,
        created_at timestamptz not null,
        primary key (tenant_id, user_id)
      )`);
    await queries.query(`create index memberships_user on memberships (user_id)`);
    await queries.query(`
      create table groups (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        description text,
        roles text[] not null default '{}',
        version integer not null default 1,
        primary key (tenant_id, id),
        unique (tenant_id, name)
      )`);
    await queries.query(`
      create table group_members (
        tenant_id uuid not null,
        group_id uuid not null,
        user_id uuid not null,
        primary key (tenant_id, group_id, user_id),
        foreign key (tenant_id, group_id) references groups on delete cascade,
        foreign key (tenant_id, user_id) references memberships on delete cascade
      )`);
    await queries.query(`create index group_members_user on group_members (tenant_id, user_id)`);
    await queries.query(`
      create table sessions (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null unique,
        user_id uuid not null,
        actor_user_id uuid references users on delete cascade,
        method text not null check (method in ('PASSWORD', 'SSO', 'ACTING')),
        client text not null,
        address text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        generation integer not null default 1,
        refreshed_at timestamptz not null,
        revoked_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, user_id) references memberships on delete cascade
      )`);
    await queries.query(`create index sessions_user on sessions (user_id) where revoked_at is null`);
    await queries.query(`
      create table logins (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        tenant_id uuid references tenants on delete cascade,
        at timestamptz not null,
        address text not null,
        client text not null,
        method text not null check (method in ('PASSWORD', 'SSO', 'ACTING'))
      )`);
    await queries.query(`create index logins_user on logins (user_id, at desc)`);
    await queries.query(`
      create table signing_keys (
        kid text primary key,
        created_at timestamptz not null,
        retires_at timestamptz
      )`);
    await queries.query(`
      create table audit (
        id bigint generated always as identity primary key,
        tenant_id uuid references tenants on delete cascade,
        at timestamptz not null,
        actor_user_id uuid,
        actor_username text not null,
        acting_for text,
        action text not null,
        entity text not null,
        entity_id text not null,
        before jsonb,
        after jsonb
      )`);
    await queries.query(`create index audit_tenant on audit (tenant_id, id desc)`);
    await queries.query(`
      create table idempotency_keys (
        tenant_id uuid not null references tenants on delete cascade,
        key text not null,
        endpoint text not null,
        request_hash text not null,
        response jsonb not null,
        created_at timestamptz not null,
        primary key (tenant_id, key)
      )`);
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
    await queries.query(`create index outbox_due on outbox (available_at)`);

    for (const table of ['tenants', 'users', 'signing_keys']) await platformTable(queries, table);
    for (const table of [
      'memberships',
      'groups',
      'group_members',
      'sessions',
      'logins',
      'idempotency_keys',
      'outbox',
    ])
      await sharedTable(queries, table);
    await sharedTable(queries, 'audit', 'append-only');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(
      queries,
      'outbox',
      'idempotency_keys',
      'audit',
      'signing_keys',
      'logins',
      'sessions',
      'group_members',
      'groups',
      'memberships',
      'users',
      'tenants',
    );
  }
}
