import type { ScenarioChange } from '@fibado/contracts';
import { applyChanges, type Change, ChangeError } from '@fibado/optimizer/insight';
import { checkProblem, type Problem, type ProblemIssue } from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';
import { planBasis } from '../ledger/plan-basis.js';
import { contentHash } from '../shared/content-hash.js';

/** Fingerprint of what a scenario's outcome rests on: the quarter but for its plan, and the changes. */
export function scenarioBasis(problem: Problem, changes: readonly ScenarioChange[]): string {
  return contentHash({ quarter: planBasis(problem), changes });
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
