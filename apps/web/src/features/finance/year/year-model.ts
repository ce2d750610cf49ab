import type { Goal, Operation, QuarterInFull, QuarterState, Recurrence } from '@fibado/contracts';
import {
  type Account,
  carriedForward,
  carriedOver,
  type Day,
  daysOfQuarter,
  type Evaluation,
  isDay,
  nextQuarter,
  type Operation as PlanOperation,
  type Problem,
  type QuarterDate,
} from '@fibado/planning';
import { problemOf, problemOperations, referee } from '../shared/problem';
import { projectedOperations } from '../shared/projection';
import type { Household } from '../shared/queries';
import { totalsWithMoving } from '../shared/under-way';

export const QUARTERS_SHOWN = 4;

/** A quarter the household has, with what moves in it. */
export interface KnownQuarter {
  readonly quarter: QuarterInFull;
  readonly operations: readonly Operation[];
}

/** A quarter as the referee sees it: the household's own, or one that follows from rules, rates and maturities. */
export interface YearQuarter {
  readonly date: QuarterDate;
  readonly state: QuarterState | 'PROJECTED';
  readonly evaluation: Evaluation;
  readonly operations: readonly PlanOperation[];
  /** At each day's end, on the accounts and between them. */
  readonly totalCents: readonly number[];
}

/** Quarters from `first` on: known ones as they are, those after the last known one projected from the rules. */
export function quartersOf(
  household: Household,
  known: readonly KnownQuarter[],
  rules: readonly Recurrence[],
  first: QuarterDate,
): YearQuarter[] {
  const quarters: YearQuarter[] = [];
  let before: Problem | undefined;
  for (let date = first; quarters.length < QUARTERS_SHOWN; date = nextQuarter(date)) {
    const own = known.find(({ quarter }) => quarter.date === date);
    const problem = own ? knownProblem(household, own) : before && projected(household, before, rules, date);
    const { evaluation } = problem ? referee(problem) : {};
    if (!problem || !evaluation) break;
    const state = own?.quarter.state ?? 'PROJECTED';
    const { accounts, operations, settings } = problem;
    const totalCents = totalsWithMoving(evaluation, operations, accounts, settings.calendar);
    quarters.push({ date, state, evaluation, operations, totalCents });
    before = problem;
  }
  return quarters;
}

const knownProblem = (household: Household, { quarter, operations }: KnownQuarter): Problem =>
  problemOf({ ...household, quarter }, quarter.date, quarter.setups, problemOperations(operations));

/** The quarter after another: with what that one leaves and its periods carry along, and the operations of the rules. */
function projected(
  household: Household,
  before: Problem,
  rules: readonly Recurrence[],
  date: QuarterDate,
): Problem {
  const setups = carriedForward(before).map((forward) => ({ ...forward, excluded: false }));
  const taking = new Set(setups.map(({ accountId }) => accountId));
  const operations = projectedOperations(household, taking, rules, date);
  return problemOf(household, date, setups, [...operations, ...carriedOver(before)]);
}

/** The balances of all accounts together, day by day, with what they may be when amounts come otherwise. Cents. */
export interface YearLine {
  readonly days: readonly Day[];
  readonly totalCents: readonly number[];
  /** Every expense at its highest and every income at its lowest, and the other way round. */
  readonly leastCents: readonly number[];
  readonly mostCents: readonly number[];
  /** First day that is not past, and first day that no quarter of the household covers: positions in `days`. */
  readonly plannedFrom: number;
  readonly projectedFrom: number;
}

export function lineOf(quarters: readonly YearQuarter[], today: Day): YearLine {
  const days = quarters.flatMap(({ date }) => daysOfQuarter(date));
  const totalCents = quarters.flatMap((quarter) => quarter.totalCents);
  const doubt = new Map<Day, { down: number; up: number }>();
  for (const { operations } of quarters)
    for (const one of operations.filter(({ status }) => status === 'PLANNED')) {
      const { lowCents = one.amountCents, highCents = one.amountCents } = one.uncertainty ?? {};
      const [less, more] = [one.amountCents - lowCents, highCents - one.amountCents];
      const known = doubt.get(one.date) ?? { down: 0, up: 0 };
      const [down, up] = one.kind === 'INCOME' ? [less, more] : [more, less];
      doubt.set(one.date, { down: known.down + down, up: known.up + up });
    }
  let [down, up] = [0, 0];
  const [leastCents, mostCents]: [number[], number[]] = [[], []];
  days.forEach((day, index) => {
    down += doubt.get(day)?.down ?? 0;
    up += doubt.get(day)?.up ?? 0;
    leastCents.push((totalCents[index] ?? 0) - down);
    mostCents.push((totalCents[index] ?? 0) + up);
  });
  const firstProjected = quarters.find(({ state }) => state === 'PROJECTED')?.date;
  const position = (found: number): number => (found < 0 ? days.length : found);
  return {
    days,
    totalCents,
    leastCents,
    mostCents,
    plannedFrom: position(days.findIndex((day) => day > today)),
    projectedFrom: position(days.findIndex((day) => day === firstProjected)),
  };
}

/** A part of a line, from a position up to but not including another. */
export function sliceOf(line: YearLine, from: number, to: number): YearLine {
  const within = (position: number): number => Math.min(to, Math.max(from, position)) - from;
  return {
    days: line.days.slice(from, to),
    totalCents: line.totalCents.slice(from, to),
    leastCents: line.leastCents.slice(from, to),
    mostCents: line.mostCents.slice(from, to),
    plannedFrom: within(line.plannedFrom),
    projectedFrom: within(line.projectedFrom),
  };
}

/** What ends on a day of the line. */
export interface YearEvent {
  readonly day: Day;
  readonly kind: 'MATURITY' | 'RATE_ENDS' | 'GOAL';
  /** Of the account, or of the goal. */
  readonly id: string;
  /** Of a goal: what is to be there. */
  readonly amountCents?: number;
}

export function eventsOf(
  accounts: readonly Account[],
  goals: readonly Goal[],
  days: readonly Day[],
): YearEvent[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const within = (day: Day | undefined): day is Day => isDay(day) && day >= first && day <= last;
  const ends = accounts.flatMap(({ id, maturityDate, rates }): YearEvent[] => [
    ...(within(maturityDate) ? [{ day: maturityDate, kind: 'MATURITY' as const, id }] : []),
    ...rates.flatMap(({ to }) => (within(to) ? [{ day: to, kind: 'RATE_ENDS' as const, id }] : [])),
  ]);
  const wanted = goals
    .filter(({ date }) => within(date))
    .map(({ id, date, amountCents }): YearEvent => ({ day: date, kind: 'GOAL', id, amountCents }));
  return [...ends, ...wanted].sort((a, b) => (a.day < b.day ? -1 : 1));
}
