/** The formulations: a household as a mixed-integer program, each made of the same blocks. */

import { addLotSizingCuts } from './lot-sizing-cuts.js';
import type { CreditedMonth } from '../household/credited-months.js';
import type { CandidateDays } from '../candidate-days/candidate-days.js';
import { addDuty } from './duty.js';
import { addFees } from './fees.js';
import { nodesOf, type GridRequest } from '../household/time-grid.js';
import { addGoals } from './goals.js';
import { addGuarantee } from './guarantee.js';
import type { Household } from '../household/household.js';
import { isConcave } from '../household/daily-interest.js';
import { addInterest } from './interest.js';
import { PlanModel, type ArcChoice, type Range } from './plan-model.js';
import { addPrices, type Prices } from './prices.js';
import { rangesOf } from '../household/balance-ranges.js';
import { addTransfers, transfersCost, type Counts } from './transfers.js';
import { units } from '../modelling/units.js';

/** What every formulation may change of the objective and the constraints. */
interface Variant {
  /**
   * Charge a prudent proportional duty on the average alone: never more than the larger of average and closing
   * balance, so the optimum stays an upper bound, and without the kink that could hold a transfer inside a stretch.
   */
  readonly prudentByAverage?: boolean | undefined;
  /** The months in which sending money to and fro may waive a fee; unset: all in which a fee could be. */
  readonly creditedMonths?: readonly CreditedMonth[] | undefined;
  /** No average has to keep its side of a threshold; being beyond it costs a price instead, if it has one. */
  readonly prices?: Prices | undefined;
}

export interface PoolRequest extends Variant {
  /** Flows on these days only; default: on the days next to events. */
  readonly onlyDays?: ReadonlySet<number> | undefined;
  /** Whether transfers may also happen inside stretches without events. */
  readonly spans?: boolean | undefined;
  /** Days on which free accounts are paired one by one. */
  readonly pairedDays?: ReadonlySet<number> | undefined;
  /** Leave the cost of transfers out. */
  readonly withoutFixedCosts?: boolean | undefined;
  /** Charge them by stretches between an account's own movements, without a binary decision. */
  readonly countsByStretch?: boolean | undefined;
}

export interface PairRequest extends Variant {
  readonly candidateDays: CandidateDays;
  /** Plans with so many transfers only. */
  readonly counts?: Counts | undefined;
}

export interface ArcRequest {
  readonly arcs: readonly ArcChoice[];
  /**
   * Amounts of any size; of any size, but so far away from limits that rounding to whole steps mostly keeps them; or
   * whole steps, which is exact.
   */
  readonly amounts: 'ANY' | 'STEP_MARGIN' | 'WHOLE_STEPS';
  /** Leave the cost of transfers out. */
  readonly withoutFixedCosts?: boolean | undefined;
}

/**
 * Net flows through one pool of the free accounts a day: few decisions, and never more transfers than a plan needs, so
 * the optimum is an upper bound.
 */
export function poolFormulation(household: Household, request: PoolRequest = {}): PlanModel {
  const { onlyDays, prices } = request;
  const grid: GridRequest =
    onlyDays === undefined
      ? {
          spans: request.spans === true,
          // The proof by event days needs no more late days either, unless it is one for every day at prices.
          everyLateDay: request.spans === true || prices !== undefined,
        }
      : { onlyDays, spans: false, everyLateDay: true };
  const model = emptyModel(household, grid, request);
  const { pairedDays, withoutFixedCosts, countsByStretch } = request;
  model.builder.block('flows');
  addTransfers(model, { steps: false, pairedDays, withoutFixedCosts, countsByStretch });
  return withValue(model, prices);
}

/** Every pair of accounts on the days on which a transfer can be worth making: exact, and an upper bound. */
export function pairFormulation(household: Household, request: PairRequest): PlanModel {
  const { candidateDays, counts, prices } = request;
  const grid = { onlyDays: candidateDays.days(), spans: false, everyLateDay: true };
  const model = emptyModel(household, grid, request);
  model.builder.block('flows');
  addTransfers(model, { steps: false, candidateDays, counts });
  return withValue(model, prices);
}

/** Only the given arcs, each with its own decision: every plan made of them, and what it is worth. */
export function arcFormulation(household: Household, request: ArcRequest): PlanModel {
  const { arcs, amounts, withoutFixedCosts } = request;
  const days = arcs.flatMap(({ from, to, day }) => [day, household.arrival(from, to, day)]);
  const grid = { onlyDays: new Set(days), spans: false, everyLateDay: true };
  const spare = amounts === 'STEP_MARGIN' ? units(household.options.stepCents) : 0;
  const model = emptyModel(household, grid, {}, spare);
  model.builder.block('flows');
  addTransfers(model, { arcs, steps: amounts === 'WHOLE_STEPS', withoutFixedCosts });
  return withValue(model, undefined);
}

/** `spare`: how far limits are kept away from, units. */
function emptyModel(household: Household, grid: GridRequest, variant: Variant, spare = 0): PlanModel {
  const nodes = nodesOf(household, grid);
  const ranges = rangesOf(household, nodes);
  const model = new PlanModel(
    household,
    nodes,
    spare > 0 ? ranges.map((row) => row.map((range) => inWholeSteps(range, spare))) : ranges,
    variant.prudentByAverage === true,
    variant.creditedMonths,
    spare,
  );
  model.roundingCents += household.drift?.slackCents ?? 0;
  return model;
}

/** The objective and the limits, block by block. Its optimum is at least the value of every plan, before rounding. */
function withValue(model: PlanModel, prices: Prices | undefined): PlanModel {
  const { builder } = model;
  builder.block('interest');
  addInterest(model);
  builder.block('duty');
  addDuty(model, prices);
  builder.block('fees');
  addFees(model);
  builder.block('guarantee');
  addGuarantee(model);
  if (model.household.goals.length > 0) {
    builder.block('goals');
    addGoals(model);
  }
  addConstants(model);
  builder.block('cuts');
  addLotSizingCuts(model);
  if (prices !== undefined) addPrices(model, prices);
  return model;
}

/** The part of a range that sums of whole steps reach; the range itself when there is none. */
function inWholeSteps(range: Range, step: number): Range {
  const lower = Math.ceil(range.lower / step - DUST) * step;
  const upper = Math.floor(range.upper / step + DUST) * step;
  return lower <= upper ? { lower, upper } : range;
}

/** Of a step: what arithmetic may add to a whole number. */
const DUST = 1e-6;

/**
 * Whether transfers inside stretches without events could beat those on event days, judged by a model without them:
 * only an average compared with a threshold can hold a transfer there, and only when splitting it costs something.
 */
export function needsSpans(model: PlanModel): boolean {
  return model.thresholds.length > 0 && !splitsFreely(model.household);
}

/** Free transfers split: part early and part late is as good as all in between, when rates do not grow (Jensen). */
export function splitsFreely(household: Household): boolean {
  return (
    !transfersCost(household) &&
    household.accounts.every((account) => !account.isMovable || isConcave(account))
  );
}

/** What accounts that nothing can move earn and cost, transfer fees already due, and the effort of forced transfers. */
function addConstants(model: PlanModel): void {
  const { household, builder } = model;
  for (const account of household.accounts) {
    const figures = household.evaluation.accounts[account.index];
    if (figures === undefined) continue;
    builder.addConstant(0 - figures.transferFeesCents);
    if (account.isMovable) continue;
    const fixedDuty = account.entry.account.dutyRegime === 'FIXED' ? figures.stampDutyCents : 0;
    // Fixed duty is the group's decision and counted there.
    builder.addConstant(figures.netReturnCents + figures.transferFeesCents + fixedDuty);
  }
  builder.addConstant(-household.options.effortCents * household.forced.length);
}
