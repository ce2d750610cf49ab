/** A household whose offers, and recorded lots that it may break, are free accounts: no plan with lots is worth more. */

import type { Cents, Problem, TermOffer } from '@fibado/planning';
import type { OutsideBookings } from '../household/drift.js';
import type { RecordedLot } from './recorded-lots.js';
import { relaxedRecorded } from './recorded-relaxation.js';
import { relaxedOffers } from './relaxation.js';

export interface RelaxedLots {
  readonly problem: Problem;
  readonly outside: OutsideBookings;
  /** What its bound leaves out, cents. */
  readonly constantCents: Cents;
  /** What rounding of new lots may add, cents. */
  readonly slackCents: Cents;
}

export function relaxedLots(
  problem: Problem,
  offers: readonly TermOffer[],
  recorded: readonly RecordedLot[],
  effortCents: Cents,
): RelaxedLots {
  const { problem: offered, outside: booked, slackCents } = relaxedOffers(problem, offers, effortCents);
  const { problem: relaxed, outside, constantCents } = relaxedRecorded(offered, recorded, effortCents);
  const both = new Map(booked);
  for (const [id, { lowCents, highCents }] of outside) {
    const before = both.get(id) ?? { lowCents: 0, highCents: 0 };
    both.set(id, { lowCents: before.lowCents + lowCents, highCents: before.highCents + highCents });
  }
  return { problem: relaxed, outside: both, constantCents, slackCents };
}
