/**
 * What each transfer is worth: the household is optimised again without it. "Without it" means that the pair may
 * exchange nothing on any day but those of the plan's other transfers between the same two accounts, so that the
 * transfer cannot come back a day later. The other plan is searched for and not proven, so the worth is an upper figure.
 */

import type { Transfer } from '@fibado/planning';
import type { Budget } from '../budget.js';
import type { Engines } from '../engines/port.js';
import { forbids, withProhibitions, type Household, type Prohibition } from '../household/household.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import type { TransferChoice } from '../types.js';
import { arcKey } from '../heuristics/arcs.js';
import { lpRounding, restrictedMip } from '../heuristics/restricted-mip.js';
import type { RefereedPlan } from '../referee.js';
import { solve } from '../stages.js';

export interface Marginals {
  /** The loss by transfer, cents; `null`: no plan without it. A transfer that is missing was not priced in time. */
  readonly losses: ReadonlyMap<Transfer, number | null>;
  /** A plan without one of the transfers that is worth more than the one being priced: then price that one. */
  readonly better?: RefereedPlan | undefined;
}

export async function marginalsOf(
  household: Household,
  engines: Engines,
  budget: Budget,
  plan: RefereedPlan,
): Promise<Marginals> {
  const forced = new Set(household.forced);
  const priced = plan.transfers.filter((transfer) => !forced.has(transfer));
  const losses = new Map<Transfer, number | null>();
  const alternatives: RefereedPlan[] = [];
  for (const [position, transfer] of priced.entries()) {
    await budget.breathe();
    if (budget.remainingMs() < LEAST_MS) break;
    // Pieces of one amount are left out together.
    const piece = priced
      .slice(0, position)
      .find((other) => isSamePair(other, transfer) && other.date === transfer.date);
    const known = piece && losses.get(piece);
    if (known !== undefined) {
      losses.set(transfer, known);
      continue;
    }
    const share = budget.remainingMs() / (priced.length - position);
    const without = await planWithout(household, engines, budget, plan, transfer, share);
    if (without === undefined) continue;
    if (without !== null && without.objectiveCents > plan.objectiveCents) return { losses, better: without };
    if (without !== null) alternatives.push(without);
    losses.set(transfer, without === null ? null : plan.objectiveCents - without.objectiveCents);
  }
  // A plan found without one transfer may do without another one, too, and better than what was found for that.
  for (const [transfer, loss] of losses) {
    const shadowPrices = alternatives
      .filter(({ transfers }) => !transfers.some((one) => forbids(prohibitionOf(plan, transfer), one)))
      .map(({ objectiveCents }) => plan.objectiveCents - objectiveCents);
    if (shadowPrices.length > 0) losses.set(transfer, Math.min(loss ?? Infinity, ...shadowPrices));
  }
  return { losses };
}

/** The transfer's pair of accounts, but for the plan's other transfers of the same pair. */
function prohibitionOf(plan: RefereedPlan, transfer: Transfer): Prohibition {
  const others = plan.transfers.filter(
    (other) => other.date !== transfer.date && isSamePair(other, transfer),
  );
  return {
    fromAccountId: transfer.fromAccountId,
    toAccountId: transfer.toAccountId,
    exceptDates: new Set(others.map(({ date }) => date)),
  };
}

function isSamePair(one: TransferChoice, other: TransferChoice): boolean {
  return one.fromAccountId === other.fromAccountId && one.toAccountId === other.toAccountId;
}

/** The best plan without the transfer; `null` when there is none, `undefined` when time was too short to know. */
async function planWithout(
  household: Household,
  engines: Engines,
  budget: Budget,
  plan: RefereedPlan,
  transfer: Transfer,
  timeLimitMs: number,
): Promise<RefereedPlan | null | undefined> {
  const forbidding = withProhibitions(household, [prohibitionOf(plan, transfer)]);
  const near = neighbourhood(forbidding, plan, transfer);
  const nearby =
    restrictedMip(forbidding, engines, near, timeLimitMs * 0.3) ??
    lpRounding(forbidding, engines, near, timeLimitMs * 0.3);
  let best = nearby;
  if (timeLimitMs > WORTH_TRYING_MS) {
    const again = await solve({
      household: forbidding,
      engines,
      budget,
      timeLimitMs: timeLimitMs * 0.7,
      withoutProof: true,
      ...(nearby === undefined ? {} : { known: [nearby] }),
    });
    if (again.kind === 'INFEASIBLE' && nearby === undefined) return null;
    if (again.kind === 'PLAN') best = again.plan;
  }
  return best;
}

/** A share of the time below this prices nothing, milliseconds: what is left stays unpriced. */
const LEAST_MS = 40;
const WORTH_TRYING_MS = 300;

/** The plan's own transfers and, on their days, every detour around the missing one. */
function neighbourhood(household: Household, plan: RefereedPlan, missing: Transfer): ArcChoice[] {
  const { days } = household.timeline.plan.grid;
  const arcs = new Map<string, ArcChoice>();
  const add = (fromId: string, toId: string, date: string): void => {
    const from = household.indexOf(fromId);
    const to = household.indexOf(toId);
    const day = days.indexOf(date);
    if (from === undefined || to === undefined || from === to || day < 0) return;
    if (!household.pairs.some((pair) => pair.from === from && pair.to === to)) return;
    arcs.set(arcKey(from, to, day), { from, to, day });
  };
  const forced = new Set(household.forced);
  const involved = new Set(
    plan.transfers.flatMap((transfer) => [transfer.fromAccountId, transfer.toAccountId]),
  );
  for (const transfer of plan.transfers) {
    if (!forced.has(transfer)) add(transfer.fromAccountId, transfer.toAccountId, transfer.date);
  }
  for (const id of involved) {
    add(missing.fromAccountId, id, missing.date);
    add(id, missing.toAccountId, missing.date);
  }
  return [...arcs.values()];
}
