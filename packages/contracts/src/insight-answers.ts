/** What the answers of questions about a plan are made of. Figures are the referee's, in cents. */

import { z } from 'zod';
import { accountCrossChecks, accountFields } from './accounts.js';
import { newBank } from './banks.js';
import { violation } from './evaluation.js';
import { conflict, horizonFigures, transferReason } from './plans.js';
import { cents, day, id, positiveCents, sendSpeed } from './primitives.js';
import type { Input, Output } from './readonly.js';

export const outlineTransfer = z
  .strictObject({
    date: day,
    arrivalDate: day,
    fromAccountId: id,
    toAccountId: id,
    amountCents: positiveCents,
    /** INSTANT where it is to be sent so. */
    speed: sendSpeed.optional(),
    /** Absent where it was not planned. */
    reason: transferReason.optional(),
  })
  .meta({ id: 'OutlineTransfer' });

const planFigures = {
  netReturnCents: cents,
  /** Net return less the effort of the transfers. */
  objectiveCents: cents,
  netInterestCents: cents,
  stampDutyCents: cents,
  /** Monthly and transfer fees. */
  feesCents: cents,
  overdraftInterestCents: cents,
};

/** A plan as the referee sees it, short enough to stand beside others. */
export const planOutline = z
  .strictObject({
    /** `GIVEN`: not optimized, such as the quarter as it is. */
    status: z.enum(['OPTIMAL', 'FEASIBLE', 'INFEASIBLE', 'GIVEN']),
    ...planFigures,
    /** No plan is worth more than the objective and this; absent where no bound was computed. */
    gapCents: cents.optional(),
    transfers: z.array(outlineTransfer),
    accounts: z.array(
      z.strictObject({
        accountId: id,
        netReturnCents: cents,
        averageBalanceCents: cents,
        closingBalanceCents: cents,
        /** The lowest balance from the first day to plan on, its first day, and the least allowed then. */
        lowCents: cents,
        lowDate: day,
        minimumCents: cents.optional(),
      }),
    ),
    violations: z.array(violation),
    conflicts: z.array(conflict),
    /** Set for a horizon of several quarters: the figures above are of the whole horizon. */
    horizon: horizonFigures.optional(),
  })
  .meta({ id: 'PlanOutline' });
export type PlanOutline = Output<typeof planOutline>;

/** What one plan does that another does not. */
export const planDifference = z
  .strictObject({ added: z.array(outlineTransfer), removed: z.array(outlineTransfer) })
  .meta({ id: 'PlanDifference' });
export type PlanDifference = Output<typeof planDifference>;

/** True when both plans compared are proven best, so that the difference is the true one. */
export const exact = z.boolean();

export const pricedLimit = z.enum([
  'minBalanceCents',
  'maxBalanceCents',
  'guaranteeLimitCents',
  'maxTransfers',
  'transferLeadDays',
  'transferStepCents',
  'thresholdMarginCents',
  'singleLimitCents',
  'dailyLimitCents',
]);

export const limitPrice = z
  .strictObject({
    limit: pricedLimit,
    /** Absent for limits of the whole household. */
    accountId: id.optional(),
    unit: z.enum(['CENTS', 'DAYS', 'TRANSFERS']),
    /** By how much the limit was loosened, in its unit. */
    by: z.int(),
    /** What the quarter earns more, effort deducted. */
    worthCents: cents,
    exact,
  })
  .meta({ id: 'LimitPrice' });
export type LimitPrice = Output<typeof limitPrice>;

/** An account not yet opened: of one of the household's banks, or with the bank it would bring. */
export const offeredAccount = z
  .strictObject({ ...accountFields, bankId: id.optional(), bank: newBank.optional() })
  .superRefine(accountCrossChecks)
  .refine((offer) => (offer.bankId === undefined) !== (offer.bank === undefined), {
    path: ['bankId'],
    message: 'either a bank of the household or a new one',
  })
  .meta({ id: 'OfferedAccount' });
export type OfferedAccount = Input<typeof offeredAccount>;

export const frontierPoint = z.strictObject({
  /** How many were allowed, and how many were used. */
  most: z.int(),
  transfers: z.int(),
  netReturnCents: cents,
  /** With the household's own price of a transfer. */
  objectiveCents: cents,
  exact,
});

export const buffer = z.strictObject({
  accountId: id,
  /** Kept above the minimum balance. */
  bufferCents: cents,
  minimumCents: cents,
  /** Held-out quarters in which the account falls below its minimum with the safe plan, and without buffers. */
  broken: z.int(),
  brokenWithout: z.int(),
  /** The worst of them, with the safe plan. */
  worstShortfallCents: cents,
});

export const risk = z.strictObject({
  /** Of `samples` quarters that took no part in finding the buffers. */
  broken: z.int(),
  samples: z.int(),
  share: z.number(),
  /** Clopper and Pearson, 95 %. */
  low: z.number(),
  high: z.number(),
});

export const regretPart = z
  .strictObject({
    /** `BANK`: what the banks credited and charged beside what the rules give. */
    kind: z.enum(['RATES', 'SURPRISES', 'TRANSFERS', 'PLAN', 'STEP', 'BANK']),
    cents,
  })
  .meta({ id: 'RegretPart' });

export const regretPlan = z.strictObject({
  netReturnCents: cents,
  objectiveCents: cents,
  transfers: z.array(outlineTransfer),
  /** Limits it breaks in the quarter as it was. */
  violations: z.array(violation),
});

/** Of a goal that the plan keeps. */
export const goalPrice = z
  .strictObject({
    goalId: id,
    availableCents: cents.meta({ description: 'On its accounts at the end of its day, under the plan.' }),
    priceCents: cents.meta({ description: 'What the best plan found earns more without the goal.' }),
    leastCents: cents.meta({ description: 'Proven: it costs no less.' }),
    mostCents: cents.meta({ description: 'Proven: it costs no more.' }),
    exact,
    maturities: z.array(z.strictObject({ accountId: id, date: day })).meta({
      description:
        'The last day on which a term deposit may be paid back to each account and its money still reach the goal.',
    }),
  })
  .meta({ id: 'GoalPrice' });
