import type { Cents } from '@fibado/planning';
import type { Check, StatementBlock, StatementRow } from '../types.js';

/** Failures shown of a year of daily balances. */
const SHOWN = 5;

export interface BlockFigures {
  readonly checks: readonly Check[];
  readonly openingCents?: Cents | undefined;
  readonly closingCents?: Cents | undefined;
}

/** Opening + movements = closing, for each statement of the account. */
function balanceChecks(blocks: readonly StatementBlock[], rows: readonly StatementRow[]): Check[] {
  const booked = new Map(
    rows.flatMap((row) => (row.state === 'BOOKED' ? [[row.row, row.movement.amountCents] as const] : [])),
  );
  const checks = blocks.flatMap(({ firstRow, lastRow, openingCents, closingCents }): Check[] => {
    if (openingCents === undefined || closingCents === undefined) return [];
    let actual = openingCents;
    for (let row = firstRow; row <= lastRow; row += 1) actual += booked.get(row) ?? 0;
    return [{ kind: 'BALANCES', ok: actual === closingCents, row: lastRow, expected: closingCents, actual }];
  });
  const failed = checks.filter(({ ok }) => !ok);
  return failed.length > 0 ? failed.slice(0, SHOWN) : checks.slice(-1);
}

/** The closing balance of one statement = the opening one of the next: else a statement is missing in between. */
function chainCheck(blocks: readonly StatementBlock[]): Check[] {
  for (const [index, { openingCents: actual, firstRow }] of blocks.entries()) {
    const expected = blocks[index - 1]?.closingCents;
    if (expected !== undefined && actual !== undefined && expected !== actual)
      return [{ kind: 'RUNNING_BALANCE', ok: false, row: firstRow, expected, actual }];
  }
  return [];
}

/** What the balances of an account's statements say of its rows. @param account as the file names it */
export function blockFigures(
  all: readonly StatementBlock[],
  account: string | undefined,
  rows: readonly StatementRow[],
): BlockFigures {
  const blocks = all.filter((block) => account === undefined || block.account === account);
  return {
    checks: [...balanceChecks(blocks, rows), ...chainCheck(blocks)],
    openingCents: blocks[0]?.openingCents,
    closingCents: blocks.at(-1)?.closingCents,
  };
}
