/** When a lot of an offer matures. */

import { addDays, addMonths } from '../calendar.js';
import type { Day } from '../problem.js';
import type { Tenor } from './types.js';

/** The day on which a lot opened on a day goes to its linked account: its first day without interest. */
export function maturityOf({ months, days }: Tenor, openedOn: Day): Day {
  return months === undefined ? addDays(openedOn, days ?? 0) : addMonths(openedOn, months);
}
