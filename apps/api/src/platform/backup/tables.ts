import type { Client } from 'pg';

export interface TableShape {
  readonly name: string;
  /** Columns that are stored; generated ones follow from them. */
  readonly columns: readonly string[];
}

/** The tables of the schema, referenced ones before those that refer to them. */
export async function tablesInOrder(client: Client): Promise<TableShape[]> {
  const columns = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.attgenerated = '' and c.relname <> 'migrations'
    group by c.relname order by c.relname`);
  const references = await client.query<{ child: string; parent: string }>(`
    select distinct k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`);
  return orderByReference(columns.rows, references.rows);
}

/** @throws Error when tables refer to each other in a ring. */
export function orderByReference(
  tables: readonly TableShape[],
  references: readonly { readonly child: string; readonly parent: string }[],
): TableShape[] {
  const ordered: TableShape[] = [];
  const placed = new Set<string>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.filter((table) =>
      references.every((r) => r.child !== table.name || placed.has(r.parent)),
    );
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a ring: ${waiting.map((t) => t.name).join(', ')}`);
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !placed.has(table.name));
  }
  return ordered;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnList = (table: TableShape): string => table.columns.map(quoted).join(', ');
