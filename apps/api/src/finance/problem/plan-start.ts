import type { OptimizeOptions } from '@fibado/optimizer';
import type { Problem } from '@fibado/planning';
import type { Clock } from '../../platform/clock.js';

type PlanStart = Pick<OptimizeOptions, 'from' | 'fromTime'>;

/**
 * When transfers may leave at the earliest. What is past cannot be moved: a quarter that runs is planned from today on,
 * and today without the ordinary transfers whose cut-off has passed. The time is that of the last such cut-off, so that
 * the same question has the same fingerprint until the next one.
 */
export function planStart(
  clock: Pick<Clock, 'today' | 'time'>,
  { quarter, accounts }: Pick<Problem, 'quarter' | 'accounts'>,
  given: PlanStart = {},
): PlanStart {
  const today = clock.today();
  const from = given.from ?? (today > quarter ? today : quarter);
  if (given.fromTime !== undefined || from !== today) return { from, fromTime: given.fromTime };
  const now = clock.time();
  const passed = accounts.flatMap(({ cutOff }) => (cutOff !== undefined && cutOff <= now ? [cutOff] : []));
  return { from, fromTime: passed.sort().at(-1) };
}
