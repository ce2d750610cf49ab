/** Past movements that belong together: the material from which recurrences are learnt and against which they are held. */
import type { Cents, Day } from '../problem.js';

/** A movement that happened, as the ledger has it. */
export interface PastMovement {
  readonly id: string;
  readonly kind: 'INCOME' | 'EXPENSE' | 'TRANSFER';
  readonly accountId: string;
  readonly toAccountId?: string | undefined;
  readonly date: Day;
  readonly amountCents: Cents;
  readonly description: string;
  readonly category?: string | undefined;
  /** The stored rule it was written from, when it was. */
  readonly recurrenceId?: string | undefined;
}

type Identified = Pick<PastMovement, 'kind' | 'accountId' | 'toAccountId' | 'description'>;

const MONTHS = new Set(
  (
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre ' +
    'gen feb mar apr mag giu lug ago set ott nov dic ' +
    'january february march april may june july august september october november december ' +
    'jan jun jul aug sep sept oct dec'
  ).split(' '),
);

/**
 * What makes two movements of one series: direction, accounts, and the words of the text. Words with digits (dates,
 * mandate and invoice numbers) and names of months differ from one instalment to the next and do not count.
 */
export function seriesKey({ kind, accountId, toAccountId, description }: Identified): string {
  const words = description
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/\p{N}/u.test(word) && !MONTHS.has(word));
  const text = words.length > 0 ? words.join(' ') : description.trim().toLowerCase();
  return [kind, accountId, toAccountId ?? '', text].join('|');
}

/** Movements grouped into series; each series by day. */
export function seriesOf(movements: readonly PastMovement[]): Map<string, PastMovement[]> {
  const series = new Map<string, PastMovement[]>();
  for (const movement of movements) {
    const key = seriesKey(movement);
    const group = series.get(key);
    if (group) group.push(movement);
    else series.set(key, [movement]);
  }
  for (const group of series.values()) group.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return series;
}

/** The last day an account's movements are known of. What was due later cannot be called missing. */
export function knownUntil(movements: readonly PastMovement[]): Map<string, Day> {
  const last = new Map<string, Day>();
  for (const { accountId, toAccountId, date } of movements)
    for (const id of [accountId, toAccountId])
      if (id !== undefined && date > (last.get(id) ?? '')) last.set(id, date);
  return last;
}

/** A value below which the given share of the sorted values lies, interpolated and rounded to a cent. */
export function quantile(sorted: readonly number[], share: number): Cents {
  const at = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return Math.round(low + (high - low) * (at - Math.floor(at)));
}

export const sortedAmounts = (movements: readonly PastMovement[]): number[] =>
  movements.map(({ amountCents }) => amountCents).sort((a, b) => a - b);
