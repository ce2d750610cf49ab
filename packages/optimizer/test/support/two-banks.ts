/** A current account and a deposit at two banks. */

import { type Problem } from '@fibado/planning';
import {
  aBank,
  aGroup,
  anAccount,
  aProblem,
  aSetup,
  bankId,
  flatRate,
  theSettings,
} from '@fibado/planning/testing';
import { optimize, type OptimizeOptions } from '../../src/index.js';

export const TWO_BANKS = {
  banks: [aBank(1), aBank(2)],
  accountGroups: [aGroup(1), aGroup(2, { holders: ['Bruno'] })],
};

/** 20,000 euro on a current account, a deposit at another bank beside it: example E19 of the rule book. */
export function currentAndDeposit(currentRate: number): Problem {
  return aProblem({
    ...TWO_BANKS,
    accounts: [
      anAccount(1, { dutyRegime: 'FIXED', rates: flatRate(currentRate) }),
      anAccount(2, {
        bankId: bankId(2),
        kind: 'DEPOSIT_FREE',
        dutyRegime: 'PROPORTIONAL',
        rates: flatRate(2.5),
      }),
    ],
    setups: [aSetup(1, 2_000_000), aSetup(2, 0)],
    settings: theSettings({ thresholdMarginCents: 0 }),
  });
}

export const run = (problem: Problem, options: OptimizeOptions = {}) =>
  optimize(problem, { timeLimitMs: 20_000, ...options });
