import { addBusinessDays, daysBetween, type BusinessCalendar, type Day } from '@fibado/planning';
import { folded } from '../cells/text.js';
import { groupBy } from '../group-by.js';
import type { CompareInput, Movement, StoredOperation } from '../types.js';
import { writeKey, type ImportKey } from './import-key.js';
import { legOf, type Known } from './leg.js';
import { recogniseText } from './recognise.js';

/** Business days between an order and its booking that still make them one. */
const WINDOW_DAYS = 4;

/** A booked row of the file within the quarter. */
export interface Line {
  readonly row: number;
  readonly movement: Movement;
  readonly key: ImportKey;
}

export type Match =
  | { readonly kind: 'EXACT'; readonly known: Known }
  | { readonly kind: 'VALUE_DATE'; readonly known: Known }
  | { readonly kind: 'AMOUNT'; readonly known: Known }
  | { readonly kind: 'OTHER_TEXT'; readonly known: Known }
  | { readonly kind: 'PLANNED'; readonly known: Known }
  | { readonly kind: 'OTHER_LEG'; readonly known: Known }
  | { readonly kind: 'BY_HAND'; readonly known: Known }
  | { readonly kind: 'PAIR'; readonly other: StoredOperation };

/** Lines and operations still without a partner. Each finds at most one. */
class Board {
  readonly matches = new Map<Line, Match>();
  readonly taken = new Set<string>();

  constructor(
    private readonly allLines: readonly Line[],
    private readonly allKnown: readonly Known[],
  ) {}

  lines(): Line[] {
    return this.allLines.filter((line) => !this.matches.has(line));
  }

  known(test: (known: Known) => boolean): Known[] {
    return this.allKnown.filter((known) => !this.taken.has(known.operation.id) && test(known));
  }

  join(line: Line, match: Match): void {
    this.matches.set(line, match);
    this.taken.add(match.kind === 'PAIR' ? match.other.id : match.known.operation.id);
  }

  /** Joins lines and operations with the same word, first to first. */
  joinByWord(
    kind: Exclude<Match['kind'], 'PAIR'>,
    wordOfLine: (line: Line) => string,
    known: readonly Known[],
    wordOfKnown: (known: Known) => string,
  ): void {
    const waiting = groupBy(known, wordOfKnown);
    for (const line of this.lines()) {
      const partner = waiting.get(wordOfLine(line))?.shift();
      if (partner) this.join(line, { kind, known: partner });
    }
  }
}

const isConfirmed = (known: Known): boolean => known.key !== undefined;

/** The days within the window around a day, both ends included. */
function windowAround(day: Day, calendar: BusinessCalendar): readonly [Day, Day] {
  return [addBusinessDays(day, -WINDOW_DAYS, calendar), addBusinessDays(day, WINDOW_DAYS, calendar)];
}

/** Words two texts share, to choose between operations of the same day and amount. */
function sharedWords(a: string, b: string): number {
  const words = (text: string): string[] =>
    folded(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((w) => w.length > 2);
  const own = new Set(words(a));
  return words(b).filter((word) => own.has(word)).length;
}

interface Offer<T> {
  readonly line: Line;
  readonly partner: T;
  readonly distance: number;
  readonly words: number;
}

/** Gives each line the nearest free partner: by days, then by words in common, then by their order. */
function assignNearest<T>(
  board: Board,
  calendar: BusinessCalendar,
  partners: readonly {
    readonly it: T;
    readonly id: string;
    readonly cents: number;
    readonly date: Day;
    readonly text: string;
  }[],
  accept: (line: Line, it: T) => boolean,
  matchOf: (it: T) => Match,
): void {
  const byAmount = groupBy(partners, (partner) => partner.cents);
  const offers: Offer<(typeof partners)[number]>[] = [];
  for (const line of board.lines()) {
    const same = byAmount.get(line.movement.amountCents);
    if (!same) continue;
    const [from, to] = windowAround(line.movement.date, calendar);
    for (const partner of same) {
      if (partner.date < from || partner.date > to || !accept(line, partner.it)) continue;
      const distance = Math.abs(daysBetween(partner.date, line.movement.date));
      offers.push({ line, partner, distance, words: sharedWords(line.movement.description, partner.text) });
    }
  }
  offers.sort((a, b) => a.distance - b.distance || b.words - a.words || a.line.row - b.line.row);
  for (const { line, partner } of offers) {
    if (!board.matches.has(line) && !board.taken.has(partner.id)) board.join(line, matchOf(partner.it));
  }
}

function assignKnown(
  board: Board,
  calendar: BusinessCalendar,
  kind: Exclude<Match['kind'], 'PAIR'>,
  known: readonly Known[],
): void {
  const partners = known.map((it) => ({
    it,
    id: it.operation.id,
    cents: it.leg.amountCents,
    date: it.leg.date,
    text: it.operation.description,
  }));
  assignNearest(
    board,
    calendar,
    partners,
    () => true,
    (it) => ({ kind, known: it }),
  );
}

const movesInternally = (text: string, cents: number): boolean =>
  recogniseText(text, cents) === 'INTERNAL_TRANSFER';

/** Movements of other own accounts that may be the other side of a transfer. */
function assignPairs(board: Board, input: CompareInput): void {
  const partners = input.operations.flatMap((it) => {
    const isMovement = it.kind !== 'TRANSFER' && it.status === 'DONE' && it.accountId !== input.accountId;
    const leg = isMovement ? legOf(it, it.accountId) : undefined;
    if (!leg) return [];
    return [{ it, id: it.id, cents: 0 - leg.amountCents, date: leg.date, text: it.description }];
  });
  const accept = ({ movement }: Line, it: StoredOperation): boolean =>
    movesInternally(movement.description, movement.amountCents) ||
    movesInternally(it.description, 0 - movement.amountCents);
  assignNearest(board, input.calendar, partners, accept, (other) => ({ kind: 'PAIR', other }));
}

/** One leftover row and one leftover operation of the same day and text: the bank corrected the amount. */
function joinRestatedAmounts(board: Board, isInPeriod: (known: Known) => boolean): void {
  const wordOf = (date: Day, text: string, cents: number): string =>
    [date, folded(text), cents > 0 ? '+' : '-'].join('\n');
  const lines = groupBy(board.lines(), ({ movement: m }) => wordOf(m.date, m.description, m.amountCents));
  const known = groupBy(
    board.known((k) => isConfirmed(k) && k.leg.side === 'ONLY' && isInPeriod(k)),
    ({ leg, operation }) => wordOf(leg.date, operation.description, leg.amountCents),
  );
  for (const [word, [line, ...more]] of lines) {
    const [only, ...others] = known.get(word) ?? [];
    if (line && only && more.length === 0 && others.length === 0)
      board.join(line, { kind: 'AMOUNT', known: only });
  }
}

/**
 * Finds for each line the operation it is, from the surest evidence to the weakest.
 * @returns the matches, and the ids of the operations they used
 */
export function matchLines(
  lines: readonly Line[],
  known: readonly Known[],
  input: CompareInput,
): { readonly matches: ReadonlyMap<Line, Match>; readonly taken: ReadonlySet<string> } {
  const board = new Board(lines, known);
  const { period } = input.statement;
  const { calendar } = input;
  const isInPeriod = ({ leg }: Known): boolean => leg.date >= period.from && leg.date <= period.to;

  // The same row of an earlier file.
  const keyed = (k: Known): string => (k.key ? writeKey(k.key) : '');
  board.joinByWord('EXACT', ({ key }) => writeKey(key), board.known(isConfirmed), keyed);
  board.joinByWord(
    'VALUE_DATE',
    ({ key }) => key.core,
    board.known(isConfirmed),
    (k) => k.key?.core ?? '',
  );
  // An imported operation that this file no longer shows as it was.
  joinRestatedAmounts(board, isInPeriod);
  board.joinByWord(
    'OTHER_TEXT',
    ({ movement }) => `${movement.date} ${String(movement.amountCents)}`,
    board.known((k) => isConfirmed(k) && isInPeriod(k)),
    ({ leg }) => `${leg.date} ${String(leg.amountCents)}`,
  );
  // What was planned, the other side of a known transfer, what was written by hand.
  assignKnown(
    board,
    calendar,
    'PLANNED',
    board.known((k) => !isConfirmed(k) && k.operation.status === 'PLANNED'),
  );
  assignKnown(
    board,
    calendar,
    'OTHER_LEG',
    board.known((k) => !isConfirmed(k) && k.operation.kind === 'TRANSFER'),
  );
  assignKnown(
    board,
    calendar,
    'BY_HAND',
    board.known((k) => !isConfirmed(k) && k.operation.status === 'DONE'),
  );
  assignPairs(board, input);
  return { matches: board.matches, taken: board.taken };
}
