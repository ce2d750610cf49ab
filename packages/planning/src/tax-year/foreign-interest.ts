/**
 * Interest that a foreign bank pays gross: its tax is due in the return, at the rate of the withholding (TUIR, DPR
 * 917/1986 art. 18).
 */
import { withholdingCents } from '../interest.js';
import { lawValue } from '../law.js';
import { cents, multiplyDivideHalfUp } from '../money.js';
import type { Cents } from '../problem.js';
import type { ReconciledFigure } from './reconcile.js';

export interface ForeignInterest {
  /** The bank's paper, what it booked in every period, or what the rules give; `MISSING` has no amount. */
  readonly origin: 'TYPED' | 'BOOKINGS' | 'COMPUTED' | 'MISSING';
  /** Of the whole account. */
  readonly grossCents?: Cents | undefined;
  /** Of each holder, all of whom have equal shares; rounded half up, and the tax on that. */
  readonly shareGrossCents?: Cents | undefined;
  readonly shareTaxCents?: Cents | undefined;
}

/** @param figure the account's gross interest of the year, the rules against the bank */
export function foreignInterest(year: number, figure: ReconciledFigure, holders: number): ForeignInterest {
  const { origin, grossCents } = grossOf(figure);
  if (grossCents === undefined) return { origin: 'MISSING' };
  const shareGrossCents = multiplyDivideHalfUp(grossCents, 1, Math.max(1, holders));
  const taxPct = lawValue('withholdingPct', `${String(year)}-12-31`);
  return {
    origin,
    grossCents,
    shareGrossCents,
    shareTaxCents: withholdingCents(shareGrossCents, taxPct),
  };
}

/** What was paid is declared; the rules' figure stands in where the bank's is not known of the whole year. */
function grossOf({ origin, bankCents, yearCents, periods }: ReconciledFigure): {
  readonly origin: ForeignInterest['origin'];
  readonly grossCents?: Cents | undefined;
} {
  if (origin === 'TYPED') return { origin, grossCents: bankCents };
  if (yearCents === undefined) return { origin: 'MISSING' };
  const booked = periods.map((period) => period.bankCents);
  return booked.includes(undefined)
    ? { origin: 'COMPUTED', grossCents: yearCents }
    : {
        origin: 'BOOKINGS',
        grossCents: cents(booked.reduce<Cents>((sum, amount) => sum + (amount ?? 0), 0)),
      };
}
