import { MAX_NOTICE_DAYS, MAX_RATE_STEPS, MAX_TENOR_DAYS, MAX_TENOR_MONTHS } from '@fibado/planning';
import { z } from 'zod';
import {
  day,
  dropping,
  id,
  nonNegativeCents,
  positiveCents,
  ratePct,
  text,
  version,
  withholdingPct,
} from './primitives.js';

const months = z.int().min(1).max(MAX_TENOR_MONTHS);

export const tenor = z
  .strictObject({ months: months.optional(), days: z.int().min(1).max(MAX_TENOR_DAYS).optional() })
  .meta({ id: 'Tenor', description: 'How long a lot runs: exactly one of the two.' });

export const exitTerms = z.strictObject({
  kind: z.enum(['NONE', 'BASE_RATE', 'ZERO', 'FEE']),
  ratePct: ratePct.min(0).optional().meta({
    description:
      'Of BASE_RATE percent a year for the whole life, of FEE percent of the principal; else absent.',
  }),
  freeAfterMonths: months.optional().meta({
    description: 'From so many months after the first day on an exit costs nothing, as of a postal bond.',
  }),
  keptAtMonths: z.array(months).min(1).max(MAX_RATE_STEPS).optional().meta({
    description:
      'Of BASE_RATE and ZERO: what was earned by each of these months after the first day is kept, as of a postal bond with several dates.',
  }),
});

export const newMoney = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('SNAPSHOT'), on: day, baselineCents: nonNegativeCents }),
    z.strictObject({ kind: z.literal('NET_FLOW'), from: day, to: day }),
  ])
  .meta({ id: 'NewMoney', description: 'Which money a lot may hold.' });

const renewal = z.enum(['AUTO', 'TO_LINKED']);

/** The terms of a term deposit; `checkProblem` says whether they fit together. */
export const termOfferFields = {
  name: text(120),
  bankId: id,
  linkedAccountId: id.meta({
    description: 'The account at the same bank that lots are paid from and paid to.',
  }),
  tenor,
  ratePct: ratePct.optional().meta({ description: 'Percent a year; absent where there are steps.' }),
  steps: z
    .array(z.strictObject({ months, ratePct }))
    .min(1)
    .max(MAX_RATE_STEPS)
    .optional()
    .meta({ description: 'One after the other; their months together are the tenor.' }),
  minCents: positiveCents,
  stepCents: positiveCents,
  maxCents: positiveCents.optional().meta({ description: 'Most of all lots of the offer together.' }),
  payout: z.enum(['UPFRONT', 'QUARTERLY', 'YEARLY', 'MATURITY']),
  exit: exitTerms,
  partialExit: z.boolean().default(false),
  noticeDays: z.int().min(0).max(MAX_NOTICE_DAYS).optional(),
  renewal,
  openFrom: day.optional(),
  openTo: day.optional(),
  newMoney: newMoney.optional(),
  dutyBase: z.enum(['PRUDENT', 'CLOSING', 'AVERAGE']).default('PRUDENT'),
  dutyPaidByBank: z.boolean().optional(),
  dutyFreeUpToCents: positiveCents.optional().meta({
    description:
      'No duty is owed while all such lots of the same holders at the bank are worth no more on the day of the statement, as of postal bonds; only of lots paid at maturity.',
  }),
  withholdingPct: withholdingPct.optional(),
  interestBasis: z.enum(['ACT_ACT', 'ACT_365']).optional(),
  source: text(500).optional(),
  asOf: day.optional(),
};

export const lotFields = {
  offerId: id,
  amountCents: positiveCents,
  openedOn: day,
  maturityDate: day,
  ratePct,
  state: z.enum(['OPEN', 'MATURED', 'BROKEN']).default('OPEN'),
  brokenOn: day.optional().meta({ description: 'The day of the notice.' }),
  renewal: renewal
    .optional()
    .meta({ description: "What was decided for its maturity; the offer's when absent." }),
};

/** Inside a stateless problem; the version of a stored one is ignored. */
export const problemOffer = z
  .strictObject({ id, ...termOfferFields, version: version.optional() })
  .overwrite(dropping('version'));
export const problemLot = z
  .strictObject({ id, ...lotFields, version: version.optional() })
  .overwrite(dropping('version'));
