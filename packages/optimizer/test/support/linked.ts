/** A deposit that exchanges money with one account only. */

import type { Problem } from '@fibado/planning';
import {
  accountId,
  aGroup,
  anAccount,
  aBank,
  aProblem,
  aSetup,
  flatRate,
  theSettings,
} from '@fibado/planning/testing';

/** 18,000 € at 1 % that may go to 4 % only through an account that earns nothing; no duty. */
export function linkedDeposit(): Problem {
  return aProblem({
    banks: [aBank(1)],
    accountGroups: [aGroup(1)],
    accounts: [
      anAccount(1, { dutyRegime: 'NONE', rates: flatRate(0) }),
      anAccount(2, { dutyRegime: 'NONE', rates: flatRate(1) }),
      anAccount(3, {
        kind: 'DEPOSIT_FREE',
        dutyRegime: 'NONE',
        rates: flatRate(4),
        linkedAccountId: accountId(1),
      }),
    ],
    setups: [aSetup(1, 0), aSetup(2, 1_800_000), aSetup(3, 0)],
    settings: theSettings({ effortCostCents: 100 }),
  });
}
