import type { QueryRunner } from 'typeorm';

/** What the application's role may do with a table's rows. */
export type Rights = 'read-write' | 'append-only';

/** The role the API works under; the runner sets it for the migration's session. */
export async function appRole(queries: QueryRunner): Promise<string> {
  const rows = (await queries.query(`select current_setting('fibado.app_role') as role`)) as {
    role: string;
  }[];
  const role = rows[0]?.role ?? '';
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(role)) throw new Error('fibado.app_role is not set');
  return role;
}

async function grant(queries: QueryRunner, table: string, rights: Rights): Promise<void> {
  const verbs = rights === 'append-only' ? 'select, insert' : 'select, insert, update, delete';
  await queries.query(`grant ${verbs} on ${table} to ${await appRole(queries)}`);
}

async function force(queries: QueryRunner, table: string, condition: string): Promise<void> {
  await queries.query(`alter table ${table} enable row level security`);
  await queries.query(`alter table ${table} force row level security`);
  await queries.query(`create policy scope on ${table} using (${condition}) with check (${condition})`);
}

export interface PlatformFunction {
  /** Name and arguments, e.g. `work_waiting(of_line text)`. */
  readonly signature: string;
  /** A scalar type, or `table (...)`. */
  readonly returns: string;
  /** One statement. */
  readonly query: string;
}

/**
 * A function that sees the platform's rows while it runs, whatever transaction calls it, and only the application may
 * call. The setting is changed in the body: a function's `set` clause for a parameter no extension defines is kept for
 * superusers and roles that were granted it.
 */
export async function platformFunction(
  queries: QueryRunner,
  { signature, returns, query }: PlatformFunction,
): Promise<void> {
  const scalar = !/^(?:table|setof)\b/i.test(returns);
  // An error undoes a local setting by itself, as it undoes the transaction or its savepoint.
  await queries.query(`
    create or replace function ${signature} returns ${returns} language plpgsql stable as $function$
    #variable_conflict use_column
    declare
      sight_before text := coalesce(current_setting('app.platform', true), '');
      ${scalar ? `answer ${returns};` : ''}
    begin
      perform set_config('app.platform', 'on', true);
      ${scalar ? `answer := (${query});` : `return query ${query};`}
      perform set_config('app.platform', sight_before, true);
      ${scalar ? 'return answer;' : ''}
    end
    $function$`);
  const [name] = signature.split('(');
  await queries.query(`revoke execute on function ${name} from public`);
  await queries.query(`grant execute on function ${name} to ${await appRole(queries)}`);
}

const IN_TENANT = `tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`;
const ON_PLATFORM = `current_setting('app.platform', true) = 'on'`;

/** A household's rows: visible in its own tenant's transactions and nowhere else. */
export async function tenantTable(
  queries: QueryRunner,
  table: string,
  rights: Rights = 'read-write',
): Promise<void> {
  await force(queries, table, IN_TENANT);
  await grant(queries, table, rights);
}

/** Rows of a tenant that the platform itself also works on (memberships, sessions, the outbox). */
export async function sharedTable(
  queries: QueryRunner,
  table: string,
  rights: Rights = 'read-write',
): Promise<void> {
  await force(queries, table, `(${IN_TENANT}) or ${ON_PLATFORM}`);
  await grant(queries, table, rights);
}

/** Rows of the instance: only transactions opened on the platform see them. */
export async function platformTable(
  queries: QueryRunner,
  table: string,
  rights: Rights = 'read-write',
): Promise<void> {
  await force(queries, table, ON_PLATFORM);
  await grant(queries, table, rights);
}

export async function dropTables(queries: QueryRunner, ...tables: string[]): Promise<void> {
  for (const table of tables) await queries.query(`drop table ${table}`);
}

/** The policies are of the application's role, and the owner is held to them, too. */
export async function unpoliced(
  queries: QueryRunner,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables) await queries.query(`alter table ${table} no force row level security`);
  await work();
  for (const table of tables) await queries.query(`alter table ${table} force row level security`);
}
