import { goalsOfQuarter, lotsOfQuarter, type Problem } from '@fibado/planning';
import { contentHash } from '../shared/content-hash.js';

/**
 * Fingerprint of a plan: what every account starts with and may hold, what moves when, and the settings. Ticking a
 * movement as done or wording it differently leaves the plan what it is.
 */
export function sealOf(problem: Problem): string {
  return contentHash({
    quarter: problem.quarter,
    setups: problem.setups.map(({ notes: _, ...setup }) => contentHash(setup)).sort(),
    operations: problem.operations
      .map(({ kind, date, valueDate, accountId, toAccountId, amountCents }) =>
        contentHash({ kind, date, valueDate, accountId, toAccountId, amountCents }),
      )
      .sort(),
    settings: problem.settings,
    ...lotsOfQuarter(problem),
    ...goalsOfQuarter(problem),
  });
}
