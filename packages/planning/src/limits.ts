/** The least and the most an account may hold, as the referee and the optimizer both read them. */

import type { Account, Cents, Day, PlanningSettings, Setup } from './problem.js';
import { isOpenOn } from './transfers.js';

/** Booked end-of-day limits in cents, both inclusive; `undefined` is no limit. */
export interface Limits {
  readonly minCents: Cents | undefined;
  readonly maxCents: Cents | undefined;
}

const NO_LIMITS: Limits = { minCents: undefined, maxCents: undefined };
const EMPTY: Limits = { minCents: 0, maxCents: 0 };

/**
 * The limits of an account in a quarter, on its ordinary days (see {@link limitsOn} for the others): the setup's,
 * else the account's, else the household's. An account's minimum of 0 says nothing of its own, so the household's
 * floor holds there; a term deposit knows no household floor. An excluded account has no limits.
 */
export function limitsOf(
  account: Pick<Account, 'kind' | 'minBalanceCents' | 'maxBalanceCents'>,
  setup: Pick<Setup, 'minBalanceCents' | 'maxBalanceCents' | 'excluded'>,
  settings: Pick<PlanningSettings, 'minBalanceCents'>,
): Limits {
  if (setup.excluded) return NO_LIMITS;
  const floor = account.kind === 'DEPOSIT_TERM' ? 0 : settings.minBalanceCents;
  const own = account.minBalanceCents === 0 ? floor : account.minBalanceCents;
  return {
    minCents: setup.minBalanceCents ?? own,
    maxCents: setup.maxBalanceCents ?? account.maxBalanceCents,
  };
}

/**
 * The limits on one day. Before it opens and after it closes an account holds nothing; from its maturity on a term
 * deposit need not hold anything.
 */
export function limitsOn(
  account: Pick<
    Account,
    'kind' | 'minBalanceCents' | 'maxBalanceCents' | 'openedOn' | 'closedOn' | 'maturityDate'
  >,
  setup: Pick<Setup, 'minBalanceCents' | 'maxBalanceCents' | 'excluded'>,
  settings: Pick<PlanningSettings, 'minBalanceCents'>,
  day: Day,
): Limits {
  const limits = limitsOf(account, setup, settings);
  if (setup.excluded) return limits;
  if (!isOpenOn(account, day)) return EMPTY;
  const matured =
    account.kind === 'DEPOSIT_TERM' && account.maturityDate !== undefined && account.maturityDate <= day;
  return matured ? { ...limits, minCents: Math.min(limits.minCents ?? 0, 0) } : limits;
}
