/** Keeps an accepted plan but for changes that are worth it. */

import type { Transfer } from '@fibado/planning';
import type { Engines } from '../engines/port.js';
import type { Household } from '../household/household.js';
import type { ArcChoice } from '../formulations/plan-model.js';
import { units } from '../modelling/units.js';
import { restrictedMip } from '../heuristics/restricted-mip.js';
import type { RefereedPlan } from '../referee.js';

/**
 * The plan that earns most when every transfer not in the accepted plan, and every accepted one that is dropped,
 * must earn `stabilityCents`. Chosen among the transfers of both plans; the best plan itself when none is accepted.
 */
export function stabilised(
  household: Household,
  engines: Engines,
  best: RefereedPlan,
  timeLimitMs: number,
): RefereedPlan {
  const { accepted, options } = household;
  const price = options.stabilityCents ?? 0;
  if (price === 0 || accepted.length === 0) return best;
  const forced = new Set(household.forced);
  const proposed = best.transfers.filter((transfer) => !forced.has(transfer));
  const arcs = [
    // Keeping an accepted transfer saves the price of dropping it.
    ...wholeAmounts(accepted).flatMap((transfer) =>
      arcOf(household, transfer, { exactly: units(transfer.amountCents), surcharge: -price }),
    ),
    ...[...accepted, ...proposed].flatMap((transfer) => arcOf(household, transfer, { surcharge: price })),
  ];
  return restrictedMip(household, engines, unique(arcs), timeLimitMs) ?? best;
}

/** The pieces of one amount as one transfer, as the arc that stands for them has it. */
function wholeAmounts(transfers: readonly Transfer[]): Transfer[] {
  const whole = new Map<string, Transfer>();
  for (const transfer of transfers) {
    const key = [transfer.date, transfer.fromAccountId, transfer.toAccountId].join(' ');
    const amountCents = (whole.get(key)?.amountCents ?? 0) + transfer.amountCents;
    whole.set(key, { ...transfer, amountCents });
  }
  return [...whole.values()];
}

function arcOf(
  household: Household,
  transfer: Transfer,
  more: Pick<ArcChoice, 'exactly' | 'surcharge'>,
): ArcChoice[] {
  const from = household.indexOf(transfer.fromAccountId);
  const to = household.indexOf(transfer.toAccountId);
  const day = household.timeline.plan.grid.days.indexOf(transfer.date);
  const isAllowed = household.pairs.some((pair) => pair.from === from && pair.to === to);
  return from === undefined || to === undefined || day < 0 || !isAllowed ? [] : [{ from, to, day, ...more }];
}

function unique(arcs: readonly ArcChoice[]): ArcChoice[] {
  return [
    ...new Map(arcs.map((arc) => [[arc.day, arc.from, arc.to, arc.exactly ?? ''].join(':'), arc])).values(),
  ];
}
