import type { ClosingActuals, Operation, Quarter } from '@fibado/contracts';
import { type Evaluation, quarterEnd } from '@fibado/planning';

/** What the bank reported for one account; `null` is not said, so the computed figure holds. */
export interface ActualRow {
  readonly accountId: string;
  readonly closingBalanceCents: number | null;
  readonly netInterestCents: number | null;
  readonly stampDutyCents: number | null;
}

/** Only accounts that banks report: what a lot comes to follows from its terms. */
export function withAccountsOf({ setups }: Pick<Quarter, 'setups'>, evaluation: Evaluation): Evaluation {
  const own = new Set(setups.map(({ accountId }) => accountId));
  return { ...evaluation, accounts: evaluation.accounts.filter(({ accountId }) => own.has(accountId)) };
}

export const emptyActuals = (evaluation: Evaluation): ActualRow[] =>
  evaluation.accounts.map((a) => ({
    accountId: a.accountId,
    closingBalanceCents: null,
    netInterestCents: null,
    stampDutyCents: null,
  }));

/** Operations of the quarter still planned: they keep it from being closed. */
export const openOperations = (operations: readonly Operation[], quarter: string): Operation[] =>
  operations.filter((o) => o.status === 'PLANNED' && o.date <= quarterEnd(quarter));

/** What closing sends: only accounts for which something was said. */
export function actualsToSend(rows: readonly ActualRow[]): ClosingActuals[] {
  return rows.flatMap((row) => {
    const said = {
      ...(row.closingBalanceCents === null ? {} : { closingBalanceCents: row.closingBalanceCents }),
      ...(row.netInterestCents === null ? {} : { netInterestCents: row.netInterestCents }),
      ...(row.stampDutyCents === null ? {} : { stampDutyCents: row.stampDutyCents }),
    };
    return Object.keys(said).length === 0 ? [] : [{ accountId: row.accountId, ...said }];
  });
}
