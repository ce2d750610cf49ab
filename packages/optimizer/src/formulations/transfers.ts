/** What moves, by pools or by single arcs, what each transfer costs and how many may be made (7), (17), (18). */

import type { CandidateDays } from '../candidate-days/candidate-days.js';
import type { Household } from '../household/household.js';
import type { Term } from '../modelling/program.js';
import { addArc, addLinkedArcs, addPairs } from './arcs.js';
import { addBalances } from './balances.js';
import type { ArcChoice, Counting, PlanModel } from './plan-model.js';
import { addPools } from './pools.js';
import { addStretchCounts } from './stretch-counts.js';
import { addDailyLimits } from './transfer-limits.js';

/** At least and at most so many transfers, forced ones not counted. */
export interface Counts {
  readonly least: number;
  readonly most: number;
}

export interface TransferRequest {
  /** Use these arcs and no pool: every transfer is counted exactly. */
  readonly arcs?: readonly ArcChoice[] | undefined;
  /** Amounts are whole multiples of the step. */
  readonly steps: boolean;
  /** Nodes whose free accounts are paired one by one, so that their transfers are counted exactly. */
  readonly pairedDays?: ReadonlySet<number> | undefined;
  /** Leave every binary decision out: transfers cost nothing. */
  readonly withoutFixedCosts?: boolean | undefined;
  /** Charge transfers by how many each account needs between its own movements, without a binary decision. */
  readonly countsByStretch?: boolean | undefined;
  /** Every pair on the days that can be worth it, and no pool: every transfer is counted exactly. */
  readonly candidateDays?: CandidateDays | undefined;
  /** Fewer transfers than the least are charged as if they were so many. */
  readonly counts?: Counts | undefined;
}

/** Of a unit moved: all the money of a household together does not come to a cent. */
const MOVING_CENTS = 1e-6;

/** Adds the columns of every flow, and the rows that link them to balances. */
export function addTransfers(model: PlanModel, request: TransferRequest): void {
  const { household } = model;
  const counting = countingOf(household, request);
  if (request.arcs !== undefined) {
    for (const arc of request.arcs) addArc(model, arc, counting, request.steps);
    // Of plans worth the same, the one that moves less money.
    for (const { column } of model.arcs) model.builder.addCost(column, -MOVING_CENTS);
  } else if (request.candidateDays !== undefined) {
    addPairs(model, counting, request.candidateDays);
  } else {
    const pairedDays = request.pairedDays ?? new Set<number>();
    addPools(model, counting, pairedDays);
    addLinkedArcs(model, counting, pairedDays);
  }
  addDailyLimits(model);
  addCountLimit(model, counting);
  if (request.counts !== undefined) addCounts(model, counting, request.counts);
  addBalances(model);
  if (request.countsByStretch === true) addStretchCounts(model, counting);
}

/** Whether the number of transfers matters: they cost something, or are limited. */
export function transfersCost({ options, accounts }: Household): boolean {
  return (
    options.effortCents > 0 ||
    Number.isFinite(options.maxTransfers) ||
    accounts.some((account) => account.canSend && account.mostFeeCents > 0)
  );
}

function countingOf(household: Household, request: TransferRequest): Counting {
  const { options, accounts } = household;
  return {
    counts:
      request.withoutFixedCosts !== true &&
      request.countsByStretch !== true &&
      (transfersCost(household) ||
        request.arcs?.some((arc) => arc.exactly !== undefined || arc.surcharge !== undefined) === true),
    costOf: (account) => options.effortCents + (accounts[account]?.feeCents ?? 0),
    costOfArc: ({ from, to, day }) => options.effortCents + household.feeCents(from, to, day),
  };
}

function addCountLimit(model: PlanModel, counting: Counting): void {
  const limit = model.household.options.maxTransfers - model.household.forced.length;
  if (!counting.counts || !Number.isFinite(limit)) return;
  model.builder.atMost(limit, [
    ...model.sends.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]])),
    ...model.arcs.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]])),
    ...model.counters.map((column): Term => [column, 1]),
  ]);
}

/**
 * Plans with a number of transfers. Moving transfers about may drop one, so having too few is not forbidden: the missing
 * ones cost what the cheapest does, and a plan that dropped one is still worth no less.
 */
function addCounts(model: PlanModel, counting: Counting, { least, most }: Counts): void {
  const { builder, arcs, counters } = model;
  const made = [
    ...arcs.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]])),
    ...counters.map((column): Term => [column, 1]),
  ];
  if (Number.isFinite(most)) builder.atMost(most, made);
  if (least <= 0) return;
  const cheapest = Math.min(...arcs.map(({ from }) => counting.costOf(from)));
  if (!Number.isFinite(cheapest)) return;
  const missing = builder.column(0, least, -cheapest);
  builder.atLeast(least, [...made, [missing, 1]]);
}
