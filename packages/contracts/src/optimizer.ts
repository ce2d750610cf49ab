import { checkTransfers } from '@fibado/planning';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { evaluation } from './evaluation.js';
import { optimizeOptions, optimizeResult, transfer } from './plans.js';
import { byId, id, instant, pageOf, paging, quarterDate } from './primitives.js';
import { problem, PROBLEM_LIMITS, reportIssues } from './problem.js';
import { access } from './roles.js';
import { optimizerRun, optimizerRunDetail } from './runs.js';

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
    summary: "Plan a problem given whole in the body, or the household's own quarter; nothing is stored",
    access: access.financeRead,
    body: z
      .strictObject({
        problem: problem.optional(),
        quarter: quarterDate.optional().meta({
          description:
            "In place of a problem: the household's quarter as it is, planned as `optimize` would.",
        }),
        options: optimizeOptions.optional(),
      })
      .refine((body) => (body.problem === undefined) !== (body.quarter === undefined), {
        path: ['problem'],
        message: 'either a problem or a quarter',
      })
      .meta({ id: 'WhatIfRequest' }),
    response: optimizeResult,
    errors: [...solverErrors, 'NOT_FOUND', 'QUARTER_STATE', 'QUARTER_INCOMPLETE'],
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
        reportIssues(() => checkTransfers(value, transfers), ctx);
      })
      .meta({ id: 'EvaluateRequest' }),
    response: evaluation,
  }),
} as const;
