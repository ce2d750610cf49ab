/** What a plan keeps on one day, or pays for: goals of the household, and what windows of new money ask for. */

import {
  accountsOfGoal,
  newMoneyGoalId,
  type Problem,
  runningWindows,
  type Timeline,
} from '@fibado/planning';

/** A goal whose day may still be planned for: the least that its accounts hold together at the end of it. */
export interface HouseGoal {
  readonly id: string;
  /** Position. */
  readonly day: number;
  readonly amountCents: number;
  /** The accounts that count. */
  readonly members: readonly number[];
  /** Unset: it has to be kept. */
  readonly loss?: GoalLoss | undefined;
}

/** What it costs to miss a goal that may be missed. */
export interface GoalLoss {
  readonly perCent: number;
  /** More than so much missing costs no more, cents. */
  readonly mostCents: number;
}

export function goalsOf(problem: Problem, { plan, accounts }: Timeline, from: number): HouseGoal[] {
  const indexOf = new Map(accounts.map(({ entry }) => [entry.account.id, entry.index]));
  const indexesOf = (ids: readonly string[]): number[] => ids.flatMap((id) => indexOf.get(id) ?? []);
  const plannable = (date: string): number | undefined => {
    const day = plan.grid.positions.get(date);
    return day === undefined || day < from ? undefined : day;
  };
  const kept = (problem.goals ?? []).flatMap((goal): HouseGoal[] => {
    const day = plannable(goal.date);
    if (day === undefined) return [];
    const members = indexesOf(accountsOfGoal(goal, problem));
    return [{ id: goal.id, day, amountCents: goal.amountCents, members }];
  });
  const priced = runningWindows(problem).flatMap((window): HouseGoal[] => {
    const { offerId, date, wantedCents, leastCents, interestCents } = window;
    const day = plannable(date);
    if (day === undefined || interestCents <= 0) return [];
    const loss = { perCent: interestCents / wantedCents, mostCents: wantedCents };
    return [
      {
        id: newMoneyGoalId(offerId),
        day,
        amountCents: leastCents,
        members: indexesOf(window.accountIds),
        loss,
      },
    ];
  });
  return [...kept, ...priced];
}
