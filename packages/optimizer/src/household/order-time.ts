/** When transfers may leave, by the options of a plan. */

import { dayRulesOf, type DayRules, type OrderTime, type Problem } from '@fibado/planning';
import type { OptimizeOptions } from '../types.js';

type Asked = Pick<OptimizeOptions, 'from' | 'fromTime' | 'businessDaysOnly'>;

/** The moment from which the options let transfers be ordered. */
export function orderTimeOf(
  { orderedFrom }: Pick<Problem, 'orderedFrom'>,
  { from, fromTime }: Asked,
): OrderTime | undefined {
  return from === undefined || fromTime === undefined ? orderedFrom : { date: from, time: fromTime };
}

export function askedDayRules(problem: Problem, asked: Asked): DayRules {
  const businessDaysOnly = asked.businessDaysOnly ?? problem.settings.businessDaysOnly;
  return { ...dayRulesOf(problem), businessDaysOnly, orderedFrom: orderTimeOf(problem, asked) };
}
