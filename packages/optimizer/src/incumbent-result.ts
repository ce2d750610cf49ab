/** A result made of a plan found elsewhere: by a run that was ended before it could explain it, or on part of a problem. */

import {
  ACCRUAL_UNITS_PER_CENT,
  evaluate,
  interestTaxPctOf,
  type Carried,
  type Cents,
  type NewLot,
  type Problem,
  type Transfer,
  withNewLots,
} from '@fibado/planning';
import { inputHash } from './hash.js';
import { arrivalOfTransfer, householdOf, type Household } from './household/household.js';
import { reasonOf } from './explanations/reasons.js';
import { withoutPlan } from './insight/transfers.js';
import { usableOffers } from './lots/new-lots.js';
import { recordedLotsOf } from './lots/recorded-lots.js';
import { relaxedLots } from './lots/relaxed-lots.js';
import { resultWithLots } from './lots/result-with-lots.js';
import { referee } from './referee.js';
import { keyOf } from './within.js';
import type { OptimizationResult, OptimizeOptions, PlannedTransfer, SolverStatistics } from './types.js';

/** What is known of such a plan beside its transfers. */
export interface FoundPlan {
  /** The forced transfers included. */
  readonly transfers: readonly Transfer[];
  /** Proven for the whole problem, cents; unset: only what all money at the best rate would earn is said. */
  readonly boundCents?: Cents | undefined;
  readonly solver: SolverStatistics;
  /** The lots it opens, of a plan that was asked for some. */
  readonly lots?: readonly NewLot[] | undefined;
}

/** The referee's figures of a plan as a result that proves no more than it knows: FEASIBLE, its transfers unpriced. */
export function resultOfPlan(
  problem: Problem,
  options: OptimizeOptions,
  found: FoundPlan,
): OptimizationResult {
  if (options.newLots !== true) return resultOfTransfers(problem, options, found);
  const { lots = [] } = found;
  const { offers = [] } = problem;
  const bare = withoutPlan(problem, options);
  const planned = resultOfTransfers(withNewLots(bare, offers, lots), options, found);
  const boundCents = found.boundCents ?? lotsCeilingCents(bare, options);
  const result = resultWithLots(bare, options, planned, { offers, lots, boundCents, slackCents: 0 });
  return { ...result, status: 'FEASIBLE', inputHash: inputHash(problem, options) };
}

/** The same of every plan with lots: at the best rate of any offer as well, with what lots may book and recorded ones return. */
function lotsCeilingCents(problem: Problem, options: OptimizeOptions): Cents {
  const usable = usableOffers(problem, problem.offers ?? [], options.from ?? problem.quarter);
  const effortCents = options.effortCostCents ?? problem.settings.effortCostCents;
  const recorded = recordedLotsOf(problem, options.from);
  const relaxed = relaxedLots(problem, usable, recorded, effortCents);
  const booked = [...relaxed.outside.values()].reduce((sum, { highCents }) => sum + highCents, 0);
  const constantCents = Math.max(0, relaxed.constantCents) + relaxed.slackCents;
  return earningsCeilingCents(householdOf(relaxed.problem, options)) + booked + constantCents;
}

function resultOfTransfers(
  problem: Problem,
  options: OptimizeOptions,
  { transfers, boundCents, solver }: FoundPlan,
): OptimizationResult {
  const household = householdOf(problem, options);
  const forced = new Set(household.forced.map(keyOf));
  const plan = referee(
    household,
    transfers.filter((transfer) => !forced.has(keyOf(transfer))),
  );
  const baseline = evaluate(household.problem, []);
  const bound = Math.max(plan.objectiveCents, boundCents ?? earningsCeilingCents(household));
  return {
    status: 'FEASIBLE',
    objectiveCents: plan.objectiveCents,
    netReturnCents: plan.evaluation.netReturnCents,
    baseline: { netReturnCents: baseline.netReturnCents, violations: baseline.violations },
    gainCents: plan.evaluation.netReturnCents - baseline.netReturnCents,
    boundCents: bound,
    gapCents: bound - plan.objectiveCents,
    transfers: plan.transfers.map((transfer): PlannedTransfer => ({
      date: transfer.date,
      ...arrivalOfTransfer(household, transfer),
      fromAccountId: transfer.fromAccountId,
      toAccountId: transfer.toAccountId,
      amountCents: transfer.amountCents,
      reason: reasonOf(household, plan, baseline, transfer),
      marginalCents: null,
      unpriced: true,
    })),
    accounts: household.accounts.flatMap(({ index, id }) => {
      const before = baseline.accounts[index];
      const after = plan.evaluation.accounts[index];
      return before === undefined || after === undefined
        ? []
        : [{ accountId: id, baseline: before, planned: after }];
    }),
    conflicts: [],
    solver,
    inputHash: inputHash(problem, options),
  };
}

const DAYS_OF_YEAR = 365;
/** Roundings of an account's credits, cents. */
const ROUNDING_CENTS = 6;

/**
 * A bound no plan exceeds and that needs no solver: all money that is there or comes in, on every day at the best rate of
 * any account, with nothing charged. Cents.
 */
export function earningsCeilingCents({ problem, accounts, timeline }: Household): Cents {
  const rates = accounts.flatMap(({ entry }) =>
    entry.account.rates.flatMap(({ tiers }) => tiers.map(({ ratePct }) => ratePct)),
  );
  const best = Math.max(0, ...rates) / 100;
  // The principals of lots are among them.
  const opening = accounts.reduce((sum, { entry }) => sum + Math.max(0, entry.setup.openingBalanceCents), 0);
  const income = problem.operations
    .filter(({ kind }) => kind === 'INCOME')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  // What one account owes lies on others.
  const owed = accounts.reduce(
    (sum, { booked, value, min }) =>
      sum + Math.max(0, -Math.min(...booked, ...value, ...min.filter(Number.isFinite))),
    0,
  );
  const { grid } = timeline.plan;
  const years = (grid.days.length + 1) / DAYS_OF_YEAR;
  const keptOf = ({ entry }: Household['accounts'][number]): number =>
    1 - interestTaxPctOf(entry.account, problem.settings) / 100;
  const kept = Math.max(0, ...accounts.map(keptOf));
  // What is credited earns as well.
  const earned = (opening + income + owed) * best * years * (1 + best * years) * kept;
  const carried = accounts.reduce(
    (sum, account) => sum + carriedCents(account.entry.setup.carried, keptOf(account)),
    0,
  );
  return Math.ceil(earned + carried) + accounts.length * ROUNDING_CENTS;
}

/** What periods that began before the quarter may add: accrued and not yet counted, or counted and not due, cents. */
function carriedCents(carried: Carried | undefined, kept: number): number {
  if (carried === undefined) return 0;
  const { grossCents, withholdingCents, overdraftCents = 0, dutyCents } = carried.counted;
  const accrued = (Number(carried.accruedGross) / ACCRUAL_UNITS_PER_CENT) * kept;
  return (
    Math.max(0, accrued - (grossCents - withholdingCents)) +
    Math.max(0, overdraftCents) +
    Math.max(0, dutyCents)
  );
}
