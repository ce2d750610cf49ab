/**
 * What a plan may earn with transfers that go together between the days on which something stops them.
 *
 * Where duties bend (the larger of average and closing balance, the least duty) moving such transfers is worth it up to
 * the day on which the average reaches the other figure, which may be any day. Charged a mixture of the figures instead
 * they move to a stop without loss, the average by no more than what they move times the days they were moved by: so
 * the plan is worth no more than a plan that transfers at stops, is charged the mixture, and has its average that near
 * to the other figure.
 */

import type { CandidateDays } from '../candidate-days/candidate-days.js';
import type { HouseAccount } from '../household/household.js';
import type { Measure, PlanModel } from '../formulations/plan-model.js';
import { termsOf, type Price, type Prices } from '../formulations/prices.js';
import type { Term } from '../modelling/program.js';

/** An account's duty that follows its average, and the figure it is near to; unset: the least duty. */
export interface Kink {
  readonly account: HouseAccount;
  readonly average: Measure;
  readonly others: readonly Measure[];
  readonly near: Measure | undefined;
}

/** Where the duties of these mixtures bend: one each for every figure that the average may meet. */
export function kinksOf(accounts: readonly HouseAccount[], mixtures: Prices): Kink[] {
  return accounts.flatMap((account): Kink[] => {
    const figures = [...mixtures.values()].filter(({ dutyOf }) => dutyOf === account.index);
    const isAverage = ({ measure }: Price): boolean => measure.shares.some(({ from, to }) => from < to);
    const average = figures.find(isAverage)?.measure;
    if (average === undefined) return [];
    const others = figures.filter((figure) => !isAverage(figure)).map(({ measure }) => measure);
    return [undefined, ...others].map((near) => ({ account, average, others, near }));
  });
}

/** Keeps the average near to the figure, with what may have been moved to the stops. */
export function addProximity(
  model: PlanModel,
  candidateDays: CandidateDays,
  { account, average, others, near }: Kink,
): void {
  const { builder, nodes, household } = model;
  const perDay = Math.max(...average.shares.map((share) => share.perDay));
  const moved = model.arcs.flatMap((arc): Term[] => {
    if (arc.from !== account.index && arc.to !== account.index) return [];
    const play = candidateDays.maxShiftDays(arc, nodes[arc.node]?.first ?? -1);
    return play === 0 ? [] : [[arc.column, -play * perDay]];
  });
  const least: Measure = { constant: household.law.minimumDutyCents, shares: [] };
  const difference = (one: Measure, other: Measure): { constant: number; terms: Term[] } => ({
    constant: one.constant - other.constant,
    terms: [
      ...one.shares.flatMap((share) => termsOf(model, share)),
      ...other.shares
        .flatMap((share) => termsOf(model, share))
        .map(([column, factor]): Term => [column, -factor]),
    ],
  });
  const above = difference(average, near ?? least);
  builder.atMost(-above.constant, [...above.terms, ...moved]);
  for (const figure of [least, ...others]) {
    const below = difference(figure, average);
    builder.atMost(-below.constant, [...below.terms, ...moved]);
  }
}
