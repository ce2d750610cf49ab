import type { Account, Goal } from '@fibado/contracts';
import { type Evaluation, type GoalEvaluation, goalEvaluations } from '@fibado/planning';

/** How goals fare by what is planned and projected so far; none for one whose day no evaluation reaches. */
export function faresOf(
  goals: readonly Goal[],
  accounts: readonly Account[],
  evaluations: readonly Evaluation[],
): Map<string, GoalEvaluation> {
  return new Map(
    evaluations
      .flatMap((evaluation) => goalEvaluations({ goals, accounts, setups: evaluation.accounts }, evaluation))
      .map((fare) => [fare.goalId, fare]),
  );
}

interface Maturity {
  readonly accountId: string;
  readonly date: string;
}

/** The days by which a term deposit has to be paid back, the earliest first, each with the accounts it holds for. */
export function byDay(maturities: readonly Maturity[]): { date: string; accountIds: string[] }[] {
  const days = new Map<string, string[]>();
  for (const { accountId, date } of maturities) days.set(date, [...(days.get(date) ?? []), accountId]);
  return [...days]
    .map(([date, accountIds]) => ({ date, accountIds }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}
