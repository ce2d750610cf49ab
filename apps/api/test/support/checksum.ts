import { asOwner, type TestDatabase } from './database.js';

/** Table → checksum of all its rows. */
export type Checksums = Readonly<Record<string, string>>;

/**
 * What every table holds, past every policy, so that two looks tell whether anything at all was written. How often
 * a request was made, and which were refused, is kept on purpose and is no part of it.
 */
export async function checksums(database: TestDatabase): Promise<Checksums> {
  const tables = await asOwner<{ name: string }>(
    database,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'security_events', 'job_turns')
     order by table_name`,
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as sum from "${name}" x`,
  );
  const rows = await asOwner<{ name: string; sum: string }>(
    database,
    `${parts.join(' union all ')} order by name`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]));
}
