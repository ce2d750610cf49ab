/**
 * What others do: on the first business day put everything above a reserve into the best rate, then the next best,
 * and bring money back when a bill comes. The reserve is what the account needs until the end of the quarter, so that
 * one transfer a side is enough. No thresholds, no timing.
 */

import {
  businessDayOnOrAfter,
  evaluate,
  pairObstacle,
  indexProblem,
  type Problem,
  timelineOf,
  type Transfer,
} from '../../packages/planning/src/index.js';

/** Net return less effort of the waterfall, cents; of doing nothing when it breaks a limit. */
export function waterfall(problem: Problem): number {
  const transfers = waterfallTransfers(problem);
  const { netReturnCents } = evaluate(problem, transfers);
  return netReturnCents - problem.settings.effortCostCents * transfers.length;
}

/** Its transfers; none when they break a limit or earn less than doing nothing. */
export function waterfallTransfers(problem: Problem): Transfer[] {
  const still = evaluate(problem, []).netReturnCents;
  const timeline = timelineOf(problem);
  const plan = indexProblem(problem);
  const date = businessDayOnOrAfter(problem.quarter, problem.settings.calendar);
  const step = problem.settings.transferStepCents;
  const rateOf = (index: number): number => plan.accounts[index]?.account.rates[0]?.tiers[0]?.ratePct ?? 0;
  const spare = timeline.accounts.map(({ bookedCents, entry }) =>
    Math.max(
      0,
      Math.min(...bookedCents) - Math.max(entry.account.minBalanceCents, problem.settings.minBalanceCents),
    ),
  );
  const best = [...plan.accounts].sort((a, b) => rateOf(b.index) - rateOf(a.index));
  const transfers: Transfer[] = [];
  for (const source of [...best].reverse()) {
    const destination = best.find(
      (candidate) =>
        rateOf(candidate.index) > rateOf(source.index) && pairObstacle(source, candidate) === undefined,
    );
    const amountCents = Math.floor((spare[source.index] ?? 0) / step) * step;
    if (destination === undefined || amountCents <= 0) continue;
    transfers.push({
      date,
      fromAccountId: source.account.id,
      toAccountId: destination.account.id,
      amountCents,
    });
  }
  const { netReturnCents, violations } = evaluate(problem, transfers);
  const isBetter = netReturnCents - problem.settings.effortCostCents * transfers.length > still;
  return violations.length === 0 && isBetter ? transfers : [];
}
