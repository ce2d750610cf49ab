/** A household and a set of nodes as one program. */

import { addLotSizingCuts } from './lot-sizing-cuts.js';
import type { CreditedMonth } from '../household/credited-months.js';
import type { CandidateDays } from '../candidate-days/candidate-days.js';
import { addDuty } from './duty.js';
import { addFees } from './fees.js';
import { nodesOf, type GridRequest } from '../household/time-grid.js';
import { addGuarantee } from './guarantee.js';
import type { Household } from '../household/household.js';
import { addInterest, isConcave } from './interest.js';
import { PlanModel, type Range } from './plan-model.js';
import { addPrices, type Prices } from './prices.js';
import { rangesOf } from '../household/balance-ranges.js';
import { addTransfers, transfersCost, type ArcChoice, type Counts } from './transfers.js';
import { units } from '../modelling/units.js';

export interface ModelRequest {
  /** The exact form: only these transfers, each with its own decision. */
  readonly arcs?: readonly ArcChoice[] | undefined;
  /** Pools on these days only, besides the days on which what leaves on them arrives. */
  readonly onlyDays?: ReadonlySet<number> | undefined;
  /** Amounts are whole steps. */
  readonly steps?: boolean | undefined;
  /** Amounts are of any size, but limits are kept so far away from that rounding to whole steps mostly keeps them. */
  readonly withStepMargin?: boolean | undefined;
  /** Whether transfers may also happen inside stretches without events. */
  readonly spans?: boolean | undefined;
  /** Days on which free accounts are paired one by one. */
  readonly pairedDays?: ReadonlySet<number> | undefined;
  /**
   * Charge a prudent proportional duty on the average alone: never more than the larger of average and closing
   * balance, so the optimum stays an upper bound, and without the bend that could hold a transfer inside a stretch.
   */
  readonly prudentByAverage?: boolean | undefined;
  /** Every pair on the days on which a transfer can be worth making, instead of pools on the days next to events; no spans. */
  readonly candidateDays?: CandidateDays | undefined;
  /** Without the transfers that wait for another one: smaller, and no bound. */
  readonly withoutChains?: boolean | undefined;
  /** Leave the cost of transfers out. */
  readonly withoutFixedCosts?: boolean | undefined;
  /** The months in which sending money to and fro may waive a fee; unset: all in which a fee could be. */
  readonly creditedMonths?: readonly CreditedMonth[] | undefined;
  /** Plans with so many transfers only; with `candidateDays`. */
  readonly counts?: Counts | undefined;
  /** No average has to keep its side of a threshold; being beyond it costs a price instead, if it has one. */
  readonly prices?: Prices | undefined;
}

/** Writes the program. Its optimum is at least the value of every plan the request allows, before rounding. */
export function buildModel(household: Household, request: ModelRequest = {}): PlanModel {
  const nodes = nodesOf(household, gridRequest(household, request));
  const ranges = rangesOf(household, nodes);
  const step = units(household.options.stepCents);
  const model = new PlanModel(
    household,
    nodes,
    request.withStepMargin === true
      ? ranges.map((row) => row.map((range) => inWholeSteps(range, step)))
      : ranges,
    request.prudentByAverage === true,
    request.creditedMonths,
    request.withStepMargin === true ? step : 0,
  );
  addTransfers(model, {
    arcs: request.arcs,
    steps: request.steps === true,
    pairedDays: request.pairedDays,
    withoutFixedCosts: request.withoutFixedCosts,
    candidateDays: request.candidateDays,
    withoutChains: request.withoutChains === true,
    counts: request.counts,
  });
  addInterest(model);
  addDuty(model, request.prices);
  addFees(model);
  addGuarantee(model);
  addConstants(model);
  addLotSizingCuts(model);
  if (request.prices !== undefined) addPrices(model, request.prices);
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

function gridRequest(household: Household, request: ModelRequest): GridRequest {
  if (request.arcs !== undefined) {
    const days = new Set(
      request.arcs.flatMap(({ from, to, day }) => [day, household.arrival(from, to, day)]),
    );
    return { onlyDays: days, spans: false, everyLateDay: true };
  }
  if (request.candidateDays !== undefined) {
    return { onlyDays: request.candidateDays.days(), spans: false, everyLateDay: true };
  }
  if (request.onlyDays !== undefined) {
    return { onlyDays: request.onlyDays, spans: false, everyLateDay: true };
  }
  return {
    spans: request.spans === true,
    // The proof by event days needs no more late days either, unless it is one for every day at prices.
    everyLateDay: request.spans === true || request.prices !== undefined,
  };
}

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
