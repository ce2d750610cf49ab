import { MAX_HORIZON_QUARTERS } from '@fibado/planning';
import { z } from 'zod';
import { accountEvaluation, violation, violationKind } from './evaluation.js';
import { lotOutline } from './lot-insights.js';
import {
  cents,
  day,
  dropping,
  id,
  nonNegativeCents,
  positiveCents,
  quarterDate,
  sendSpeed,
  timeOfDay,
} from './primitives.js';
import type { Input, Output } from './readonly.js';

export const transferReason = z.enum([
  'RATE_GAIN',
  'DUTY_AVOIDED',
  'FEE_WAIVED',
  'MINIMUM_KEPT',
  'MAXIMUM_KEPT',
  'GUARANTEE_KEPT',
  'NEEDED_FOR_BILL',
  'GOAL_KEPT',
]);

const transferFields = {
  date: day,
  fromAccountId: id,
  toAccountId: id,
  amountCents: positiveCents,
  speed: sendSpeed.optional().meta({
    description:
      'Of a plan: INSTANT where it is to be sent so, absent else. Of a transfer to try, absent: instant where both ends can and it costs no more.',
  }),
};
/** What a plan says of a transfer beside it. */
const plannedFields = {
  arrivalDate: day,
  reason: transferReason,
  /** What is lost if this transfer alone is forbidden and the rest re-optimised; null when it cannot be done without. */
  marginalCents: cents.nullable(),
  /** Set when that was not asked for (a fixed transfer), or not found in time: null then says nothing. */
  unpriced: z.literal(true).optional(),
};

/** A transfer to try; one of a plan is taken as the plan says it, and what it says beside the transfer is ignored. */
export const transfer = z
  .strictObject({ ...transferFields, ...z.strictObject(plannedFields).partial().shape })
  .overwrite(dropping(...Object.keys(plannedFields)))
  .meta({ id: 'Transfer' });

export const plannedTransfer = z
  .strictObject({ ...transferFields, ...plannedFields })
  .meta({ id: 'PlannedTransfer' });
export type PlannedTransfer = Output<typeof plannedTransfer>;

/** A transfer to force or forbid; without an amount any amount is meant. */
const transferChoice = z.strictObject({
  date: day.optional(),
  fromAccountId: id,
  toAccountId: id,
  amountCents: positiveCents.optional(),
});

export const optimizeOptions = z
  .strictObject({
    from: day.optional(),
    fromTime: timeOfDay.optional().meta({
      description:
        'From what time on, `HH:MM` in Italy, transfers are ordered on the day `from`: ordinary ones of accounts whose cut-off has passed leave later. Absent, where `from` is today: the present.',
      example: '17:40',
    }),
    maxTransfers: z.int().min(0).max(1000).optional(),
    effortCostCents: nonNegativeCents.optional(),
    transferStepCents: positiveCents.optional(),
    thresholdMarginCents: nonNegativeCents.max(500_000).optional(),
    guaranteePolicy: z.enum(['HARD', 'OFF']).optional(),
    businessDaysOnly: z.boolean().optional(),
    timeLimitMs: z.int().min(100).max(120_000).default(10_000),
    forbidden: z.array(transferChoice).max(200).optional(),
    forced: z.array(transfer).max(200).optional(),
    stabilityCents: nonNegativeCents.optional(),
    newLots: z.boolean().optional().meta({
      description:
        "Whether the plan may also break recorded lots and open others: of the household's offers, or of those of a problem in the body. `stabilityCents` is ignored then.",
    }),
    horizonQuarters: z.int().min(1).max(MAX_HORIZON_QUARTERS).optional().meta({
      description:
        "Of the household's own quarter: how many quarters the plan looks at, that one included; later ones as they are planned, or projected from the recurrences. A problem in a body says its horizon itself.",
    }),
  })
  .meta({ id: 'OptimizeOptions' });
export type OptimizeOptionsInput = Input<typeof optimizeOptions>;

export const conflict = z
  .strictObject({
    kind: violationKind,
    accountId: z.string(),
    date: day,
    missingCents: cents,
    holder: z.string().optional(),
    bankId: z.string().optional(),
    goalId: z.string().optional(),
    relaxation: z
      .strictObject({ limit: z.string(), accountId: z.string().optional(), byCents: cents })
      .optional(),
  })
  .meta({ id: 'Conflict' });

/** A plan over several quarters: what falls on each, and what looking at one quarter at a time would lose. */
export const horizonFigures = z
  .strictObject({
    from: quarterDate,
    to: day,
    quarters: z.array(
      z.strictObject({
        quarter: quarterDate,
        baselineNetReturnCents: cents,
        netReturnCents: cents,
        transfers: z.int().min(0),
      }),
    ),
    /** Every quarter planned by itself, one after the other; absent when one of them found no plan. */
    myopia: z.strictObject({ objectiveCents: cents, priceCents: nonNegativeCents }).optional(),
  })
  .meta({ id: 'HorizonFigures' });

export const optimizeResult = z
  .strictObject({
    status: z.enum(['OPTIMAL', 'FEASIBLE', 'INFEASIBLE']),
    objectiveCents: cents,
    netReturnCents: cents,
    baseline: z.strictObject({ netReturnCents: cents, violations: z.array(violation) }),
    gainCents: cents,
    boundCents: cents,
    gapCents: cents,
    transfers: z.array(plannedTransfer),
    accounts: z.array(
      z.strictObject({ accountId: id, baseline: accountEvaluation, planned: accountEvaluation }),
    ),
    conflicts: z.array(conflict),
    solver: z.strictObject({
      engine: z.string(),
      version: z.string(),
      timeMs: z.number(),
      rows: z.int(),
      columns: z.int(),
      integers: z.int(),
      nodes: z.int(),
    }),
    inputHash: z.string(),
    lots: z.array(lotOutline).optional().meta({
      description:
        'With `newLots`: the lots it opens, and the recorded ones it breaks, in order of days. Objective and bound are then of plans with lots, less the effort of opening and breaking each.',
    }),
    /** Of a problem whose horizon is several quarters: every figure above is then of the whole horizon. */
    horizon: horizonFigures.optional(),
  })
  .meta({ id: 'OptimizeResult' });
export type OptimizeResultBody = Output<typeof optimizeResult>;
