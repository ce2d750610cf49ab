/** What a household wants to have freely available by a day: which accounts count, and how much of it is there. */

import { addDays, isDay, isInQuarter } from './calendar.js';
import type { Evaluation } from './evaluation.js';
import { indexProblem } from './indexed-problem.js';
import type { Account, Cents, Day, Goal, Problem, Setup } from './problem.js';
import { type Context, isPositive, type Report } from './problem-report.js';
import { dayRulesOf, isOpenOn, isPaymentAccount, pairObstacle, type PlanEnd, routeOf } from './transfers.js';

export const MAX_GOALS = 50;

/** How a goal fares under a plan. Cents. */
export interface GoalEvaluation {
  readonly goalId: string;
  readonly date: Day;
  readonly amountCents: Cents;
  /** On the accounts that count, at the end of the day. */
  readonly availableCents: Cents;
  readonly missingCents: Cents;
}

/** A term deposit is never free, not even one that payments are said to leave. */
const isFree = (account: Account): boolean => isPaymentAccount(account) && account.kind !== 'DEPOSIT_TERM';

/** Who takes part with which accounts. */
interface Household extends Pick<Problem, 'accounts'> {
  readonly setups: readonly Pick<Setup, 'accountId'>[];
}

/** The accounts whose balances count, in the order of the problem. */
export function accountsOfGoal(
  { accountIds }: Pick<Goal, 'accountIds'>,
  { accounts, setups }: Household,
): string[] {
  const takesPart = new Set(setups.map(({ accountId }) => accountId));
  const named = accountIds && new Set(accountIds);
  return accounts
    .filter((account) => takesPart.has(account.id) && (named?.has(account.id) ?? isFree(account)))
    .map(({ id }) => id);
}

/** How the goals of a horizon fare, by what was evaluated on it. */
export function goalEvaluations(
  problem: Household & Pick<Problem, 'goals'>,
  { days, accounts }: Pick<Evaluation, 'days' | 'accounts'>,
): GoalEvaluation[] {
  return (problem.goals ?? []).flatMap((goal): GoalEvaluation[] => {
    const position = days.indexOf(goal.date);
    if (position < 0) return [];
    const counted = new Set(accountsOfGoal(goal, problem));
    let availableCents = 0;
    for (const { accountId, dailyBalancesCents } of accounts)
      if (counted.has(accountId)) availableCents += dailyBalancesCents[position] ?? 0;
    const { id: goalId, date, amountCents } = goal;
    const missingCents = Math.max(0, amountCents - availableCents);
    return [{ goalId, date, amountCents, availableCents, missingCents }];
  });
}

/**
 * The problem with the goals that its quarter or a later one may have to keep; unchanged where there are none. An account
 * that takes no part has nothing for a goal; a goal that no other account is left for is left out.
 */
export function withGoals(problem: Problem, goals: readonly Goal[]): Problem {
  const free = problem.accounts.filter(({ kind }) => kind !== 'DEPOSIT_TERM');
  const kept = goals
    .filter(({ date }) => date >= problem.quarter)
    .flatMap(({ id, name, date, amountCents, accountIds }): Goal[] => {
      const counted = accountsOfGoal({ accountIds }, { accounts: free, setups: problem.setups });
      if (counted.length === 0) return [];
      return [{ id, name, date, amountCents, ...(accountIds && { accountIds: counted }) }];
    })
    .slice(0, MAX_GOALS);
  return kept.length === 0 ? problem : { ...problem, goals: kept };
}

/**
 * For each account that is for payments the last day on which a term deposit may be paid back to it, its money be sent on
 * the same day and arrive on an account of the goal in time; none for an account from which nothing reaches one.
 */
export function latestMaturities(problem: Problem, goalId: string): { accountId: string; date: Day }[] {
  const goal = problem.goals?.find(({ id }) => id === goalId);
  if (goal === undefined) return [];
  const counted = new Set(accountsOfGoal(goal, problem));
  const { accounts } = indexProblem(problem);
  const members = accounts.filter(({ account }) => counted.has(account.id));
  return accounts
    .filter(({ account }) => isFree(account) && isOpenOn(account, goal.date))
    .flatMap((from) => {
      const date = counted.has(from.account.id) ? goal.date : lastDayFrom(problem, from, members, goal.date);
      return date === undefined ? [] : [{ accountId: from.account.id, date }];
    });
}

/** Longer than any ordinary transfer takes, holidays included. */
const MOST_DAYS_UNDER_WAY = 60;

function lastDayFrom(problem: Problem, from: PlanEnd, to: readonly PlanEnd[], by: Day): Day | undefined {
  const rules = dayRulesOf(problem);
  const reachable = to.filter((end) => pairObstacle(from, end) === undefined);
  for (let back = 0; back <= MOST_DAYS_UNDER_WAY; back += 1) {
    const date = addDays(by, -back);
    if (reachable.some((end) => (routeOf(from, end, { date }, rules)?.arrivalDate ?? '9') <= by)) return date;
  }
  return undefined;
}

/** The goals of a problem whose day lies in its first quarter; what they are called does not matter. */
export function goalsOfQuarter({ quarter, goals = [] }: Problem): Pick<Problem, 'goals'> {
  const own = goals.filter(({ date }) => isInQuarter(date, quarter)).map((goal) => ({ ...goal, name: '' }));
  return { goals: own.length === 0 ? undefined : own };
}

export function checkGoals(problem: Problem, report: Report, context: Context): void {
  const { goals = [] } = problem;
  report.expect(goals.length <= MAX_GOALS, 'goals', `more than ${String(MAX_GOALS)}`);
  report.each('goals', goals, (goal, at) => {
    checkGoal(goal, at, context);
  });
}

function checkGoal(goal: Goal, at: Report, { accounts, setups, problem }: Context): void {
  at.expect(isDay(goal.date), 'date', 'not a day');
  at.expect(isPositive(goal.amountCents), 'amountCents', 'not a positive amount');
  at.expect(
    goal.accountIds !== undefined || accountsOfGoal(goal, problem).length > 0,
    'accountIds',
    'no account for payments takes part in the quarter',
  );
  for (const [index, id] of (goal.accountIds ?? []).entries()) {
    const own = at.at('accountIds');
    if (!own.expect(accounts.has(id), index, 'no such account')) continue;
    own.expect(setups.has(id), index, 'takes no part in the quarter');
    own.expect(accounts.get(id)?.kind !== 'DEPOSIT_TERM', index, 'a term deposit is not free');
  }
}
