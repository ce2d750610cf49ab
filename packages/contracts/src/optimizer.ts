import { checkProblem, checkTransfers, type ProblemIssue } from '@fibado/planning';
import { z } from 'zod';
import { problemAccountGroup } from './account-groups.js';
import { problemAccount } from './accounts.js';
import { problemBank } from './banks.js';
import { endpoint } from './endpoint.js';
import { accountEvaluation, evaluation, violation } from './evaluation.js';
import { problemOperation } from './operations.js';
import { cents, day, id, instant, nonNegativeCents, positiveCents, quarterDate } from './primitives.js';
import { setup } from './quarters.js';
import { access } from './roles.js';
import { problemSettings } from './settings.js';

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

/** One household's quarter, complete and sound by the domain's own check; nothing of it is stored. */
export const problem = z
  .strictObject({
    quarter: quarterDate,
    banks: z.array(problemBank).max(PROBLEM_LIMITS.banks),
    accountGroups: z.array(problemAccountGroup).max(PROBLEM_LIMITS.accountGroups),
    accounts: z.array(problemAccount).max(PROBLEM_LIMITS.accounts),
    setups: z.array(setup).max(PROBLEM_LIMITS.accounts),
    operations: z.array(problemOperation).max(PROBLEM_LIMITS.operations),
    settings: problemSettings,
  })
  .superRefine((value, ctx) => {
    report(() => checkProblem(value), ctx);
  })
  .meta({ id: 'Problem' });

export const transfer = z
  .strictObject({ date: day, fromAccountId: id, toAccountId: id, amountCents: positiveCents })
  .meta({ id: 'Transfer' });

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
  })
  .meta({ id: 'OptimizeOptions' });
export type OptimizeOptionsInput = z.input<typeof optimizeOptions>;

export const transferReason = z.enum([
  'RATE_GAIN',
  'DUTY_AVOIDED',
  'FEE_WAIVED',
  'MINIMUM_KEPT',
  'MAXIMUM_KEPT',
  'GUARANTEE_KEPT',
  'NEEDED_FOR_BILL',
]);

export const plannedTransfer = z
  .strictObject({
    date: day,
    arrivalDate: day,
    fromAccountId: id,
    toAccountId: id,
    amountCents: positiveCents,
    reason: transferReason,
    /** What is lost if this transfer alone is forbidden and the rest re-optimised; null when it cannot be done without. */
    marginalCents: cents.nullable(),
  })
  .meta({ id: 'PlannedTransfer' });
export type PlannedTransfer = z.infer<typeof plannedTransfer>;

export const conflict = z
  .strictObject({
    kind: z.enum(['BELOW_MINIMUM', 'ABOVE_MAXIMUM', 'GUARANTEE_EXCEEDED', 'TRANSFER_NOT_ALLOWED']),
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
  })
  .meta({ id: 'OptimizeResult' });
export type OptimizeResultBody = z.infer<typeof optimizeResult>;

const solverErrors = ['SOLVER_BUSY', 'CANCELLED'] as const;

export const optimizer = {
  optimize: endpoint({
    id: 'optimizer.optimize',
    method: 'POST',
    path: '/api/finance/optimizer/optimize',
    summary: "Plan the household's quarter; the run is stored, the operations stay as they are",
    access: access.financeWrite,
    body: z
      .strictObject({ quarter: quarterDate, options: optimizeOptions.optional() })
      .meta({ id: 'OptimizeRequest' }),
    response: z
      .strictObject({ runId: id, createdAt: instant, result: optimizeResult })
      .meta({ id: 'OptimizeRun' }),
    errors: ['NOT_FOUND', 'QUARTER_STATE', 'QUARTER_INCOMPLETE', ...solverErrors],
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
