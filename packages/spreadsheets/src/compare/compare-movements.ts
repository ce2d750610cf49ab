import { isInQuarter, quarterEnd } from '@fibado/planning';
import type {
  ChangeRow,
  Changes,
  CompareInput,
  Difference,
  MissingOperation,
  Movement,
  ProposedOperation,
  RowMessageCode,
  StatementRow,
  StoredOperation,
  Verdict,
} from '../types.js';
import { keysOf } from './import-key.js';
import { knownOf, legOf, type Known } from './leg.js';
import { matchLines, type Line, type Match } from './match.js';
import { confirmedOperation, differencesOf, newOperation, pairedTransfer } from './propose.js';
import { recognise } from './recognise.js';

type Booked = Extract<StatementRow, { state: 'BOOKED' }>;

const say = (code: RowMessageCode, params: readonly string[] = []): ChangeRow['message'] => ({
  code,
  params,
});

/** The rows of the quarter that move money, with their keys; occurrences are counted over the whole file. */
function linesOf(input: CompareInput): Map<number, Line> {
  const booked = input.statement.rows.filter((row): row is Booked => row.state === 'BOOKED');
  const keys = keysOf(
    input.accountId,
    booked.map((row) => row.movement),
  );
  const lines = new Map<number, Line>();
  booked.forEach(({ row, movement }, i) => {
    const key = keys[i];
    const counts = movement.amountCents !== 0 && isInQuarter(movement.date, input.quarter);
    if (key && counts) lines.set(row, { row, movement, key });
  });
  return lines;
}

/** The differences that an identical row cannot explain: the household changed the operation since. */
function editsOf(known: Known, restored: ProposedOperation): Difference[] {
  const all = differencesOf(known.operation, restored);
  if (known.leg.side === 'ONLY') return all;
  // A transfer keeps one pair of days for two banks, so days may differ by what the other bank says.
  return all.filter(({ field }) => field === 'amountCents' || field === 'status');
}

interface Judged {
  readonly verdict: Verdict;
  readonly operation?: ProposedOperation | undefined;
  readonly alternative?: ProposedOperation | undefined;
  readonly existing?: StoredOperation | undefined;
  readonly message?: ChangeRow['message'];
  readonly selected: boolean;
}

function judgeExact(known: Known, confirmed: ProposedOperation): Judged {
  const existing = known.operation;
  if (editsOf(known, confirmed).length === 0) return { verdict: 'SAME', existing, selected: false };
  return {
    verdict: 'CHANGED',
    existing,
    operation: confirmed,
    message: say('EDITED_SINCE_IMPORT'),
    // The household meant its change; the bank's figures are an offer.
    selected: false,
  };
}

function judge(line: Line, match: Match | undefined, input: CompareInput): Judged {
  const fresh = newOperation(line.movement, line.key, input);
  if (!match) return { verdict: 'NEW', operation: fresh, selected: true };
  if (match.kind === 'PAIR') {
    return {
      verdict: 'MATCHES_PLANNED',
      existing: match.other,
      operation: pairedTransfer(match.other, line.movement, line.key, input.accountId),
      alternative: fresh,
      message: say('PAIRED_TRANSFER'),
      selected: true,
    };
  }
  const existing = match.known.operation;
  const confirmed = confirmedOperation(match.known, line.movement, line.key);
  const twin = (code: RowMessageCode): Judged => ({
    verdict: 'DUPLICATE_SUSPECT',
    existing,
    operation: fresh,
    alternative: confirmed,
    message: say(code),
    selected: false,
  });
  const changed = (code: RowMessageCode): Judged => ({
    verdict: 'CHANGED',
    existing,
    operation: confirmed,
    message: say(code),
    selected: true,
  });
  const happened = (code: RowMessageCode): Judged => ({
    verdict: 'MATCHES_PLANNED',
    existing,
    operation: confirmed,
    alternative: fresh,
    message: say(code),
    selected: true,
  });
  switch (match.kind) {
    case 'EXACT':
      return judgeExact(match.known, confirmed);
    case 'VALUE_DATE':
      return changed('VALUE_DATE_RESTATED');
    case 'AMOUNT':
      return changed('AMOUNT_RESTATED');
    case 'OTHER_TEXT':
      return twin('TWIN_OTHER_TEXT');
    case 'BY_HAND':
      return twin('TWIN_BY_HAND');
    case 'PLANNED':
      return happened('PLANNED_HAPPENED');
    case 'OTHER_LEG':
      return happened('OTHER_LEG');
  }
}

function unmovedRow(
  row: number,
  verdict: Verdict,
  movement: Movement | undefined,
  code?: RowMessageCode,
): ChangeRow {
  return {
    row,
    verdict,
    ...(movement ? { movement } : {}),
    ...(code === undefined ? {} : { message: say(code) }),
    differences: [],
    selected: false,
  };
}

function changeRow(
  source: StatementRow,
  line: Line | undefined,
  match: Match | undefined,
  input: CompareInput,
): ChangeRow {
  if (source.state === 'ERROR') {
    const { code, params } = source.issue;
    return { ...unmovedRow(source.row, 'ERROR', undefined), message: say(code, params) };
  }
  if (source.state === 'PENDING') return unmovedRow(source.row, 'PENDING', source.movement);
  const { movement, row } = source;
  if (!line) {
    if (!isInQuarter(movement.date, input.quarter)) return unmovedRow(row, 'OUTSIDE_QUARTER', movement);
    return unmovedRow(row, 'SAME', movement, 'AMOUNT_ZERO');
  }
  const judged = judge(line, match, input);
  const recognition = recognise(movement, input.figures ?? []);
  const target = judged.verdict === 'DUPLICATE_SUSPECT' ? judged.alternative : judged.operation;
  return {
    row,
    movement,
    ...judged,
    differences: judged.existing && target ? differencesOf(judged.existing, target) : [],
    ...(recognition ? { recognition } : {}),
  };
}

/** Operations of the account within the file's period that no row of the file shows. */
function missingOf(
  known: readonly Known[],
  taken: ReadonlySet<string>,
  input: CompareInput,
): MissingOperation[] {
  const { from, to } = input.statement.period;
  return known
    .filter(({ operation, leg }) => {
      if (taken.has(operation.id) || leg.date < from || leg.date > to) return false;
      return isInQuarter(leg.date, input.quarter);
    })
    .map(({ operation }) => ({
      operation,
      reason: operation.status === 'DONE' ? 'DONE_NOT_IN_FILE' : 'PLANNED_NOT_IN_FILE',
    }));
}

function balanceEffect(rows: readonly ChangeRow[], input: CompareInput): Changes['balanceEffect'] {
  const last = quarterEnd(input.quarter);
  const { period, closingBalanceCents } = input.statement;
  const until = period.to < last ? period.to : last;
  const sum = (
    operations: readonly ProposedOperation[],
    counts: (o: ProposedOperation, day: string) => boolean,
  ): number =>
    operations.reduce((total, operation) => {
      const leg = legOf(operation, input.accountId);
      // What was booked before the quarter is in its opening balance.
      const isCounted = leg && leg.date >= input.quarter && counts(operation, leg.date);
      return isCounted ? total + leg.amountCents : total;
    }, 0);
  const booked = (operations: readonly ProposedOperation[]): number =>
    input.openingBalanceCents + sum(operations, (o, day) => o.status === 'DONE' && day <= until);
  const projected = (operations: readonly ProposedOperation[]): number =>
    sum(operations, (_, day) => day <= last);

  const saved = rows.flatMap(({ selected, operation }) => (selected && operation ? [operation] : []));
  const replaced = new Set(saved.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const after = [...input.operations.filter(({ id }) => !replaced.has(id)), ...saved];
  return {
    projectedCents: projected(after) - projected(input.operations),
    bookedBeforeCents: booked(input.operations),
    bookedAfterCents: booked(after),
    // A balance after the quarter's end is not the quarter's.
    ...(closingBalanceCents === undefined || period.to > last ? {} : { statedCents: closingBalanceCents }),
  };
}

/**
 * What a file changes in an account's quarter: for each row whether it is new, known, changed, suspect or planned,
 * and what the household has that the file does not. Nothing is stored; each row carries what saving it would store.
 * Pure, and stable: after saving the ticked rows the same file gives SAME for them.
 */
export function compareMovements(input: CompareInput): Changes {
  const known = knownOf(input.operations, input.accountId);
  const lines = linesOf(input);
  const { matches, taken } = matchLines([...lines.values()], known, input);
  const rows = input.statement.rows.map((source) => {
    const line = lines.get(source.row);
    return changeRow(source, line, line ? matches.get(line) : undefined, input);
  });
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of rows) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return { rows, counts, missing: missingOf(known, taken, input), balanceEffect: balanceEffect(rows, input) };
}
