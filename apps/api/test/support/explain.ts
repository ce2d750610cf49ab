import pg from 'pg';

/** A statement a process was seen to send, with where it is connected to (see `bench/support/record-sql.mjs`). */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly connection: pg.ClientConfig;
}

/**
 * Sends the statements again on one connection of the same role, so that row-level security does what it did, each
 * query with `explain (analyze, buffers)` before it.
 * @returns a plan for every query, in PostgreSQL's words.
 */
export async function explained(statements: readonly SentStatement[]): Promise<string[]> {
  const client = new pg.Client(statements[0]?.connection);
  await client.connect();
  const plans: string[] = [];
  try {
    for (const { text, values } of statements) {
      if (!/^\s*select\b[^]*\bfrom\b/i.test(text)) {
        await client.query(text, values.length > 0 ? [...values] : undefined);
        continue;
      }
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, [
        ...values,
      ]);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
  } finally {
    await client.end();
  }
  return plans;
}
