/** Questions asked of a quarter's plan. Every figure is the referee's, in cents; nothing is stored. */

import { z } from 'zod';
import { endpoint } from './endpoint.js';
import {
  breakEven,
  lotChoice,
  MAX_PLANNED_LOTS,
  offersValue,
  plannedLot,
  rankedOffer,
} from './lot-insights.js';
import { optimizeOptions, transfer } from './plans.js';
import { cents, day, id, positiveCents, quarterDate } from './primitives.js';
import { access } from './roles.js';
import {
  outlineTransfer,
  planOutline,
  planDifference,
  exact,
  limitPrice,
  offeredAccount,
  frontierPoint,
  goalPrice,
  buffer,
  risk,
  regretPart,
  regretPlan,
} from './insight-answers.js';

const timeLimitMs = z.int().min(100).max(120_000).default(30_000);
/**
 * As for a plan; the time is for the whole question, which asks the solver several times. An accepted plan is where the
 * search begins and never preferred, so that `stabilityCents` has no say.
 */
export const insightOptions = optimizeOptions.extend({ timeLimitMs }).meta({ id: 'InsightOptions' });

/** Beside every answer. */
const answered = {
  inputHash: z.string().optional().meta({
    description: 'SHA-256 of the question with the problem it is about: the same question has the same hash.',
  }),
};
/** Offers one question ranks at most. */
export const MOST_RANKED = 10;

const quarterOnly = { quarter: quarterDate, options: insightOptions.optional() };
const ofPlan = {
  ...quarterOnly,
  lots: z.array(plannedLot).max(MAX_PLANNED_LOTS).optional().meta({
    description:
      'Lots of a plan, taken as given: those it opens, and recorded ones that it breaks. What of them is recorded already stays as it is.',
  }),
};
const errors = [
  'NOT_FOUND',
  'QUARTER_STATE',
  'QUARTER_INCOMPLETE',
  'NO_PLAN',
  'SOLVER_BUSY',
  'PROBLEM_TOO_LARGE',
  'NO_PLAN_IN_TIME',
  'CANCELLED',
] as const;

export const insights = {
  limitPrices: endpoint({
    id: 'insights.limitPrices',
    method: 'POST',
    path: '/api/finance/insights/limit-prices',
    summary: 'What each limit the plan touches costs: planned again with that limit alone loosened',
    access: access.financeRead,
    body: z
      .strictObject({ ...ofPlan, byCents: positiveCents.default(10_000) })
      .meta({ id: 'LimitPricesRequest' }),
    response: z
      .strictObject({
        ...answered,
        base: planOutline,
        /** The dearest first; limits that cost nothing are left out. */
        prices: z.array(limitPrice),
        /** Limits the plan touches for which there was no time. */
        unpriced: z.array(limitPrice.pick({ limit: true, accountId: true })),
      })
      .meta({ id: 'LimitPrices' }),
    errors,
  }),
  whyNot: endpoint({
    id: 'insights.whyNot',
    method: 'POST',
    path: '/api/finance/insights/why-not',
    summary: 'What forcing or forbidding transfers costs, and both plans; or why it cannot be',
    access: access.financeRead,
    body: z
      .strictObject({
        ...ofPlan,
        forced: z.array(transfer).max(50).default([]),
        forbidden: z
          .array(z.strictObject({ fromAccountId: id, toAccountId: id, date: day.optional() }))
          .max(50)
          .default([]),
      })
      .refine((body) => body.forced.length + body.forbidden.length > 0, {
        path: ['forced'],
        message: 'nothing is asked',
      })
      .meta({ id: 'WhyNotRequest' }),
    response: z
      .strictObject({
        ...answered,
        base: planOutline,
        /** The best plan with the choices; INFEASIBLE with conflicts when there is none. */
        alternative: planOutline.optional(),
        /** Null when no plan is left. */
        lossCents: cents.nullable(),
        exact,
        difference: planDifference.optional(),
        /** Forced transfers the accounts' rules do not allow: which, why, and the account in the way. */
        obstacles: z.array(
          z.strictObject({
            forcedIndex: z.int(),
            kind: z.enum([
              'SAME_ACCOUNT',
              'OUTSIDE_QUARTER',
              'NOT_BUSINESS_DAY',
              'SPEED_NOT_POSSIBLE',
              'CUT_OFF_PASSED',
              'EXCLUDED',
              'INACTIVE',
              'CANNOT_SEND',
              'CANNOT_RECEIVE',
              'NOT_LINKED',
              'TERM_DEPOSIT',
              'NOT_OPEN',
              'PAST',
            ]),
            accountId: id,
          }),
        ),
      })
      .meta({ id: 'WhyNot' }),
    errors,
  }),
  frontier: endpoint({
    id: 'insights.frontier',
    method: 'POST',
    path: '/api/finance/insights/frontier',
    summary: 'The best net return with at most 0, 1, 2, … transfers',
    access: access.financeRead,
    body: z
      .strictObject({ ...ofPlan, most: z.int().min(0).max(40).default(10) })
      .meta({ id: 'FrontierRequest' }),
    response: z
      .strictObject({
        ...answered,
        /** Numbers of transfers without any plan are left out; ends where more earn nothing. */
        points: z.array(frontierPoint),
        complete: z.boolean(),
      })
      .meta({ id: 'Frontier' }),
    errors,
  }),
  offer: endpoint({
    id: 'insights.offer',
    method: 'POST',
    path: '/api/finance/insights/offer',
    summary: 'What an account not yet opened would be worth over the horizon, and the rate from which on',
    access: access.financeRead,
    body: z.strictObject({ ...quarterOnly, offer: offeredAccount }).meta({ id: 'OfferRequest' }),
    response: z
      .strictObject({
        ...answered,
        base: planOutline,
        withOffer: planOutline,
        /** The account's id in `withOffer`. */
        accountId: id,
        gainCents: cents,
        exact,
        averageBalanceCents: cents,
        peakBalanceCents: cents,
        difference: planDifference,
        /**
         * The highest rate of the offer's bands, the others lowered or raised in proportion, from which on the
         * account is worth more than the 5 cents plans are proven to; not so at `belowPct`. Absent when no rate up to
         * 20 % is enough, or time was short.
         */
        breakEven: breakEven.optional(),
      })
      .meta({ id: 'OfferValue' }),
    errors,
  }),
  termOffers: endpoint({
    id: 'insights.termOffers',
    method: 'POST',
    path: '/api/finance/insights/term-offers',
    summary:
      'What lots of each stored offer would be worth to the household, and the best set of up to three',
    access: access.financeRead,
    body: z
      .strictObject({
        ...quarterOnly,
        offerIds: z
          .array(id)
          .min(1)
          .max(MOST_RANKED)
          .optional()
          .meta({ description: 'Absent: the offers a lot can be opened on, the latest read first.' }),
      })
      .meta({ id: 'TermOffersRequest' }),
    response: z
      .strictObject({
        ...answered,
        base: planOutline,
        offers: z.array(rankedOffer).meta({ description: 'The most valuable first.' }),
        sets: z
          .array(
            z.strictObject({
              offerIds: z.array(id),
              ...offersValue,
              plan: z.array(outlineTransfer).meta({ description: 'The transfers that go with the lots.' }),
            }),
          )
          .meta({ description: 'The best found of one, two and three offers, while each is worth more.' }),
        unranked: z.array(id).meta({
          description: 'Offers whose account cannot pay for a lot in the quarter, or without time left.',
        }),
      })
      .meta({ id: 'OfferRanking' }),
    errors,
  }),
  lotChoices: endpoint({
    id: 'insights.lotChoices',
    method: 'POST',
    path: '/api/finance/insights/lot-choices',
    summary: 'What breaking, renewing or ending each open lot is worth to the household',
    access: access.financeRead,
    body: z.strictObject(quarterOnly).meta({ id: 'LotChoicesRequest' }),
    response: z
      .strictObject({
        ...answered,
        base: planOutline.meta({ description: 'The best plan with every lot as it is recorded.' }),
        lots: z.array(
          z.strictObject({
            lotId: id,
            choices: z.array(lotChoice).meta({ description: 'The most valuable first, one of each kind.' }),
          }),
        ),
        unanswered: z.array(id).meta({ description: 'Lots for which there was no time.' }),
      })
      .meta({ id: 'LotChoices' }),
    errors,
  }),
  goals: endpoint({
    id: 'insights.goals',
    method: 'POST',
    path: '/api/finance/insights/goals',
    summary:
      'What each goal of the horizon costs, and until when money may be tied and still be there for it',
    access: access.financeRead,
    body: z.strictObject(quarterOnly).meta({ id: 'GoalPricesRequest' }),
    response: z
      .strictObject({
        ...answered,
        base: planOutline.meta({
          description: 'The best plan with every goal; where it is INFEASIBLE its conflicts name the goals.',
        }),
        goals: z.array(goalPrice),
        unpriced: z.array(id).meta({ description: 'Goals for which there was no time.' }),
      })
      .meta({ id: 'GoalPrices' }),
    errors,
  }),
  robust: endpoint({
    id: 'insights.robust',
    method: 'POST',
    path: '/api/finance/insights/robust',
    summary: 'A plan that keeps the minimum in all but a share of sampled quarters, and what safety costs',
    access: access.financeRead,
    body: z
      .strictObject({
        ...ofPlan,
        /** The share of quarters in which a minimum may be broken. */
        alpha: z.number().min(0.005).max(0.5).default(0.05),
        samples: z.int().min(100).max(2000).default(400),
        seed: z.int().min(0).max(2_147_483_647).default(1),
      })
      .meta({ id: 'RobustRequest' }),
    response: z
      .strictObject({
        ...answered,
        plan: planOutline,
        without: planOutline,
        /** Objective without buffers less objective with them, both of the expected quarter. */
        priceCents: cents,
        exact,
        /** False when no buffer reaches the wanted safety: then the safest plan found is answered. */
        reached: z.boolean(),
        risk,
        riskWithout: risk,
        /** Accounts with uncertain movements. */
        buffers: z.array(buffer),
        difference: planDifference,
      })
      .meta({ id: 'RobustPlan' }),
    errors,
  }),
  regret: endpoint({
    id: 'insights.regret',
    method: 'POST',
    path: '/api/finance/insights/regret',
    summary:
      'A closed quarter: plan, actual and the best plan in hindsight, and where the difference came from',
    access: access.financeRead,
    body: z.strictObject({ quarter: quarterDate, timeLimitMs }).meta({ id: 'RegretRequest' }),
    response: z
      .strictObject({
        ...answered,
        /** What the plan promised at the start; the figures are those of the quarter as it was assumed. */
        plan: regretPlan,
        actual: regretPlan,
        /** As the banks reported it. */
        reportedNetReturnCents: cents,
        hindsight: regretPlan,
        /** Hindsight less actual objective: the sum of `regretParts`. */
        regretCents: cents,
        regretParts: z.array(regretPart),
        /** What the banks reported less what was planned, objectives: the sum of `varianceParts`. */
        varianceCents: cents,
        varianceParts: z.array(regretPart),
        /** Whether every plan on the way is proven best. */
        exact,
      })
      .meta({ id: 'Regret' }),
    errors,
  }),
} as const;
