import type { ChangeRow, ImportChanges, RowVerdict, SaveOperation } from '@fibado/contracts';

/** The verdicts, in the order in which a person looks at them. */
export const VERDICTS: readonly RowVerdict[] = [
  'NEW',
  'MATCHES_PLANNED',
  'CHANGED',
  'DUPLICATE_SUSPECT',
  'SAME',
  'PENDING',
  'OUTSIDE_QUARTER',
  'ERROR',
];

/** Rows that can be taken at all: those the server offers an operation for. */
export const isSelectable = (row: ChangeRow): boolean => row.operation !== undefined;

/** The ticks as the server proposes them. */
export const proposedTicks = (changes: ImportChanges): ReadonlySet<number> =>
  new Set(changes.rows.filter((r) => r.selected && isSelectable(r)).map((r) => r.row));

/** All rows of one verdict ticked or unticked at once. */
export function tickVerdict(
  changes: ImportChanges,
  ticks: ReadonlySet<number>,
  verdict: RowVerdict,
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(ticks);
  for (const row of changes.rows) {
    if (row.verdict !== verdict || !isSelectable(row)) continue;
    if (on) next.add(row.row);
    else next.delete(row.row);
  }
  return next;
}

/** How many rows of a verdict are ticked, of how many that can be. */
export function tickedOf(
  changes: ImportChanges,
  ticks: ReadonlySet<number>,
  verdict: RowVerdict,
): { readonly ticked: number; readonly of: number } {
  const rows = changes.rows.filter((r) => r.verdict === verdict && isSelectable(r));
  return { ticked: rows.filter((r) => ticks.has(r.row)).length, of: rows.length };
}

/** What confirming saves; `alternatives` are the rows read the other way. */
export function operationsToSave(
  changes: ImportChanges,
  ticks: ReadonlySet<number>,
  alternatives: ReadonlySet<number>,
): SaveOperation[] {
  return changes.rows.flatMap((row) => {
    if (!ticks.has(row.row)) return [];
    const operation = alternatives.has(row.row) ? (row.alternative ?? row.operation) : row.operation;
    return operation ? [operation] : [];
  });
}

/** Whether a file brings anything: nothing does when all of it is already there. */
export const bringsNothing = (changes: ImportChanges): boolean =>
  changes.rows.length > 0 && changes.rows.every((r) => r.verdict === 'SAME' || !isSelectable(r));
