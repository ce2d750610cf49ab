/**
 * Stored what-ifs of a quarter: changes, not problems, so that they outlive later edits of the quarter. They may be judged
 * over the quarters after it, too: what changes of accounts, limits and settings holds for all of them, a movement or
 * another operation is of its day in the quarter.
 */

import { MAX_HORIZON_QUARTERS } from '@fibado/planning';
import { z } from 'zod';
import { ratePeriod } from './accounts.js';
import { endpoint } from './endpoint.js';
import { offeredAccount, planDifference, planOutline } from './insight-answers.js';
import {
  byId,
  cents,
  day,
  id,
  instant,
  nonNegativeCents,
  positiveCents,
  quarterDate,
  text,
  version,
} from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** A bank pays another rate from a day on; the account's own periods end or begin around it. */
const rateChange = z.strictObject({ kind: z.literal('RATE'), accountId: id, period: ratePeriod });
/** An account is opened, empty. `accountId` and the new bank's `bankId` are given by the server. */
const openAccount = z.strictObject({
  kind: z.literal('OPEN_ACCOUNT'),
  accountId: id.optional(),
  account: offeredAccount,
});
/** An account is closed: `on` is the last day it may hold anything. */
const closeAccount = z.strictObject({ kind: z.literal('CLOSE_ACCOUNT'), accountId: id, on: day });
/** An unexpected income or expense. */
const movement = z.strictObject({
  kind: z.literal('MOVEMENT'),
  movement: z.enum(['INCOME', 'EXPENSE']),
  accountId: id,
  date: day,
  valueDate: day.optional(),
  amountCents: positiveCents,
  description: text(500),
});
/** A planned operation comes otherwise, or not at all. */
const otherOperation = z
  .strictObject({
    kind: z.literal('OPERATION'),
    operationId: id,
    dropped: z.boolean().default(false),
    date: day.optional(),
    amountCents: positiveCents.optional(),
  })
  .refine((c) => c.dropped || c.date !== undefined || c.amountCents !== undefined, {
    path: ['amountCents'],
    message: 'nothing changes',
  });
/** Other limits of an account in the quarter; null takes the maximum away. */
const limits = z
  .strictObject({
    kind: z.literal('LIMITS'),
    accountId: id,
    minBalanceCents: cents.optional(),
    maxBalanceCents: nonNegativeCents.nullable().optional(),
  })
  .refine((c) => c.minBalanceCents !== undefined || c.maxBalanceCents !== undefined, {
    path: ['minBalanceCents'],
    message: 'nothing changes',
  });
/** Other settings of the household, and a number of transfers not to exceed. */
const otherOptions = z.strictObject({
  kind: z.literal('OPTIONS'),
  maxTransfers: z.int().min(0).max(1000).optional(),
  effortCostCents: nonNegativeCents.optional(),
  minBalanceCents: cents.optional(),
  transferStepCents: positiveCents.optional(),
  thresholdMarginCents: nonNegativeCents.max(500_000).optional(),
  guaranteeLimitCents: positiveCents.optional(),
  guaranteePolicy: z.enum(['HARD', 'OFF']).optional(),
  businessDaysOnly: z.boolean().optional(),
});

export const scenarioChange = z
  .discriminatedUnion('kind', [
    rateChange,
    openAccount,
    closeAccount,
    movement,
    otherOperation,
    limits,
    otherOptions,
  ])
  .meta({ id: 'ScenarioChange' });
export type ScenarioChange = Output<typeof scenarioChange>;
export type ScenarioChangeInput = Input<typeof scenarioChange>;

/** Of a run: how far it looks. */
const lookingAhead = {
  horizonQuarters: z.int().min(1).max(MAX_HORIZON_QUARTERS).optional().meta({
    description:
      "How many quarters both plans look at, the scenario's own included; without it that one alone. Changes of accounts, limits and settings hold for all of them, a movement or another operation is of its day in the scenario's quarter.",
  }),
};

/** Scenarios of one quarter at most. */
export const MAX_SCENARIOS = 50;
export const MAX_SCENARIO_CHANGES = 100;

/** What a run found. */
export const scenarioOutcome = z
  .strictObject({
    ranAt: instant,
    inputHash: z.string(),
    /** The scenario's changes, its quarter or one of those after it that were looked at are no longer what they were. */
    stale: z.boolean(),
    /** Its `horizon` is set when more than the scenario's quarter was looked at: every figure is then of all quarters. */
    plan: planOutline,
    /** The best plan without the changes, found in the same run, of as many quarters. */
    reference: planOutline,
    /** Objective of the plan less that of the reference: what the changes are worth. */
    worthCents: cents,
    /** Both are proven best. */
    exact: z.boolean(),
  })
  .meta({ id: 'ScenarioOutcome' });

export const scenario = z
  .strictObject({
    id,
    quarter: quarterDate,
    name: z.string(),
    changes: z.array(scenarioChange),
    createdAt: instant,
    createdBy: z.string(),
    outcome: scenarioOutcome.optional(),
    promotedAt: instant.optional(),
    version,
  })
  .meta({ id: 'Scenario' });
export type Scenario = Output<typeof scenario>;

export const saveScenario = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    quarter: quarterDate,
    name: text(120),
    /** None: the plan of the quarter as it is. */
    changes: z.array(scenarioChange).max(MAX_SCENARIO_CHANGES),
  })
  .meta({ id: 'SaveScenario' });
export type SaveScenario = Input<typeof saveScenario>;

const comparison = z
  .strictObject({
    scenarioId: id,
    name: z.string(),
    /** Absent until the scenario was run. */
    outcome: scenarioOutcome.optional(),
    /**
     * Against the quarters as they are now, with the plans accepted so far. Absent when the scenario was run over another
     * number of quarters than compared here.
     */
    netReturnDifferenceCents: cents.optional(),
    stampDutyDifferenceCents: cents.optional(),
    difference: planDifference.optional(),
  })
  .meta({ id: 'ScenarioComparison' });

export const scenarios = {
  list: endpoint({
    id: 'scenarios.list',
    method: 'GET',
    path: '/api/finance/scenarios/list/{quarter}',
    summary: 'The scenarios of a quarter, oldest first',
    access: access.financeRead,
    params: z.strictObject({ quarter: quarterDate }),
    response: z.array(scenario),
    errors: ['NOT_FOUND'],
  }),
  get: endpoint({
    id: 'scenarios.get',
    method: 'GET',
    path: '/api/finance/scenarios/get/{id}',
    summary: 'One scenario with what its last run found',
    access: access.financeRead,
    params: byId,
    response: scenario,
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    id: 'scenarios.save',
    method: 'POST',
    path: '/api/finance/scenarios/save',
    summary: 'Create a scenario (no id) or update one (id and version)',
    access: access.financeWrite,
    body: saveScenario,
    response: scenario,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'QUARTER_STATE', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'scenarios.delete',
    method: 'DELETE',
    path: '/api/finance/scenarios/delete/{id}',
    summary: 'Delete a scenario',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  run: endpoint({
    id: 'scenarios.run',
    method: 'POST',
    path: '/api/finance/scenarios/run',
    summary:
      'Plan the quarter, or several from it on, with the changes and without them, and keep what was found',
    access: access.financeWrite,
    body: z
      .strictObject({ id, timeLimitMs: z.int().min(100).max(120_000).default(20_000), ...lookingAhead })
      .meta({ id: 'RunScenario' }),
    response: scenario,
    errors: [
      'NOT_FOUND',
      'QUARTER_STATE',
      'QUARTER_INCOMPLETE',
      'STALE_VERSION',
      'SOLVER_BUSY',
      'PROBLEM_TOO_LARGE',
      'NO_PLAN_IN_TIME',
      'CANCELLED',
    ],
  }),
  tryOut: endpoint({
    id: 'scenarios.tryOut',
    method: 'POST',
    path: '/api/finance/scenarios/try-out',
    summary: 'Plan a quarter, or several from it on, with changes and without them; nothing is stored',
    access: access.financeRead,
    body: z
      .strictObject({
        quarter: quarterDate,
        changes: saveScenario.shape.changes,
        timeLimitMs: z.int().min(100).max(120_000).default(20_000),
        ...lookingAhead,
      })
      .meta({ id: 'TryOutScenario' }),
    response: scenarioOutcome
      .omit({ ranAt: true, stale: true })
      .extend({ difference: planDifference })
      .meta({ id: 'ScenarioTrial' }),
    errors: [
      'NOT_FOUND',
      'QUARTER_STATE',
      'QUARTER_INCOMPLETE',
      'SOLVER_BUSY',
      'PROBLEM_TOO_LARGE',
      'NO_PLAN_IN_TIME',
      'CANCELLED',
    ],
  }),
  compare: endpoint({
    id: 'scenarios.compare',
    method: 'GET',
    path: '/api/finance/scenarios/compare/{quarter}',
    summary: 'All scenarios of a quarter beside the quarter, or several from it on, as they are now',
    access: access.financeRead,
    params: z.strictObject({ quarter: quarterDate }),
    query: z.strictObject({
      horizonQuarters: z.coerce.number().int().min(1).max(MAX_HORIZON_QUARTERS).optional().meta({
        description: 'How many quarters are compared; without it the quarter alone.',
      }),
    }),
    response: z
      .strictObject({ current: planOutline, scenarios: z.array(comparison) })
      .meta({ id: 'ScenarioComparisons' }),
    errors: ['NOT_FOUND'],
  }),
  promote: endpoint({
    id: 'scenarios.promote',
    method: 'POST',
    path: '/api/finance/scenarios/promote',
    summary: "Make a scenario real: its changes are applied and its plan becomes the quarter's plan",
    access: access.financeWrite,
    body: z.strictObject({ id, version }).meta({ id: 'PromoteScenario' }),
    response: z
      .strictObject({
        scenario,
        /** The plan as kept: what `summary` names as the newest. */
        runId: id,
        /** Transfers now planned. */
        transfers: z.int(),
      })
      .meta({ id: 'PromotedScenario' }),
    errors: [
      'NOT_FOUND',
      'STALE_VERSION',
      'QUARTER_STATE',
      'QUARTER_INCOMPLETE',
      'PLAN_STALE',
      'NO_PLAN',
      'ALREADY_EXISTS',
    ],
    idempotent: true,
  }),
} as const;
