import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** A household's own key to a provider of bank connections, and the consents its members gave at their banks. */
export class AddBankConnections1790000130000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table bank_keys (
        tenant_id uuid primary key references tenants on delete cascade,
        application_id uuid not null,
        key_sealed text not null,
        environment text not null check (environment in ('PRODUCTION', 'SANDBOX')),
        created_at timestamptz not null,
        created_by text not null
      )`);
    await queries.query(`
      create table bank_consent_requests (
        tenant_id uuid not null references tenants on delete cascade,
        user_id uuid not null,
        fingerprint text not null,
        bank text not null,
        country text not null,
        replaces uuid,
        expires_at timestamptz not null,
        primary key (tenant_id, user_id)
      )`);
    await queries.query(`
      create table bank_consents (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        bank text not null,
        country text not null,
        session_sealed text not null,
        accounts jsonb not null,
        given_at timestamptz not null,
        given_by text not null,
        valid_until timestamptz not null,
        ended boolean not null default false,
        reminded boolean not null default false,
        primary key (tenant_id, id)
      )`);
    for (const table of ['bank_keys', 'bank_consent_requests', 'bank_consents'])
      await tenantTable(queries, table);
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'bank_consents', 'bank_consent_requests', 'bank_keys');
  }
}
