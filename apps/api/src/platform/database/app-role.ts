import type { DataSource } from 'typeorm';
import { StartError } from '../start-error.js';
import { SteadyClient } from './steady-client.js';

export interface AppLogin {
  readonly role: string;
  readonly password: string;
}

/** PostgreSQL's code. */
const INSUFFICIENT_PRIVILEGE = '42501';
const UNPRIVILEGED = 'nosuperuser nocreatedb nocreaterole nobypassrls';

export const isRefusal = (error: unknown): error is Error =>
  (error as { code?: unknown } | null)?.code === INSUFFICIENT_PRIVILEGE;

/** Utility statements take no parameters. */
const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What an administrator of the server has to run first. */
export const ask = (why: string, ...statements: string[]): StartError =>
  new StartError(
    `${why} Let an administrator of the database server run:\n${statements.map((one) => `  ${one}`).join('\n')}`,
  );

/** The address of the same database under the API's role. */
export function appUrl(ownerUrl: string, app: AppLogin): string {
  const url = new URL(ownerUrl);
  url.username = app.role;
  url.password = encodeURIComponent(app.password);
  return url.href;
}

/** Default name of the API's role: one per database, as roles belong to the whole server. */
export function defaultAppRole(ownerUrl: string): string {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1)) || 'fibado';
  return `${database.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}_app`.slice(0, 63);
}

/** Refuses before the first statement what would fail in the middle. @throws StartError with the SQL that helps. */
export async function requireOwnership(source: DataSource): Promise<void> {
  const [schema] = await source.query<{ owner: string; creates: boolean }[]>(
    `select current_user as owner, has_schema_privilege('public', 'create') as creates`,
  );
  const owner = identifier(schema?.owner ?? '');
  if (schema?.creates !== true)
    throw ask(
      `The role ${owner} may not make tables in the schema public.`,
      `grant usage, create on schema public to ${owner};`,
    );
  // Only what is Fibado's: extensions and other programs may have objects of their own there.
  const foreign = await source.query<{ statement: string }[]>(`
    select format('alter table %s owner to %I;', c.oid::regclass, current_user) as statement
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not pg_has_role(c.relowner, 'usage') and to_regclass('public.migrations') is not null
        and (c.relname = 'migrations'
          or exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'scope'))
    union all
    select format('alter function %s owner to %I;', p.oid::regprocedure, current_user)
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not pg_has_role(p.proowner, 'usage')
        and (p.proconfig @> '{app.platform=on}' or p.prosrc like '%app.platform%'
          or exists (select 1 from pg_trigger t join pg_policy s on s.polrelid = t.tgrelid
            where t.tgfoid = p.oid and s.polname = 'scope'))
    order by 1`);
  if (foreign.length > 0)
    throw ask(
      `Another role made this instance's schema; ${owner}, the role of DATABASE_URL, has to own it.`,
      ...foreign.map(({ statement }) => statement),
    );
}

interface RoleRow {
  readonly privileged: boolean;
  readonly login: boolean;
  readonly member: boolean;
}

/**
 * Sees to the role the API works under: a login that owns nothing and cannot bypass row-level security. One that is as
 * it has to be is left alone, so that an owner without CREATEROLE can do with a role an administrator made.
 */
export async function ensureAppRole(source: DataSource, ownerUrl: string, app: AppLogin): Promise<void> {
  const [me] = await source.query<{ owner: string; database: string }[]>(
    'select current_user as owner, current_database() as database',
  );
  const owner = me?.owner ?? '';
  if (app.role === owner)
    throw new StartError(
      'DATABASE_APP_ROLE is the owner of the database: the API needs a role of its own, as an owner can lift every policy.',
    );
  if (!(await roleNamed(source, app.role))) await createRole(source, owner, app);
  await takePrivileges(source, owner, app);
  await grantAccess(source, app, me?.database ?? '');
  if (!(await canSignIn(appUrl(ownerUrl, app)))) await setPassword(source, app);
}

async function roleNamed(source: DataSource, role: string): Promise<RoleRow | undefined> {
  const [row] = await source.query<RoleRow[]>(
    `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as privileged, rolcanlogin as login,
       pg_has_role(oid, current_user, 'member') as member
     from pg_roles where rolname = $1`,
    [role],
  );
  return row;
}

async function createRole(source: DataSource, owner: string, app: AppLogin): Promise<void> {
  const create = `create role ${identifier(app.role)} login ${UNPRIVILEGED}`;
  await orAsk(source.query(`${create} password ${literal(app.password)}`), () =>
    ask(
      `The role ${identifier(owner)} may not make the role the API works under.`,
      `alter role ${identifier(owner)} createrole;`,
      '-- or, to make that role by hand, with a password that is then the setting DATABASE_APP_PASSWORD:',
      `${create} password '…';`,
    ),
  );
}

/** A role that was there before may be anything: one that could lift or pass the policies is refused. */
async function takePrivileges(source: DataSource, owner: string, app: AppLogin): Promise<void> {
  const row = await roleNamed(source, app.role);
  if (row && (row.privileged || !row.login)) {
    const alter = `alter role ${identifier(app.role)} login ${UNPRIVILEGED}`;
    await orAsk(source.query(alter), () =>
      ask(`The role ${identifier(app.role)} has rights the API must not have.`, `${alter};`),
    );
  }
  const after = row?.privileged ? await roleNamed(source, app.role) : row;
  if (after?.member)
    throw ask(
      `The role ${identifier(app.role)} is a member of the owner and could lift every policy.`,
      `revoke ${identifier(owner)} from ${identifier(app.role)};`,
    );
}

async function grantAccess(source: DataSource, app: AppLogin, database: string): Promise<void> {
  const lacks = await source.query<{ statement: string }[]>(
    `select format('grant connect on database %I to %I', $2::text, $1::text) as statement
       where not has_database_privilege($1::text, $2::text, 'connect')
     union all
     select format('grant usage on schema public to %I', $1::text)
       where not has_schema_privilege($1::text, 'public', 'usage')`,
    [app.role, database],
  );
  for (const { statement } of lacks)
    await orAsk(source.query(statement), () =>
      ask(`The role ${identifier(app.role)} may not reach the database.`, `${statement};`),
    );
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new SteadyClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function setPassword(source: DataSource, app: AppLogin): Promise<void> {
  const role = identifier(app.role);
  await orAsk(source.query(`alter role ${role} password ${literal(app.password)}`), () =>
    ask(
      `The role ${role} has another password than the instance, and its owner may not change it.`,
      `alter role ${role} password '…';  -- and the same as the setting DATABASE_APP_PASSWORD`,
    ),
  );
}

async function orAsk(done: Promise<unknown>, refusal: () => StartError): Promise<void> {
  await done.catch((error: unknown) => {
    throw isRefusal(error) ? refusal() : error;
  });
}
