/** What questions about term deposits answer. */

import { z } from 'zod';
import { cents, day, id, positiveCents, ratePct } from './primitives.js';

/** True when both plans compared are proven best. */
const exact = z.boolean();

/** Cents, percent: from this rate of the offer on it is worth something, not so at the next lower one. */
export const breakEven = z.strictObject({ ratePct, belowPct: ratePct, gainCents: cents });

export const lotOutline = z
  .strictObject({
    lotId: id.optional().meta({
      description: 'Of a plan: the recorded lot that it breaks. Absent of one that it opens.',
    }),
    offerId: id,
    amountCents: positiveCents,
    openedOn: day,
    maturityDate: day,
    brokenOn: day.optional().meta({ description: 'The day on which the plan breaks it.' }),
    ratePct: ratePct.meta({ description: 'Percent a year over the whole tenor, if it is kept.' }),
    netReturnCents: cents.meta({
      description:
        'Net of withholding and duty, of the days in the horizon; of a recorded lot that is broken how much more than kept.',
    }),
  })
  .meta({ id: 'LotOutline' });

/** A lot as a plan has it. */
export const plannedLot = lotOutline.omit({ ratePct: true, netReturnCents: true }).meta({ id: 'PlannedLot' });
/** Lots that one plan is taken up with, or asked about with. */
export const MAX_PLANNED_LOTS = 50;

export const offersValue = {
  gainCents: cents.meta({
    description:
      'What the plan with lots earns more than the one without, less the effort of opening and breaking each.',
  }),
  mostCents: cents.meta({
    description:
      'Proven: no plan with at most six lots, opened on business days, kept or broken, gains more.',
  }),
  exact,
  lots: z.array(lotOutline).meta({ description: 'In order of days; empty where they are worth nothing.' }),
  transfers: z.int().meta({ description: 'Transfers between accounts in that plan.' }),
};

export const rankedOffer = z
  .strictObject({
    offerId: id,
    ...offersValue,
    exit: z
      .strictObject({
        worthCents: cents.meta({
          description: 'What the best plan found gains more with the right to break lots than without it.',
        }),
        mostCents: cents.meta({ description: 'Proven: the right is worth no more.' }),
        exact,
      })
      .optional()
      .meta({ description: 'Absent for offers without an exit.' }),
    breakEven: breakEven.optional().meta({
      description:
        'Absent where no rate up to 20 % is enough, of offers with steps, or where time was short.',
    }),
  })
  .meta({ id: 'RankedOffer' });

export const lotChoice = z
  .strictObject({
    kind: z.enum(['KEEP', 'BREAK', 'BREAK_PART', 'END', 'RENEW']).meta({
      description:
        'KEEP: as recorded. BREAK_PART: the rest of it is kept. END: notice is given, so that the bank does not renew it. RENEW: another tenor.',
    }),
    on: day.optional().meta({
      description:
        'The day to ask for a break on, the last day for a notice, or the maturity that a renewal begins on.',
    }),
    amountCents: positiveCents.optional().meta({ description: 'Of BREAK_PART: how much of the lot.' }),
    objectiveCents: cents.nullable().meta({
      description: 'Of the best plan, less the effort of one more order; null: no plan keeps every limit.',
    }),
    gainCents: cents.optional().meta({
      description: 'More than with the lot kept; absent where one of the two has no plan.',
    }),
    exact,
    transfers: z.int().meta({ description: 'Transfers between accounts in that plan.' }),
  })
  .meta({ id: 'LotChoice' });
