import { checkProblem, type Problem } from '@fibado/planning';

/** The names of accounts whose figures do not make sense together, see `checkProblem`. */
export function accountsAtFault(problem: Problem): string[] {
  const name = (id: string | undefined) => problem.accounts.find((account) => account.id === id)?.name;
  const names = checkProblem(problem).map(({ path }) => {
    const [list, index = ''] = path.split('.');
    if (list === 'setups') return name(problem.setups[Number(index)]?.accountId) ?? path;
    if (list === 'operations') return name(problem.operations[Number(index)]?.accountId) ?? path;
    return list === 'accounts' ? (problem.accounts[Number(index)]?.name ?? path) : path;
  });
  return [...new Set(names)];
}
