import pg from 'pg';

/** Tables of a household, referenced ones first, which are copied for each tenant. */
const ONCE = ['settings', 'banks', 'account_groups', 'accounts'] as const;
/** Those that belong to a quarter, with the columns that say when. */
const PER_QUARTER = {
  quarters: ['date'],
  setups: ['quarter'],
  operations: ['quarter', 'date', 'value_date'],
} as const;
const CODE = 'copy';

/**
 * Copies a household, which has one quarter, into `tenants` new ones with `quarters` quarters each, by SQL: what
 * other people's data do to a household's own lists is seen with a lot of it.
 * @param ownerUrl a role that sees past row-level security.
 */
export async function copyHousehold(
  ownerUrl: string,
  tenantId: string,
  { tenants, quarters }: { tenants: number; quarters: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `insert into tenants (id, code, name, created_at)
       select gen_random_uuid(), '${CODE}' || n, 'Copy ' || n, now() from generate_series(1, $1::int) n`,
      [tenants],
    );
    for (const table of ONCE) await client.query(await copyStatement(client, table, []), [tenantId, 1]);
    for (const [table, dates] of Object.entries(PER_QUARTER))
      await client.query(await copyStatement(client, table, dates), [tenantId, quarters]);
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function copyStatement(client: pg.Client, table: string, dates: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const copied = columns.map((name) => {
    if (name === 'tenant_id') return 't.id';
    // Shifted operations are others; everything else is found by the ids it had.
    if (name === 'id' && table === 'operations') return 'gen_random_uuid()';
    return dates.includes(name) ? `(x.${name} + make_interval(months => 3 * q.n))::date` : `x.${name}`;
  });
  return `insert into ${table} (${columns.join(', ')})
    select ${copied.join(', ')}
    from ${table} x cross join tenants t cross join generate_series(0, $2::int - 1) q (n)
    where x.tenant_id = $1 and t.code like '${CODE}%'`;
}
