/** Several quarters: the plan of someone who looks at one quarter at a time, and what of a plan falls on each quarter. */

import {
  carriedForward,
  carriedOver,
  evaluate,
  horizonOf,
  isInQuarter,
  quarterEnd,
  quartersOf,
  type Evaluation,
  type Problem,
  type QuarterDate,
  type Transfer,
} from '@fibado/planning';
import type { Budget } from './budget.js';
import type { Engines } from './engines/port.js';
import { householdOf, type Household } from './household/household.js';
import { referee, type RefereedPlan } from './referee.js';
import { solve } from './stages.js';
import type { HorizonFigures, OptimizeOptions } from './types.js';
import { keyOf } from './within.js';

export interface MyopicRequest {
  readonly problem: Problem;
  readonly options: OptimizeOptions;
  /** Of the whole horizon. */
  readonly household: Household;
  readonly engines: Engines;
  readonly budget: Budget;
  /** Milliseconds it may take. */
  readonly timeLimitMs: number;
  /** A plan of the horizon: what it does in a quarter is where that quarter's search starts. */
  readonly known: RefereedPlan | undefined;
}

/**
 * The plan that comes of planning every quarter by itself, one after the other, each from the balances and the carried
 * history that the one before leaves; refereed over the whole horizon. `undefined` where a quarter found no plan, or
 * the horizon's limits refuse what the quarters allow.
 */
export async function quarterByQuarter(request: MyopicRequest): Promise<RefereedPlan | undefined> {
  const { household, budget, options } = request;
  const quarters = quartersOf(horizonOf(household.problem));
  const deadline = budget.elapsedMs() + request.timeLimitMs;
  const transfers: Transfer[] = [];
  let { problem } = request;
  for (const [index, quarter] of quarters.entries()) {
    const timeLimitMs = Math.max(0, deadline - budget.elapsedMs()) / (quarters.length - index);
    const next = await planned(request, quarterOf(problem, quarter), timeLimitMs, transfers.length);
    if (next === undefined) return undefined;
    transfers.push(...next.transfers);
    problem = continued(problem, next);
  }
  const isForced = new Set((options.forced ?? []).map(keyOf));
  const plan = referee(
    household,
    transfers.filter((transfer) => !isForced.has(keyOf(transfer))),
  );
  return plan.violations.length === 0 ? plan : undefined;
}

/** One quarter's problem out of a horizon's, with everything up to its end that is not settled before it. */
function quarterOf({ horizon: _, ...problem }: Problem, quarter: QuarterDate): Problem {
  const end = quarterEnd(quarter);
  return { ...problem, quarter, operations: problem.operations.filter(({ date }) => date <= end) };
}

interface QuarterPlan {
  readonly household: Household;
  readonly transfers: readonly Transfer[];
}

async function planned(
  { options, engines, budget, known }: MyopicRequest,
  problem: Problem,
  timeLimitMs: number,
  made: number,
): Promise<QuarterPlan | undefined> {
  const { quarter } = problem;
  const household = householdOf(problem, {
    ...options,
    from: options.from !== undefined && options.from > quarter ? options.from : quarter,
    forced: (options.forced ?? []).filter(({ date }) => isInQuarter(date, quarter)),
    ...(options.maxTransfers === undefined ? {} : { maxTransfers: Math.max(0, options.maxTransfers - made) }),
  });
  const isForced = new Set(household.forced.map(keyOf));
  const part = (known?.transfers ?? []).filter(
    (transfer) => isInQuarter(transfer.date, quarter) && !isForced.has(keyOf(transfer)),
  );
  const start = [referee(household, part)].filter(({ violations }) => violations.length === 0);
  const solution = await solve({ household, engines, budget, timeLimitMs, known: start });
  return solution.kind === 'PLAN' ? { household, transfers: solution.plan.transfers } : undefined;
}

/** The horizon's problem with the setups of the next quarter, and with what is still under way. */
function continued(problem: Problem, { household, transfers }: QuarterPlan): Problem {
  const forward = new Map(
    carriedForward(household.problem, transfers).map((account) => [account.accountId, account]),
  );
  const end = quarterEnd(household.problem.quarter);
  const underWay = carriedOver(household.problem).filter(({ date }) => date <= end);
  return {
    ...problem,
    setups: problem.setups.map((setup) => {
      const { openingBalanceCents = setup.openingBalanceCents, carried } = forward.get(setup.accountId) ?? {};
      return { ...setup, openingBalanceCents, carried };
    }),
    operations: [...underWay, ...problem.operations.filter(({ date }) => date > end)],
  };
}

/** What a plan over several quarters says of each, and what looking at one quarter at a time would lose. */
export function horizonFigures(
  { problem, options }: Household,
  plan: RefereedPlan,
  myopic: RefereedPlan | undefined,
): HorizonFigures | undefined {
  const horizon = horizonOf(problem);
  const quarters = quartersOf(horizon);
  if (quarters.length < 2) return undefined;
  const baseline = evaluate(problem, []);
  const netOf = ({ quarters: figures }: Evaluation, index: number): number =>
    figures[index]?.netReturnCents ?? 0;
  return {
    ...horizon,
    quarters: quarters.map((quarter, index) => ({
      quarter,
      baselineNetReturnCents: netOf(baseline, index),
      netReturnCents: netOf(plan.evaluation, index),
      transfers: plan.transfers.filter(({ date }) => isInQuarter(date, quarter)).length,
    })),
    ...(myopic !== undefined && options.stabilityCents === undefined
      ? {
          myopia: {
            objectiveCents: myopic.objectiveCents,
            priceCents: Math.max(0, plan.objectiveCents - myopic.objectiveCents),
          },
        }
      : {}),
  };
}
