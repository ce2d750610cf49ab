/** Two accounts of a household, for tests of what moves between them. */

import { type Account, evaluate, type Problem } from '../../src/index.js';
import { aBank, accountId, anAccount, aProblem, aSetup, bankId } from '../../src/testing/index.js';

/** Account 1 at bank 1 and account 2 at bank 2, 1,000.00 each, Q2 2027. */
export function pair(
  first: Partial<Account> = {},
  second: Partial<Account> = {},
  more: Partial<Problem> = {},
): Problem {
  return aProblem({
    banks: [aBank(1), aBank(2)],
    accounts: [anAccount(1, first), anAccount(2, { bankId: bankId(2), ...second })],
    setups: [aSetup(1, 100_000), aSetup(2, 100_000)],
    ...more,
  });
}

export const balances = (
  problem: Problem,
  account: number,
  transfers = [] as Parameters<typeof evaluate>[1],
) => {
  const { days, accounts } = evaluate(problem, transfers);
  const daily = accounts.find((entry) => entry.accountId === accountId(account))?.dailyBalancesCents ?? [];
  return Object.fromEntries(days.map((day, position) => [day, daily[position] ?? NaN]));
};
