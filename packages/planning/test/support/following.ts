import { carriedForward, carriedOver, nextQuarter, type Problem } from '../../src/index.js';

/** The quarter after one, as the product opens it, with `operations` of its own. */
export function following(problem: Problem, operations: Problem['operations'] = []): Problem {
  const setups = carriedForward(problem).map(({ accountId: id, openingBalanceCents, carried }) => ({
    accountId: id,
    openingBalanceCents,
    carried: { source: 'QUARTERS' as const, ...carried },
    excluded: false,
  }));
  const quarter = nextQuarter(problem.quarter);
  return { ...problem, quarter, setups, operations: [...operations, ...carriedOver(problem)] };
}
