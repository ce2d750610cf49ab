/** How large a household is to the optimizer; apart from the rest, so that knowing it loads no engine. */

import type { Problem } from '@fibado/planning';

/** Movable accounts up to which a household is planned whole; of a larger one a part is planned. */
export const WHOLE_ACCOUNTS = 30;

/** How many accounts the optimizer may move money of. */
export function movableAccounts(problem: Problem): number {
  const included = new Set(
    problem.setups.filter(({ excluded }) => !excluded).map(({ accountId }) => accountId),
  );
  return problem.accounts.filter(
    ({ id, active, canSend, canReceive }) => active && (canSend || canReceive) && included.has(id),
  ).length;
}
