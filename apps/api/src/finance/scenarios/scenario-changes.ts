import type { PlanOutline, ScenarioChange } from '@fibado/contracts';
import {
  applyChanges,
  type AskOptions,
  type Change,
  ChangeError,
  withoutPlan,
} from '@fibado/optimizer/insight';
import { checkProblem, evaluate, isInQuarter, type Problem, type ProblemIssue } from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';
import { laterBasis, planBasis } from '../ledger/plan-basis.js';
import { firstQuarters } from '../problem/horizon-problems.js';
import { contentHash } from '../shared/content-hash.js';

/** Fingerprint of what a scenario's outcome rests on: the quarters looked at but for their plans, and the changes. */
export function scenarioBasis(problem: Problem, changes: readonly ScenarioChange[]): string {
  return contentHash({ quarter: planBasis(problem), later: laterBasis(problem), changes });
}

/** What of a plan is adopted: its transfers in its own quarter. */
export const transfersInQuarter = <T extends { readonly date: string }>(
  { transfers }: { readonly transfers: readonly T[] },
  quarter: string,
): T[] => transfers.filter(({ date }) => isInQuarter(date, quarter));

/** What a plan promises for its own quarter, into which it is adopted, however far it looks. */
export function promiseOf(
  problem: Problem,
  changes: readonly ScenarioChange[],
  options: AskOptions,
  plan: PlanOutline,
): Pick<PlanOutline, 'netReturnCents' | 'violations'> {
  const own = withoutPlan(firstQuarters(problem, 1), options);
  const changed = applyChanges(own, changesOf(changes)).problem;
  const { netReturnCents, violations } = evaluate(changed, transfersInQuarter(plan, problem.quarter));
  return { netReturnCents, violations };
}

/** The changes as the optimizer takes them. Saved ones know the account they open. */
export function changesOf(changes: readonly ScenarioChange[]): Change[] {
  return changes.map((change): Change => {
    if (change.kind !== 'OPEN_ACCOUNT') return change;
    const { accountId } = change;
    if (accountId === undefined) throw new Error('A saved account to open has no id');
    return { ...change, accountId };
  });
}

/**
 * Applies changes one by one, so that what is wrong is said of the change that brought it.
 * @throws DomainError VALIDATION, as `changes.2.accountId`.
 */
export function expectSoundChanges(problem: Problem, changes: readonly ScenarioChange[]): void {
  let before = problem;
  for (const [index, change] of changesOf(changes).entries()) {
    const at = `changes.${index}`;
    try {
      before = applyChanges(before, [change]).problem;
    } catch (error) {
      if (!(error instanceof ChangeError)) throw error;
      throw new DomainError('VALIDATION', error.path.replace('changes.0', at));
    }
    const issues = checkProblem(before);
    if (issues.length > 0)
      throw new DomainError('VALIDATION', ...new Set(issues.map((issue) => pathOf(issue, change, at))));
  }
}

/** The field as the body has it: what an account or its setup says stands in the change itself, or in its parts. */
function pathOf({ path }: ProblemIssue, change: Change, at: string): string {
  const [, , ...field] = path.split('.');
  const inside = { RATE: 'period', OPEN_ACCOUNT: 'account' }[change.kind as string];
  // Of an account's rates the change brings one period; which one it is among them is not the caller's business.
  const own = field[0] === 'rates' ? field.slice(2) : field;
  return [at, inside, ...own].filter((part) => part !== undefined && part !== '').join('.');
}
