/**
 * Plans that break a minimum by little. Local search over several periods keeps limits under the bookings of another plan
 * (successive linearisation): its own plan earns a little less here and pays a little more there.
 */

import type { Transfer } from '@fibado/planning';
import { arrivalOfTransfer, type Household } from '../../household/household.js';
import { referee, type RefereedPlan } from '../../referee.js';

/** A shortage may pass from account to account along the plan's transfers. */
const MOST_REPAIRS = 12;

/**
 * The plan with so much less sent from an account below its minimum, or else more sent to it, before the first day on
 * which it is; `undefined` where that cures nothing, or other limits are broken.
 */
export function repaired(household: Household, transfers: readonly Transfer[]): RefereedPlan | undefined {
  let plan = referee(household, transfers);
  for (let repairs = 0; plan.violations.length > 0; repairs += 1) {
    const changed = repairs < MOST_REPAIRS ? withFirstShortageMet(household, plan) : undefined;
    if (changed === undefined) return undefined;
    plan = referee(household, changed);
  }
  return plan;
}

function withFirstShortageMet(household: Household, plan: RefereedPlan): Transfer[] | undefined {
  const [violation] = plan.violations;
  if (violation?.kind !== 'BELOW_MINIMUM') return undefined;
  const { accountId, date, amountCents } = violation;
  const { stepCents } = household.options;
  const missingCents = Math.ceil(amountCents / stepCents) * stepCents;
  const isForced = new Set(household.forced);
  const free = plan.transfers.filter((transfer) => !isForced.has(transfer));
  const sent = free.findLast((transfer) => transfer.fromAccountId === accountId && transfer.date <= date);
  const received = free.findLast(
    (transfer) =>
      transfer.toAccountId === accountId && arrivalOfTransfer(household, transfer).arrivalDate <= date,
  );
  const changed = sent ?? received;
  if (changed === undefined) return undefined;
  const after = changed.amountCents + (changed === sent ? -missingCents : missingCents);
  return free.flatMap((transfer) => {
    if (transfer !== changed) return [transfer];
    return after > 0 ? [{ ...transfer, amountCents: after }] : [];
  });
}
