import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformTable } from './support.js';

/**
 * Sessions of an identity provider, which the sessions here were opened from: ended together by back-channel logout, and
 * confirmed by the provider at each refresh. `provider_logouts` outlives them, so that an access token issued before a
 * logout opens nothing after it.
 */
export class AddProviderSessions1790000110000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table provider_sessions (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        provider text not null,
        issuer text not null,
        subject text not null,
        -- The provider's own id of the session, where it tells one.
        sid text,
        -- Refresh token of the provider, encrypted; null where it gave none.
        sealed_token text,
        created_at timestamptz not null,
        -- When the provider last confirmed the person.
        checked_at timestamptz not null,
        -- One process at a time uses the refresh token: providers revoke one that is used twice.
        leased_until timestamptz,
        ended_at timestamptz
      )`);
    await queries.query('create index provider_sessions_subject on provider_sessions (issuer, subject)');
    await queries.query('create index provider_sessions_user on provider_sessions (user_id)');
    await queries.query(`
      create table provider_logouts (
        issuer text not null,
        subject text,
        sid text,
        at timestamptz not null,
        check (subject is not null or sid is not null)
      )`);
    await queries.query('create index provider_logouts_at on provider_logouts (issuer, at)');
    for (const table of ['provider_sessions', 'provider_logouts']) await platformTable(queries, table);
    await queries.query(
      'alter table sessions add column provider_session_id uuid references provider_sessions on delete set null',
    );
    await queries.query(`create index sessions_provider_session on sessions (provider_session_id)
      where provider_session_id is not null`);
    // Set when an identity was untied: the next one is tied only after an administrator allowed it.
    await queries.query('alter table users add column identity_closed boolean not null default false');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table users drop column identity_closed');
    await queries.query('alter table sessions drop column provider_session_id');
    await dropTables(queries, 'provider_logouts', 'provider_sessions');
  }
}
