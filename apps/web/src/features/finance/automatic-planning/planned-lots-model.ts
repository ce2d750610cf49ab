import type { OptimizeResultBody, SaveLot } from '@fibado/contracts';
import { lotKey, lotsToRecord, newLotId, type Problem, withNewLots } from '@fibado/planning';
import type { Household } from '../shared/queries';

/** A lot that a plan opens. */
export type PlannedLot = NonNullable<OptimizeResultBody['lots']>[number];

/** The problem without those of a plan's lots that are recorded already, as after applying it. */
export function withoutOwnLots(problem: Problem, lots: readonly PlannedLot[]): Problem {
  if (problem.lots === undefined || lots.length === 0) return problem;
  const left = lotsToRecord(lots, problem.quarter).map(lotKey);
  return {
    ...problem,
    lots: problem.lots.filter((lot) => {
      const place = left.indexOf(lotKey(lot));
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    }),
  };
}

export const withPlannedLots = (problem: Problem, lots: readonly PlannedLot[]): Problem =>
  withNewLots(problem, problem.offers ?? [], lots);

/** The household with the lots of a plan and what new money they ask for, so that figures name them. */
export function householdWithLots<H extends Household>(
  household: H,
  problem: Problem,
  lots: readonly PlannedLot[],
): H {
  if (lots.length === 0) return household;
  const planned = lots.map((lot, index) => ({
    ...lot,
    id: newLotId(problem, index),
    state: 'OPEN' as const,
    version: 0,
  }));
  const { goals = [] } = withPlannedLots(problem, lots);
  return {
    ...household,
    lots: [...(household.lots ?? []), ...planned],
    goals: goals.map((goal) => ({ ...goal, version: 0 })),
  };
}

/** What applying a plan records of its lots: they come back at maturity, as the plan has it. */
export const lotsToSave = (lots: readonly PlannedLot[], quarter: string): SaveLot[] =>
  lotsToRecord(lots, quarter).map(({ offerId, amountCents, openedOn, maturityDate, brokenOn }) => ({
    offerId,
    amountCents,
    openedOn,
    maturityDate,
    renewal: 'TO_LINKED',
    ...(brokenOn === undefined ? {} : { brokenOn }),
  }));
