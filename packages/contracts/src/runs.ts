import { z } from 'zod';
import { lotOutline } from './lot-insights.js';
import { optimizeOptions, optimizeResult, plannedTransfer } from './plans.js';
import { cents, id, instant, quarterDate } from './primitives.js';
import type { Output } from './readonly.js';

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
    lots: z
      .array(lotOutline)
      .optional()
      .meta({ description: 'The lots it opens or breaks, of a run with `newLots`.' }),
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
    /** Made in the background after a save of `createdBy`; absent of one that was asked for. */
    automatic: z.boolean().optional(),
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
        lots: z.int().min(0).optional().meta({ description: 'Of a run with `newLots`.' }),
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
