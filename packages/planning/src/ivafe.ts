/**
 * IVAFE: the tax on accounts and products held abroad (DL 201/2011 art. 19 c. 18-22; from 2027 D.Lgs. 123/2025). Each
 * holder owes a share of it, by days of the calendar year.
 */

import type { Law } from './law.js';
import { multiplyDivideHalfUp, RATE_UNITS_PER_ONE, rateUnits } from './money.js';
import type { Cents } from './problem.js';
import type { AverageBalance } from './stamp-duty.js';

/** A whole year counts 365 days, a leap year too. */
const YEAR_DAYS = 365;

/** One holder's part of an account. */
export interface HolderShare {
  readonly parts: number;
  readonly totalParts: number;
}

/** One holder's average: of a joint account only the own share counts. */
export function shareOfAverage({ sumCentDays, days }: AverageBalance, share: HolderShare): AverageBalance {
  return { sumCentDays: sumCentDays * share.parts, days: days * share.totalParts };
}

/** Fixed amount of an account that one holder owes for `days`, half-up to the cent. */
export function ivafeFixedCents(
  { ivafeFixedCents: annualCents }: Pick<Law, 'ivafeFixedCents'>,
  days: number,
  { parts, totalParts }: HolderShare,
): Cents {
  return multiplyDivideHalfUp(annualCents, Math.min(days, YEAR_DAYS) * parts, YEAR_DAYS * totalParts);
}

/** The value taxed as a fraction: cents·days over days. */
export interface TaxedValue {
  readonly baseCentDays: number;
  readonly baseDays: number;
}

/** Part of a product's value that one holder owes for `days`, half-up to the cent; of a negative value nothing. */
export function ivafeProportionalCents(
  ratePct: number,
  { baseCentDays, baseDays }: TaxedValue,
  days: number,
  { parts, totalParts }: HolderShare,
): Cents {
  if (baseDays === 0) return 0;
  return multiplyDivideHalfUp(
    Math.max(0, baseCentDays),
    rateUnits(ratePct) * Math.min(days, YEAR_DAYS) * parts,
    RATE_UNITS_PER_ONE * YEAR_DAYS * totalParts * baseDays,
  );
}
