import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable, sharedTable } from './support.js';

/** Single sign-on bindings, password links, API keys, the service registry, the e-mail server and its queue. */
export class AddAdministration1790000003000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table users
        add column sso_issuer text,
        add column sso_subject text,
        add constraint users_sso unique (sso_issuer, sso_subject),
        add constraint users_sso_whole check ((sso_issuer is null) = (sso_subject is null))`);
    await queries.query(`alter table tenants add column exported_at timestamptz`);
    await queries.query(`
      create table password_links (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        purpose text not null check (purpose in ('INVITE', 'RESET')),
        fingerprint text not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    await queries.query(`create index password_links_user on password_links (user_id)`);
    await queries.query(`
      create table api_keys (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null unique,
        user_id uuid not null,
        name text not null,
        prefix text not null,
        fingerprint text not null unique,
        scopes text[] not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_used_at timestamptz,
        primary key (tenant_id, id),
        constraint api_keys_name unique (tenant_id, user_id, name),
        foreign key (tenant_id, user_id) references memberships on delete cascade
      )`);
    await queries.query(`
      create table services (
        cd text primary key,
        name text not null,
        icon text not null,
        context_path text not null,
        roles text[] not null default '{}',
        version integer not null default 1
      )`);
    await queries.query(`
      create table service_checks (
        id bigint generated always as identity primary key,
        cd text not null,
        at timestamptz not null,
        state text not null check (state in ('UP', 'DOWN', 'OFF')),
        latency_ms double precision,
        version text,
        error text
      )`);
    await queries.query(`create index service_checks_cd on service_checks (cd, id desc)`);
    await queries.query(`
      create table email_server (
        only_one boolean primary key default true check (only_one),
        host text not null,
        port integer not null,
        security text not null check (security in ('TLS', 'STARTTLS', 'NONE')),
        username text,
        password_sealed text,
        from_name text not null,
        from_address text not null,
        version integer not null default 1
      )`);
    await queries.query(`
      create table mails (
        id uuid primary key,
        tenant_id uuid references tenants on delete cascade,
        recipient text not null,
        subject text not null,
        content_sealed text,
        state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
        attempts integer not null default 0,
        created_at timestamptz not null,
        available_at timestamptz not null,
        sent_at timestamptz,
        last_error text
      )`);
    await queries.query(`create index mails_due on mails (available_at) where state = 'WAITING'`);
    await queries.query(`create index mails_created on mails (created_at desc)`);

    for (const table of ['password_links', 'services', 'service_checks', 'email_server'])
      await platformTable(queries, table);
    for (const table of ['api_keys', 'mails']) await sharedTable(queries, table);
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(
      queries,
      'mails',
      'email_server',
      'service_checks',
      'services',
      'api_keys',
      'password_links',
    );
    await queries.query('alter table tenants drop column exported_at');
    await queries.query('alter table users drop column sso_issuer, drop column sso_subject');
  }
}
