import type {
  BodyOf,
  ChangeRow,
  ImportChanges,
  imports,
  Operation,
  ProposedOperation,
  RowVerdict,
} from '@fibado/contracts';
import { isApiError } from '@fibado/client';
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

/** What a row stands for as it is read: with `alternative`, the other way. */
export const readingOf = (row: ChangeRow, alternative: boolean): ProposedOperation | undefined =>
  alternative ? (row.alternative ?? row.operation) : row.operation;

/** What a person decided about a comparison. */
export interface Decisions {
  readonly ticks: ReadonlySet<number>;
  /** Rows read the other way. */
  readonly alternatives: ReadonlySet<number>;
  /** Planned operations that rows are, by hand. */
  readonly matches: ReadonlyMap<number, Operation>;
}

/** What confirming sends: only where the person decided otherwise than proposed. */
export function decisionsOf(
  changes: ImportChanges,
  { ticks, alternatives, matches }: Decisions,
): Omit<BodyOf<typeof imports.apply>, 'comparisonId'> {
  const ticked = (row: ChangeRow): boolean => ticks.has(row.row);
  const differing = changes.rows.filter((row) => isSelectable(row) && ticked(row) !== row.selected);
  return {
    take: differing.filter(ticked).map(({ row }) => row),
    leave: differing.filter((row) => !ticked(row)).map(({ row }) => row),
    alternatives: [...alternatives].filter((row) => ticks.has(row)),
    matches: [...matches].flatMap(([row, { id, version }]) =>
      ticks.has(row) ? [{ row, operationId: id, version }] : [],
    ),
  };
}

/** The planned operations of the account that a new row may be: of its direction, and in no other row. */
export function plannedFor(
  row: ChangeRow,
  changes: ImportChanges,
  operations: readonly Operation[],
  accountId: string,
  matches: Decisions['matches'],
): Operation[] {
  if (row.verdict !== 'NEW' || !row.movement) return [];
  const taken = new Set(changes.rows.flatMap(({ existing }) => existing?.id ?? []));
  for (const [at, { id }] of matches) if (at !== row.row) taken.add(id);
  const isIn = row.movement.amountCents > 0;
  return operations.filter(
    (one) =>
      one.status === 'PLANNED' &&
      !taken.has(one.id) &&
      (isIn
        ? (one.kind === 'INCOME' && one.accountId === accountId) || one.toAccountId === accountId
        : one.kind !== 'INCOME' && one.accountId === accountId),
  );
}

/** The rows shown with the question about a card's signs: day, cents and text, again and again. */
export const cardExamples = (
  params: readonly string[],
): { readonly day: string; readonly cents: number; readonly text: string }[] =>
  params.flatMap((day, i) =>
    i % 3 === 0 ? [{ day, cents: Number(params[i + 1]), text: params[i + 2] ?? '' }] : [],
  );

const CHECK_KINDS = ['BALANCES', 'COUNT', 'TOTAL', 'TOTAL_IN', 'TOTAL_OUT', 'RUNNING_BALANCE'] as const;

/** What FILE_CHECKSUM says: the kind of figure, what the file states and what its rows give. */
export function statedDifference([, kind, expected, actual]: readonly string[]) {
  const known = CHECK_KINDS.find((one) => one === kind);
  return known && { kind: known, expected: Number(expected), actual: Number(actual) };
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

/** The accounts a refused file names: one that is another than the account's, or several. */
export const namedAccounts = (error: Error | null): readonly string[] =>
  isApiError(error) && error.code === 'FILE_WRONG_ACCOUNT' ? error.params : [];
