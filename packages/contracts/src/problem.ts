import { checkProblem, MAX_GOALS, MAX_LOTS, MAX_OFFERS, type ProblemIssue } from '@fibado/planning';
import { z } from 'zod';
import { problemAccountGroup } from './account-groups.js';
import { problemAccount } from './accounts.js';
import { problemBank } from './banks.js';
import { problemOperation } from './operations.js';
import { problemGoal } from './goals.js';
import { day, quarterDate } from './primitives.js';
import { setup } from './quarters.js';
import { problemSettings } from './settings.js';
import { problemLot, problemOffer } from './term-deposits.js';

/** Limits on a problem sent in a body; a real household is far below. */
export const PROBLEM_LIMITS = {
  banks: 100,
  accountGroups: 100,
  accounts: 200,
  operations: 10_000,
  transfers: 2000,
} as const;

/** Passes the domain's findings on, once the shape is right: zod's own issues say enough before that. */
export function reportIssues(issues: () => readonly ProblemIssue[], ctx: z.RefinementCtx): void {
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
    offers: z.array(problemOffer).max(MAX_OFFERS).optional(),
    lots: z.array(problemLot).max(MAX_LOTS).optional().meta({
      description:
        'Term deposits that are open, or end, in the horizon; in the answer each is an account with its id.',
    }),
    goals: z.array(problemGoal).max(MAX_GOALS).optional(),
  })
  .transform((value, ctx) => {
    const quarter = value.quarter ?? value.horizon?.from;
    if (quarter === undefined) {
      ctx.addIssue({ code: 'custom', path: ['horizon'], message: 'neither a horizon nor a quarter' });
      return z.NEVER;
    }
    const complete = { ...value, quarter };
    reportIssues(() => checkProblem(complete), ctx);
    return complete;
  })
  .meta({ id: 'Problem' });
