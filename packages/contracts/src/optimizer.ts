import { checkProblem, checkTransfers, MAX_HORIZON_QUARTERS, type ProblemIssue } from '@fibado/planning';
import { z } from 'zod';
import { problemAccountGroup } from './account-groups.js';
import { problemAccount } from './accounts.js';
import { problemBank } from './banks.js';
import { endpoint } from './endpoint.js';
import { accountEvaluation, evaluation, violation, violationKind } from './evaluation.js';
import { problemOperation } from './operations.js';
import {
  byId,
  cents,
  day,
  dropping,
  id,
  instant,
  nonNegativeCents,
  pageOf,
  paging,
  positiveCents,
  quarterDate,
  sendSpeed,
  timeOfDay,
} from './primitives.js';
import { setup } from './quarters.js';
import { access } from './roles.js';
import { problemSettings } from './settings.js';
import type { Input, Output } from './readonly.js';

/** Limits on a problem sent in a body; a real household is far below. */
export const PROBLEM_LIMITS = {
  banks: 100,
  accountGroups: 100,
  accounts: 200,
  operations: 10_000,
  transfers: 2000,
} as const;

/** Passes the domain's findings on, once the shape is right: zod's own issues say enough before that. */
function report(issues: () => readonly ProblemIssue[], ctx: z.RefinementCtx): void {
  if (ctx.issues.length > 0) return;
  for (const { path, message } of issues()) {
    const keys = path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    ctx.addIssue({ code: 'custom', path: keys, message });
  }
}

export const horizon = z.strictObject({ from: quarterDate, to: day }).meta({ id: 'Horizon' });

/**
 * One household's horizon, complete and sound by the domain's own check; nothing of it is stored. A `quarter` without
 * a `horizon` is a horizon of that quarter alone, and a `horizon` says its quarter.
 */
export const problem = z
  .strictObject({
    quarter: quarterDate.optional(),
    horizon: horizon.optional(),
    banks: z.array(problemBank).max(PROBLEM_LIMITS.banks),
    accountGroups: z.array(problemAccountGroup).max(PROBLEM_LIMITS.accountGroups),
    accounts: z.array(problemAccount).max(PROBLEM_LIMITS.accounts),
    setups: z.array(setup).max(PROBLEM_LIMITS.accounts),
    operations: z.array(problemOperation).max(PROBLEM_LIMITS.operations),
    settings: problemSettings,
  })
  .transform((value, ctx) => {
    const quarter = value.quarter ?? value.horizon?.from;
    if (quarter === undefined) {
      ctx.addIssue({ code: 'custom', path: ['horizon'], message: 'neither a horizon nor a quarter' });
      return z.NEVER;
    }
    const complete = { ...value, quarter };
    report(() => checkProblem(complete), ctx);
    return complete;
  })
  .meta({ id: 'Problem' });

export const transferReason = z.enum([
  'RATE_GAIN',
  'DUTY_AVOIDED',
  'FEE_WAIVED',
  'MINIMUM_KEPT',
  'MAXIMUM_KEPT',
  'GUARANTEE_KEPT',
  'NEEDED_FOR_BILL',
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
    /** Of a problem whose horizon is several quarters: every figure above is then of the whole horizon. */
    horizon: horizonFigures.optional(),
  })
  .meta({ id: 'OptimizeResult' });
export type OptimizeResultBody = Output<typeof optimizeResult>;

/** QUEUED and RUNNING end in one of the others, and those stay. */
export const runState = z.enum(['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']).meta({ id: 'RunState' });
export type RunState = Output<typeof runState>;

/** Why a run FAILED, for the screen to put into words. */
export const runFailure = z
  .enum([
    /** No worker leased it in time: all are busy, or none is running. */
    'NO_SOLVER',
    /** Time ended without a plan and without the proof that none exists. */
    'NO_PLAN_IN_TIME',
    /** The solver outlasted its time, or outgrew its memory, and was ended. */
    'OUT_OF_TIME',
    'OUT_OF_MEMORY',
    /** The process that solved it ended in the middle, and so did the ones that took it up again. */
    'CRASHED',
    /** Something else went wrong; the instance's log says what. */
    'ERROR',
  ])
  .meta({ id: 'RunFailure' });
export type RunFailure = Output<typeof runFailure>;

/** What a run last said of itself; at most twice a second. */
export const runProgress = z
  .strictObject({
    phase: z.enum(['SOLVING', 'EXPLAINING']),
    /** Milliseconds since a solver took it. */
    elapsedMs: z.int().min(0),
    /** The best plan's objective so far; absent before the first plan. */
    objectiveCents: cents.optional(),
    /** Proven so far: no plan has a higher objective. */
    boundCents: cents.optional(),
  })
  .meta({ id: 'RunProgress' });
export type RunProgress = Output<typeof runProgress>;

/** A run's best plan so far: refereed and adoptable, but neither explained nor priced. */
export const runIncumbent = z
  .strictObject({
    /** Milliseconds from the start of the optimization to this plan. */
    elapsedMs: z.int().min(0),
    objectiveCents: cents,
    netReturnCents: cents,
    /** Proven when this plan was found: no plan has a higher objective. */
    boundCents: cents.optional(),
    transfers: z.array(plannedTransfer.omit({ reason: true, marginalCents: true, unpriced: true })),
  })
  .meta({ id: 'RunIncumbent' });
export type RunIncumbent = Output<typeof runIncumbent>;

/** What a run was asked and how far it is. */
export const optimizerRun = z
  .strictObject({
    runId: id,
    quarter: quarterDate,
    /** A REPEAT solves an earlier run's input again; it is not a plan of the quarter. */
    kind: z.enum(['PLAN', 'REPEAT']),
    state: runState,
    createdAt: instant,
    createdBy: z.string(),
    startedAt: instant.optional(),
    finishedAt: instant.optional(),
    options: optimizeOptions.partial(),
    /** SHA-256 of problem, options and the optimizer's revision. */
    inputHash: z.string(),
    /** The optimizer's revision; absent of plans kept before runs were stored. */
    revision: z.string().optional(),
    engine: z.strictObject({ name: z.string(), version: z.string(), timeMs: z.number() }).optional(),
    /** SHA-256 of the plan: status, figures and transfers, without times. */
    resultHash: z.string().optional(),
    progress: runProgress.optional(),
    failure: runFailure.optional(),
    /** What came out, when it is DONE. */
    outcome: z
      .strictObject({
        status: z.enum(['OPTIMAL', 'FEASIBLE', 'INFEASIBLE']),
        objectiveCents: cents,
        netReturnCents: cents,
        gainCents: cents,
        gapCents: cents,
        transfers: z.int().min(0),
      })
      .optional(),
    /** While it is QUEUED: its place in the queue, 1 is next. Households take turns. */
    position: z.int().min(1).optional(),
    acceptedAt: instant.optional(),
    /** Its input is kept, so that it can be repeated. */
    repeatable: z.boolean(),
    /** Of a REPEAT: which run it repeats and, once DONE, what is the same. */
    repeat: z
      .strictObject({
        runId: id,
        sameInput: z.boolean(),
        sameEngine: z.boolean().optional(),
        samePlan: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: 'OptimizerRun' });
export type OptimizerRun = Output<typeof optimizerRun>;

/** A run with its plan, or before it is done with the best plan so far. */
export const optimizerRunDetail = optimizerRun
  .extend({ result: optimizeResult.optional(), incumbent: runIncumbent.optional() })
  .meta({ id: 'OptimizerRunDetail' });
export type OptimizerRunDetail = Output<typeof optimizerRunDetail>;

const optimizeRequest = z
  .strictObject({ quarter: quarterDate, options: optimizeOptions.optional() })
  .meta({ id: 'OptimizeRequest' });

const queueState = z
  .strictObject({
    /** Of the household's, those that wait for a solver. */
    waiting: z.int().min(0),
    /** The place of the first of them, 1 is next; absent when none waits. */
    position: z.int().min(1).optional(),
  })
  .meta({ id: 'SolverQueueState' });

const queueErrors = ['SOLVER_BUSY', 'PROBLEM_TOO_LARGE'] as const;
const solverErrors = [...queueErrors, 'NO_PLAN_IN_TIME', 'CANCELLED'] as const;

export const optimizer = {
  optimize: endpoint({
    id: 'optimizer.optimize',
    method: 'POST',
    path: '/api/finance/optimizer/optimize',
    summary: "Plan the household's quarter; the run is stored, the operations stay as they are",
    access: access.financeWrite,
    body: optimizeRequest,
    response: z
      .strictObject({ runId: id, createdAt: instant, result: optimizeResult })
      .meta({ id: 'OptimizeRun' }),
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'QUARTER_INCOMPLETE', ...solverErrors],
  }),
  startRun: endpoint({
    id: 'optimizer.startRun',
    method: 'POST',
    path: '/api/finance/optimizer/runs',
    summary:
      "Start planning the household's quarter and answer at once; ask for the run to see how far it is",
    access: access.financeWrite,
    body: optimizeRequest,
    response: optimizerRun,
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'QUARTER_INCOMPLETE', ...queueErrors],
    idempotent: true,
  }),
  queue: endpoint({
    id: 'optimizer.queue',
    method: 'GET',
    path: '/api/finance/optimizer/queue',
    summary: "Where the household's waiting plans and questions stand in the queues",
    access: access.financeRead,
    response: z.strictObject({ plans: queueState, questions: queueState }).meta({ id: 'SolverQueue' }),
  }),
  runs: endpoint({
    id: 'optimizer.runs',
    method: 'GET',
    path: '/api/finance/optimizer/runs',
    summary: "Runs, newest first; a quarter's or all",
    access: access.financeRead,
    query: paging.extend({ quarter: quarterDate.optional() }),
    response: pageOf(optimizerRun),
  }),
  run: endpoint({
    id: 'optimizer.run',
    method: 'GET',
    path: '/api/finance/optimizer/runs/{id}',
    summary: 'One run: its state, its progress while it works, its plan when it is done',
    access: access.financeRead,
    params: byId,
    response: optimizerRunDetail,
    errors: ['NOT_FOUND'],
  }),
  cancelRun: endpoint({
    id: 'optimizer.cancelRun',
    method: 'POST',
    path: '/api/finance/optimizer/runs/{id}/cancel',
    summary: 'End a run that waits or works; one that has ended stays as it is',
    access: access.financeWrite,
    params: byId,
    response: optimizerRun,
    errors: ['NOT_FOUND'],
  }),
  repeatRun: endpoint({
    id: 'optimizer.repeatRun',
    method: 'POST',
    path: '/api/finance/optimizer/runs/{id}/repeat',
    summary: "Solve a run's stored input again, as a run of its own that says whether the plan is the same",
    access: access.financeWrite,
    params: byId,
    response: optimizerRun,
    errors: ['NOT_FOUND', ...queueErrors],
    idempotent: true,
  }),
  whatIf: endpoint({
    id: 'optimizer.whatIf',
    method: 'POST',
    path: '/api/finance/optimizer/what-if',
    summary: 'Plan a problem given whole in the body; nothing is stored',
    access: access.financeRead,
    body: z.strictObject({ problem, options: optimizeOptions.optional() }).meta({ id: 'WhatIfRequest' }),
    response: optimizeResult,
    errors: solverErrors,
  }),
  evaluate: endpoint({
    id: 'optimizer.evaluate',
    method: 'POST',
    path: '/api/finance/optimizer/evaluate',
    summary: 'Replay a problem and transfers given whole in the body; nothing is stored',
    access: access.financeRead,
    body: z
      .strictObject({ problem, transfers: z.array(transfer).max(PROBLEM_LIMITS.transfers) })
      .superRefine(({ problem: value, transfers }, ctx) => {
        report(() => checkTransfers(value, transfers), ctx);
      })
      .meta({ id: 'EvaluateRequest' }),
    response: evaluation,
  }),
} as const;
