/** Transfers that make up one amount, as a limit does not let it leave in one. */

interface Piece {
  readonly date: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly amountCents: number;
}

const keyOf = ({ date, from, to }: Piece): string => [date, from, to].join('|');

/** The transfers in their order, those between the same accounts on the same day together. */
export function wholeAmounts<T>(transfers: readonly T[], pieceOf: (transfer: T) => Piece): T[][] {
  const whole = new Map<string, T[]>();
  for (const transfer of transfers) {
    const key = keyOf(pieceOf(transfer));
    const pieces = whole.get(key);
    if (pieces === undefined) whole.set(key, [transfer]);
    else pieces.push(transfer);
  }
  return [...whole.values()];
}

/** `3 × 5.000,00 € + 2.000,00 €`. */
export function piecesText(amountsCents: readonly number[], money: (cents: number) => string): string {
  const counts = new Map<number, number>();
  for (const cents of amountsCents) counts.set(cents, (counts.get(cents) ?? 0) + 1);
  return [...counts]
    .map(([cents, count]) => (count === 1 ? money(cents) : `${String(count)} × ${money(cents)}`))
    .join(' + ');
}
