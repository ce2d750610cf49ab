import {
  type ChangeRow,
  type ImportChanges,
  MAX_BULK,
  type ProposedOperation,
  type RowVerdict,
  type SaveOperation,
} from '@fibado/contracts';
import { quarterEnd } from '@fibado/planning';

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

/** The ticks as the server proposes them, as far as one import goes. */
export const proposedTicks = (changes: ImportChanges): ReadonlySet<number> =>
  new Set(
    changes.rows
      .filter((r) => r.selected && isSelectable(r))
      .slice(0, MAX_BULK)
      .map((r) => r.row),
  );

/** Whether more rows can be taken than one import holds. */
export const exceedsOneImport = (changes: ImportChanges): boolean =>
  changes.rows.filter(isSelectable).length > MAX_BULK;

/** All rows of one verdict ticked or unticked at once; ticked as far as one import goes. */
export function tickVerdict(
  changes: ImportChanges,
  ticks: ReadonlySet<number>,
  verdict: RowVerdict,
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(ticks);
  for (const row of changes.rows) {
    if (row.verdict !== verdict || !isSelectable(row)) continue;
    if (!on) next.delete(row.row);
    else if (next.size < MAX_BULK) next.add(row.row);
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

/** What a row stands for as it is read: with `alternative`, the other way. */
export const readingOf = (row: ChangeRow, alternative: boolean): ProposedOperation | undefined =>
  alternative ? (row.alternative ?? row.operation) : row.operation;

/** What confirming saves; `alternatives` are the rows read the other way. */
export function operationsToSave(
  changes: ImportChanges,
  ticks: ReadonlySet<number>,
  alternatives: ReadonlySet<number>,
): SaveOperation[] {
  return changes.rows.flatMap((row) => {
    if (!ticks.has(row.row)) return [];
    const operation = readingOf(row, alternatives.has(row.row));
    return operation ? [operation] : [];
  });
}

/** Whether a file brings anything: nothing does when all of it is already there. */
export const bringsNothing = (changes: ImportChanges): boolean =>
  changes.rows.length > 0 && changes.rows.every((r) => r.verdict === 'SAME' || !isSelectable(r));

/** Where a file is laid: what the balance it leads to depends on. */
interface Laid {
  readonly quarter: string;
  readonly accountId: string;
}

/** What an operation that is done has moved on the account by the file's last day in the quarter. Cents, signed. */
function bookedCents(
  operation: ProposedOperation | undefined,
  { quarter, accountId }: Laid,
  until: string,
): number {
  if (operation?.status !== 'DONE') return 0;
  const { kind, date, valueDate, amountCents } = operation;
  const arrives = kind === 'TRANSFER' && operation.toAccountId === accountId;
  if (!arrives && operation.accountId !== accountId) return 0;
  const day = arrives ? valueDate : date;
  if (day < quarter || day > until) return 0;
  return arrives || kind === 'INCOME' ? amountCents : -amountCents;
}

/** The account's booked balance after saving the rows ticked, which need not be those the server proposed. Cents. */
export function bookedAfterCents(
  changes: ImportChanges,
  ticks: ReadonlySet<number>,
  alternatives: ReadonlySet<number>,
  laid: Laid,
): number {
  const last = quarterEnd(laid.quarter);
  const until = changes.period.to < last ? changes.period.to : last;
  return changes.rows.reduce((sum, row) => {
    const operation = ticks.has(row.row) ? readingOf(row, alternatives.has(row.row)) : undefined;
    if (!operation) return sum;
    const replaced =
      operation.id !== undefined && operation.id === row.existing?.id ? row.existing : undefined;
    return sum + bookedCents(operation, laid, until) - bookedCents(replaced, laid, until);
  }, changes.balanceEffect.bookedBeforeCents);
}
