import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, platformFunction, platformTable } from './support.js';

const METHODS_BEFORE = `('PASSWORD', 'SSO', 'ACTING')`;
const METHODS = `('PASSWORD', 'PASSKEY', 'SSO', 'ACTING')`;

/** TOTP secrets, passkeys and recovery codes; whether a tenant asks for them, and whether a session gave one. */
export class AddSecondFactors1790000093000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table second_factors (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        kind text not null check (kind in ('TOTP', 'PASSKEY')),
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        -- TOTP: the secret, encrypted, and the last time step that was accepted.
        sealed_secret text,
        last_step bigint,
        -- Passkeys.
        credential_id text unique,
        public_key bytea,
        counter bigint,
        transports text[],
        check (case kind when 'TOTP' then sealed_secret is not null
          else credential_id is not null and public_key is not null and counter is not null end)
      )`);
    await queries.query('create index second_factors_user on second_factors (user_id)');
    await queries.query(`
      create table recovery_codes (
        user_id uuid not null references users on delete cascade,
        fingerprint text not null,
        primary key (user_id, fingerprint)
      )`);
    await queries.query(`
      create table used_tickets (
        fingerprint text primary key,
        expires_at timestamptz not null
      )`);
    for (const table of ['second_factors', 'recovery_codes', 'used_tickets'])
      await platformTable(queries, table);
    await queries.query('alter table sessions add column two_factor boolean not null default false');
    await queries.query(
      'alter table tenants add column second_factor_required boolean not null default false',
    );
    await this.allowMethods(queries, METHODS);
    await platformFunction(queries, {
      signature: 'gave_second_factor(session_id uuid)',
      returns: 'boolean',
      query: 'select s.two_factor from sessions s where s.id = session_id',
    });
    await platformFunction(queries, {
      signature: 'needs_second_factor(session_id uuid)',
      returns: 'boolean',
      // Providers enforce their own second factor, and sessions acting as another user start from a full sign-in.
      query: `select t.second_factor_required and s.method = 'PASSWORD' and not s.two_factor
        from sessions s join tenants t on t.id = s.tenant_id where s.id = session_id`,
    });
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop function needs_second_factor(uuid)');
    await queries.query('drop function gave_second_factor(uuid)');
    for (const table of ['sessions', 'logins'])
      await queries.query(`update ${table} set method = 'PASSWORD' where method = 'PASSKEY'`);
    await this.allowMethods(queries, METHODS_BEFORE);
    await queries.query('alter table tenants drop column second_factor_required');
    await queries.query('alter table sessions drop column two_factor');
    await dropTables(queries, 'used_tickets', 'recovery_codes', 'second_factors');
  }

  private async allowMethods(queries: QueryRunner, methods: string): Promise<void> {
    for (const table of ['sessions', 'logins'])
      await queries.query(`
        alter table ${table} drop constraint ${table}_method_check,
          add constraint ${table}_method_check check (method in ${methods})`);
  }
}
