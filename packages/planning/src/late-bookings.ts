/**
 * Bookings of a period's end that the bank makes in the first days of the next quarter. The opening balance of that
 * quarter has them already; once the bank's own lines are among its movements, they must not count twice.
 */

import { addDays } from './calendar.js';
import type { AnticipatedBookings, Cents, Day, Operation, Setup } from './problem.js';

/** Days of a quarter in which a bank still books what the quarter before brought. */
const LATE_DAYS = 15;
/** Banks round each part by itself, cents. */
const TOLERANCE_CENTS = 1;

type Statement = readonly Pick<
  Operation,
  'kind' | 'status' | 'importKey' | 'accountId' | 'date' | 'amountCents'
>[];

/**
 * What of the opening balance the bank's statement of the quarter books itself, signed cents: a part whose line has
 * come, recognised by its amount; and all of it once the statement has been read beyond the days in which lines are late.
 */
export function bookedByStatementCents(
  { accountId, carried }: Pick<Setup, 'accountId' | 'carried'>,
  quarter: Day,
  operations: Statement,
): Cents {
  const anticipated = carried?.anticipated;
  if (anticipated === undefined) return 0;
  const parts = partsOf(anticipated);
  const lines = operations.filter(
    (line) =>
      line.accountId === accountId &&
      line.importKey !== undefined &&
      line.status === 'DONE' &&
      line.kind !== 'TRANSFER' &&
      line.date >= quarter,
  );
  const lateTo = addDays(quarter, LATE_DAYS - 1);
  const isReadBeyond = lines.some(({ date }) => date > lateTo);
  const free = lines.filter(({ date }) => date <= lateTo);
  return parts.reduce((sum, cents) => {
    const index = free.findIndex((line) => isLineOf(line, cents));
    if (index >= 0) free.splice(index, 1);
    return index >= 0 || isReadBeyond ? sum + cents : sum;
  }, 0);
}

function partsOf({ interestCents, dutyCents, feesCents }: AnticipatedBookings): Cents[] {
  return [interestCents, 0 - dutyCents, 0 - feesCents].filter((cents) => cents !== 0);
}

function isLineOf({ kind, amountCents }: Statement[number], cents: Cents): boolean {
  const signed = kind === 'INCOME' ? amountCents : 0 - amountCents;
  return Math.sign(signed) === Math.sign(cents) && Math.abs(signed - cents) <= TOLERANCE_CENTS;
}
