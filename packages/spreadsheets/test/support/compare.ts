/** Statements and stored operations, compared. */

import {
  compareMovements,
  type Changes,
  type ComputedFigures,
  type Movement,
  type ProposedOperation,
  type StatementRow,
  type StoredOperation,
} from '../../src/index.js';

export const QUARTER = '2026-01-01';
export const MINE = '11111111-1111-4111-8111-111111111111';
export const OTHER = '22222222-2222-4222-8222-222222222222';

export type Loose = Partial<Movement> & { readonly amountCents: number };

export const movement = (m: Loose): Movement => {
  const date = m.date ?? '2026-02-02';
  return { date, valueDate: m.valueDate ?? date, description: 'Spesa', ...m };
};
export const statement = (movements: readonly Loose[], period?: { from: string; to: string }) => {
  const all = movements.map(movement);
  const days = all.map((m) => m.date).sort();
  const rows = all.map((m, i): StatementRow => ({ row: i + 2, state: 'BOOKED', movement: m }));
  return { rows, period: period ?? { from: days[0] ?? QUARTER, to: days.at(-1) ?? QUARTER } };
};

export let serial = 0;
export type Given = Omit<Partial<StoredOperation>, 'id' | 'version'> & {
  readonly amountCents: number;
  readonly id?: string | undefined;
  readonly version?: number | undefined;
};
export const stored = ({ id, version, ...o }: Given): StoredOperation => {
  serial += 1;
  const date = o.date ?? '2026-02-02';
  return {
    id: id ?? `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    version: version ?? 1,
    quarter: QUARTER,
    kind: 'EXPENSE',
    date,
    valueDate: o.valueDate ?? date,
    accountId: MINE,
    description: 'Spesa',
    status: 'DONE',
    origin: 'MANUAL',
    locked: false,
    ...o,
  };
};

export const compare = (
  movements: readonly Loose[],
  operations: readonly StoredOperation[] = [],
  more: {
    accountId?: string;
    period?: { from: string; to: string };
    figures?: ComputedFigures[];
    closingBalanceCents?: number;
  } = {},
): Changes =>
  compareMovements({
    quarter: QUARTER,
    accountId: more.accountId ?? MINE,
    statement: {
      ...statement(movements, more.period),
      ...(more.closingBalanceCents === undefined ? {} : { closingBalanceCents: more.closingBalanceCents }),
    },
    operations,
    openingBalanceCents: 100_000,
    calendar: 'TARGET_AND_ITALY',
    ...(more.figures ? { figures: more.figures } : {}),
  });

/** What the household has after saving the ticked rows, as `save-bulk` does. */
export function save(
  changes: Changes,
  before: readonly StoredOperation[],
  ticked = (r: Changes['rows'][number]) => r.selected,
): StoredOperation[] {
  const accepted = changes.rows.flatMap((row) => (ticked(row) && row.operation ? [row.operation] : []));
  const replaced = new Set(accepted.map((o) => o.id));
  const fresh = accepted.map((o: ProposedOperation) =>
    stored({ ...o, ...(o.id === undefined ? {} : { id: o.id, version: (o.version ?? 0) + 1 }) }),
  );
  return [...before.filter((o) => !replaced.has(o.id)), ...fresh];
}

export const verdicts = (changes: Changes): string[] => changes.rows.map((row) => row.verdict);
