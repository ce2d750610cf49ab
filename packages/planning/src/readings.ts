/** How a bank may read the rules otherwise than the referee does: tried to explain its figures, never part of a plan. */

import type { Cents } from './problem.js';

/** What is absent is read as the law and the account say. */
export interface Readings {
  /** An average of exactly the threshold owes fixed duty; nota 3-bis says "non superiore", so that the law exempts it. */
  readonly thresholdOwes?: boolean | undefined;
  /** Instead of the least duty of DPR 642/1972 art. 3 c. 3. */
  readonly minimumDutyCents?: Cents | undefined;
  /** Days of the year that interest is divided by. */
  readonly interestYearDays?: 360 | 365 | 366 | undefined;
}

export const NO_READINGS: Readings = {};
