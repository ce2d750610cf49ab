/** Short ways to write the worked examples. */

import {
  type Account,
  type Evaluation,
  evaluate,
  lawOn,
  type Operation,
  type Problem,
  type QuarterDate,
} from '../../src/index.js';
import { anAccount, aProblem, aSetup } from '../../src/testing/index.js';

export const euro = (amount: number): number => Math.round(amount * 100);
export const law = lawOn('2027-01-01');
export const FIXED: Partial<Account> = { dutyRegime: 'FIXED' };

/** One account with constant or moving balance, alone in its quarter. */
export function single(
  quarter: QuarterDate,
  openingCents: number,
  account: Partial<Account>,
  operations: readonly Operation[] = [],
  more: Partial<Problem> = {},
): Evaluation {
  return evaluate(
    aProblem({
      quarter,
      accounts: [anAccount(1, account)],
      setups: [aSetup(1, openingCents)],
      operations,
      ...more,
    }),
  );
}

export function only<T>(values: readonly T[]): T {
  expect(values).toHaveLength(1);
  return values[0] as T;
}
