import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import type { Check, Statement, StatementRow } from '../types.js';

const keyOf = (row: StatementRow): string | undefined =>
  row.state === 'ERROR' || !row.movement
    ? undefined
    : [row.state, row.movement.date, row.movement.amountCents, row.movement.description].join('\n');

/** The rows of one statement that those before it do not have: the n-th equal row counts against the n-th there. */
function newRows(rows: readonly StatementRow[], seen: Map<string, number>): StatementRow[] {
  const own = new Map<string, number>();
  const kept = rows.filter((row) => {
    const key = keyOf(row);
    if (key === undefined) return true;
    const occurrence = (own.get(key) ?? 0) + 1;
    own.set(key, occurrence);
    return occurrence > (seen.get(key) ?? 0);
  });
  for (const [key, count] of own) seen.set(key, Math.max(count, seen.get(key) ?? 0));
  return kept;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * The statements of an archive, all of one account, as one: in the order of their days, a movement of overlapping ones
 * once. Rows are counted on over the files.
 * @throws FileError FILE_TOO_COMPLEX
 */
export function mergedStatement(statements: readonly Statement[]): Statement {
  const sorted = statements.toSorted((a, b) => (a.period.from < b.period.from ? -1 : 1));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last) throw new FileError('FILE_NO_ROWS', 'The archive holds no statement of this account');
  if (sorted.length === 1) return first;
  const seen = new Map<string, number>();
  const rows: StatementRow[] = [];
  const checks: Check[] = [];
  let offset = 0;
  for (const statement of sorted) {
    const before = offset;
    rows.push(...newRows(statement.rows, seen).map((row) => ({ ...row, row: row.row + before })));
    checks.push(
      ...statement.checks.map((check) =>
        check.row === undefined ? check : { ...check, row: check.row + before },
      ),
    );
    offset += Math.max(0, ...statement.rows.slice(-1).map(({ row }) => row));
  }
  if (offset > LIMITS.rows) throw new FileError('FILE_TOO_COMPLEX', 'The archive has too many rows');
  return {
    ...first,
    rows,
    checks,
    period: {
      from: first.period.from,
      to:
        sorted
          .map(({ period }) => period.to)
          .sort()
          .at(-1) ?? last.period.to,
    },
    openingBalanceCents: first.openingBalanceCents,
    closingBalanceCents: last.closingBalanceCents,
    ibans: distinct(sorted.flatMap(({ ibans }) => ibans)),
    accountNames: distinct(sorted.flatMap(({ accountNames }) => accountNames)),
  };
}
