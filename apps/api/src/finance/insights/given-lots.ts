import { checkProblem, type NewLot, type Problem, withGivenLots } from '@fibado/planning';
import { DomainError } from '../../platform/http/domain-error.js';

/**
 * The quarter with the lots of a plan, which questions about the plan take as given; each once, where some are recorded.
 * @throws DomainError VALIDATION where one is on no offer of the quarter, none of its lots, or not sound.
 */
export function withLotsOfPlan(problem: Problem, lots: readonly NewLot[] = []): Problem {
  if (lots.length === 0) return problem;
  const { offers = [], lots: recorded = [] } = problem;
  const wrong = lots.flatMap(({ offerId, lotId, brokenOn }, index) => {
    if (!offers.some(({ id }) => id === offerId)) return [`lots.${String(index)}.offerId`];
    if (lotId === undefined) return [];
    const isThere = recorded.some(({ id }) => id === lotId);
    return isThere && brokenOn !== undefined ? [] : [`lots.${String(index)}.lotId`];
  });
  if (wrong.length > 0) throw new DomainError('VALIDATION', ...wrong);
  const whole = withGivenLots(problem, lots);
  if (checkProblem(whole).some(({ path }) => path.startsWith('lots')))
    throw new DomainError('VALIDATION', 'lots');
  return whole;
}
