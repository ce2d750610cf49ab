import type { BodyOf, lots as lotsApi, OptimizeResultBody, SaveLot } from '@fibado/contracts';
import {
  breaksToRecord,
  isOrderedIn,
  lotsToRecord,
  newLotId,
  type Problem,
  withNewLots,
} from '@fibado/planning';
import type { Household } from '../shared/queries';

/** A lot that a plan opens, or a recorded one that it breaks. */
export type PlannedLot = NonNullable<OptimizeResultBody['lots']>[number];

/** The problem with a plan's lots: those it opens, and those it breaks. */
export const withPlannedLots = (problem: Problem, lots: readonly PlannedLot[]): Problem =>
  withNewLots(problem, problem.offers ?? [], lots);

/** The household with the lots of a plan and what new money they ask for, so that figures name them. */
export function householdWithLots<H extends Household>(
  household: H,
  problem: Problem,
  lots: readonly PlannedLot[],
): H {
  if (lots.length === 0) return household;
  const planned = lots.flatMap(({ lotId, ...lot }, index) =>
    lotId === undefined ? [{ ...lot, id: newLotId(problem, index), state: 'OPEN' as const, version: 0 }] : [],
  );
  const { goals = [] } = withPlannedLots(problem, lots);
  return {
    ...household,
    lots: [...(household.lots ?? []), ...planned],
    goals: goals.map((goal) => ({ ...goal, version: 0 })),
  };
}

/** Of a plan's lots, those of later quarters included, what questions about it take as given. */
export const givenLots = ({ lots = [], laterLots = [] }: LotsOfPlan): { readonly lots?: GivenLot[] } => {
  const all = [...lots, ...laterLots];
  return all.length === 0 ? {} : { lots: all.map(({ ratePct: _, netReturnCents: __, ...lot }) => lot) };
};

interface LotsOfPlan {
  readonly lots?: readonly PlannedLot[] | undefined;
  readonly laterLots?: readonly PlannedLot[] | undefined;
}

type GivenLot = Omit<PlannedLot, 'ratePct' | 'netReturnCents'>;

/** Of a plan over several quarters: what it does to lots in its own one, and what later. */
export const lotsByQuarter = (lots: readonly PlannedLot[], quarter: string) => ({
  lots: lots.filter((lot) => isOrderedIn(lot, quarter)),
  laterLots: lots.filter((lot) => !isOrderedIn(lot, quarter)),
});

type BreakLot = BodyOf<typeof lotsApi.break>;

/** What applying a plan breaks of the lots there are. */
export const lotsToBreak = (
  lots: readonly PlannedLot[],
  quarter: string,
  recorded: Household['lots'] = [],
): BreakLot[] =>
  breaksToRecord(lots, quarter).flatMap(({ lotId, brokenOn }) => {
    const lot = recorded.find(({ id }) => id === lotId);
    return lot === undefined ? [] : [{ id: lot.id, version: lot.version, on: brokenOn }];
  });

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
