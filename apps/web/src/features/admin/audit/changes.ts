export interface Change {
  readonly field: string;
  /** As JSON; absent where there was no such field. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly changed: boolean;
}

const fieldsOf = (row: unknown): Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
    ? (row as Record<string, unknown>)
    : row === undefined || row === null
      ? {}
      : { '': row };

const shown = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

/** A row before and after, field by field; what changed comes first. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => {
      const [was, is] = [shown(old[field]), shown(now[field])];
      return { field, before: was, after: is, changed: was !== is };
    })
    .sort((a, b) => Number(b.changed) - Number(a.changed));
}
