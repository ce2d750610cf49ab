import type { Recurrence } from '@fibado/contracts';
import {
  addQuarters,
  evaluate,
  horizonOfQuarters,
  isInQuarter,
  type Problem,
  type QuarterDate,
  type Transfer,
} from '@fibado/planning';
import { problemOf, problemOperations } from '../shared/problem';
import { projectedOperations } from '../shared/projection';
import type { Household } from '../shared/queries';
import type { KnownQuarter } from './year-model';

/**
 * A quarter and those after it as one problem: what is entered where a quarter is prepared already, else what the
 * rules bring. It looks as far as the household's settings say.
 */
export function horizonProblem(
  household: Household,
  base: KnownQuarter,
  known: readonly KnownQuarter[],
  rules: readonly Recurrence[],
): Problem {
  const { date, setups } = base.quarter;
  const count = household.settings.horizonQuarters;
  const taking = new Set(setups.map(({ accountId }) => accountId));
  const later = Array.from({ length: count - 1 }, (_, index) => addQuarters(date, index + 1)).flatMap(
    (quarter) => {
      const own = known.find((one) => one.quarter.date === quarter);
      return own ? problemOperations(own.operations) : projectedOperations(household, taking, rules, quarter);
    },
  );
  const problem = problemOf({ ...household, quarter: base.quarter }, date, setups, [
    ...problemOperations(base.operations),
    ...later,
  ]);
  return { ...problem, horizon: horizonOfQuarters(date, count) };
}

/** One quarter of a plan: the referee's figures without and with its transfers. Cents. */
export interface PlannedQuarter<T extends Transfer> {
  readonly quarter: QuarterDate;
  readonly incomeCents: number;
  readonly withoutCents: number;
  readonly withCents: number;
  readonly transfers: readonly T[];
}

export function plannedQuarters<T extends Transfer>(
  problem: Problem,
  transfers: readonly T[],
): PlannedQuarter<T>[] {
  const without = evaluate(problem);
  const plan = evaluate(problem, transfers);
  return plan.quarters.map(({ quarter, netReturnCents, accounts }, index) => ({
    quarter,
    incomeCents: accounts.reduce((sum, account) => sum + account.incomeCents, 0),
    withoutCents: without.quarters[index]?.netReturnCents ?? 0,
    withCents: netReturnCents,
    transfers: transfers.filter(({ date }) => isInQuarter(date, quarter)),
  }));
}
