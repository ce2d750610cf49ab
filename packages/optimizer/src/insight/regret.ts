/**
 * A closed quarter looked back upon: what was planned, what came of it, and the best that could have been done; and
 * where the differences came from. Every part is the difference of two refereed figures next to each other in a
 * sequence, so that the parts sum to the whole by construction. See docs/decisions on regret.
 */

import {
  evaluate,
  newMoneyLostCents,
  type Cents,
  type Operation,
  type Problem,
  type Transfer,
  type Violation,
} from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import { arrivalOfTransfer, householdOf } from '../household/household.js';
import type { OptimizationResult } from '../types.js';
import { Asker, bestOf } from './asker.js';
import { transferOf, type AskOptions } from './transfers.js';
import type { OutlineTransfer } from './outline.js';

export interface ClosedQuarter {
  /** The quarter as it was when it started: what was assumed. */
  readonly sealed: Problem;
  /** The quarter as it was closed. */
  readonly closed: Problem;
  /** The transfers of the plan last accepted; unset when there was none: then what was done counts as planned. */
  readonly planned?: readonly Transfer[] | undefined;
  /** What the banks credited and charged more than the rules give, cents. */
  readonly bankDifferenceCents: Cents;
}

export type RegretKind = 'RATES' | 'SURPRISES' | 'TRANSFERS' | 'PLAN' | 'STEP' | 'BANK';

export interface RegretPart {
  readonly kind: RegretKind;
  readonly cents: Cents;
}

export interface RegretPlan {
  readonly netReturnCents: Cents;
  readonly objectiveCents: Cents;
  readonly transfers: readonly OutlineTransfer[];
  readonly violations: readonly Violation[];
}

export interface Regret {
  /** In the quarter as it was assumed. */
  readonly plan: RegretPlan;
  readonly actual: RegretPlan;
  readonly reportedNetReturnCents: Cents;
  readonly hindsight: RegretPlan;
  /** Hindsight less actual objective. */
  readonly regretCents: Cents;
  readonly regretParts: readonly RegretPart[];
  /** Reported less planned, objectives. */
  readonly varianceCents: Cents;
  readonly varianceParts: readonly RegretPart[];
  readonly exact: boolean;
}

export async function regretOf(
  { sealed, closed, planned, bankDifferenceCents }: ClosedQuarter,
  options: AskOptions,
  dependencies: OptimizeDependencies = {},
): Promise<Regret> {
  const own = new Set(sealed.operations.filter((one) => one.origin !== 'OPTIMIZER').map(({ id }) => id));
  const isDecision = (operation: Operation): boolean =>
    operation.kind === 'TRANSFER' &&
    operation.quarter === closed.quarter &&
    (operation.origin === 'OPTIMIZER' || !own.has(operation.id));
  const done = closed.operations.filter(isDecision);
  const plan = planned ?? done.map(transferOf);
  const effortCents = options.effortCostCents ?? closed.settings.effortCostCents;

  const actualWorld = without(closed, isDecision);
  const assumedWorld = completed(without(sealed, isDecision), closed);
  const assumedAtRates = atRatesOf(assumedWorld, closed);
  const value = (world: Problem, transfers: readonly Transfer[]): RegretPlan =>
    judged(world, transfers, effortCents);

  // What was done is replayed as it was booked, late arrivals and all.
  const booked = evaluate(closed);
  const actualCents = booked.netReturnCents - newMoneyLostCents(closed, booked) - effortCents * done.length;

  const promised = value(assumedWorld, plan);
  const atRates = value(assumedAtRates, plan);
  const asPlanned = value(actualWorld, plan);

  const look = new Hindsight(options, dependencies);
  const first = await look.best(assumedWorld, 0.3, [plan]);
  const second = isSame(assumedWorld, assumedAtRates)
    ? first
    : await look.best(assumedAtRates, 0.4, [first ?? plan]);
  const known = [plan, second ?? plan, done.map(transferOf)];
  const third = isSame(assumedAtRates, actualWorld) ? second : await look.best(actualWorld, 0.6, known);
  const last = await look.best(actualWorld, 1, [third ?? plan, ...known], { transferStepCents: 1 });
  // What one search missed another may have found: each stage takes the best plan known for what it knows.
  const found = [first, second, third].flatMap((transfers) => (transfers === undefined ? [] : [transfers]));
  const bestFor = (world: Problem, own: readonly Transfer[] | undefined): readonly Transfer[] | undefined =>
    own && (bestOf(world, options, [own, ...found])?.plan ?? own);
  const foreseen = bestFor(assumedWorld, first);
  const withRates = bestFor(assumedAtRates, second);
  const best = bestFor(actualWorld, third);
  const hindsight = value(actualWorld, last ?? plan);
  const worth = (transfers: readonly Transfer[] | undefined): Cents =>
    value(actualWorld, transfers ?? plan).objectiveCents;

  const regret = telescope(actualCents, [
    ['TRANSFERS', asPlanned.objectiveCents],
    ['PLAN', worth(foreseen)],
    ['RATES', worth(withRates)],
    ['SURPRISES', worth(best)],
    ['STEP', hindsight.objectiveCents],
  ]);
  const variance = telescope(promised.objectiveCents, [
    ['RATES', atRates.objectiveCents],
    ['SURPRISES', asPlanned.objectiveCents],
    ['TRANSFERS', actualCents],
    ['BANK', actualCents + bankDifferenceCents],
  ]);
  return {
    plan: promised,
    actual: {
      ...value(actualWorld, done.map(transferOf)),
      netReturnCents: booked.netReturnCents,
      objectiveCents: actualCents,
      violations: booked.violations,
    },
    reportedNetReturnCents: booked.netReturnCents + bankDifferenceCents,
    hindsight,
    regretCents: regret.totalCents,
    regretParts: regret.parts,
    varianceCents: variance.totalCents,
    varianceParts: variance.parts,
    exact: look.exact,
  };
}

/** What each step of a sequence of figures adds to the one before; the parts sum to last less first. */
function telescope(
  startCents: Cents,
  steps: readonly (readonly [RegretKind, Cents])[],
): { totalCents: Cents; parts: RegretPart[] } {
  let before = startCents;
  const parts = steps.map(([kind, cents]): RegretPart => {
    const part = { kind, cents: cents - before };
    before = cents;
    return part;
  });
  return { totalCents: before - startCents, parts };
}

/** The best plans for what was assumed and for what was. */
class Hindsight {
  /** Whether every plan so far is proven best. */
  exact = true;
  private readonly asker: Asker;

  constructor(options: AskOptions, dependencies: OptimizeDependencies) {
    this.asker = new Asker(options, dependencies);
  }

  /** `undefined` when no plan keeps all limits. */
  async best(
    problem: Problem,
    share: number,
    known: readonly (readonly Transfer[])[],
    more: Partial<AskOptions> = {},
  ): Promise<readonly Transfer[] | undefined> {
    const result: OptimizationResult = await this.asker.best(problem, more, share, known);
    if (result.status !== 'OPTIMAL') this.exact = false;
    return result.status === 'INFEASIBLE' ? undefined : result.transfers;
  }
}

function without(problem: Problem, isDecision: (operation: Operation) => boolean): Problem {
  return { ...problem, operations: problem.operations.filter((operation) => !isDecision(operation)) };
}

/** Accounts opened after the start take part, empty: a later plan may have used them. */
function completed(assumed: Problem, closed: Problem): Problem {
  const missing = <T>(have: readonly T[], all: readonly T[], key: (item: T) => string): T[] => {
    const keys = new Set(have.map(key));
    return all.filter((item) => !keys.has(key(item)));
  };
  const id = (item: { readonly id: string }): string => item.id;
  return {
    ...assumed,
    banks: [...assumed.banks, ...missing(assumed.banks, closed.banks, id)],
    accountGroups: [...assumed.accountGroups, ...missing(assumed.accountGroups, closed.accountGroups, id)],
    accounts: [...assumed.accounts, ...missing(assumed.accounts, closed.accounts, id)],
    setups: [
      ...assumed.setups,
      ...missing(assumed.setups, closed.setups, ({ accountId }) => accountId).map((setup) => ({
        ...setup,
        openingBalanceCents: 0,
      })),
    ],
  };
}

/** What was assumed, at the conditions that held: rates, fees, duty, the law's settings of the household. */
function atRatesOf(assumed: Problem, closed: Problem): Problem {
  const { banks, accountGroups, accounts, settings } = closed;
  return { ...assumed, banks, accountGroups, accounts, settings };
}

function judged(world: Problem, transfers: readonly Transfer[], effortCents: Cents): RegretPlan {
  const evaluation = evaluate(world, transfers);
  const household = householdOf(world);
  return {
    netReturnCents: evaluation.netReturnCents,
    objectiveCents:
      evaluation.netReturnCents - newMoneyLostCents(world, evaluation) - effortCents * transfers.length,
    transfers: transfers.map(({ date, fromAccountId, toAccountId, amountCents }) => {
      const transfer = { date, fromAccountId, toAccountId, amountCents };
      return { ...transfer, ...arrivalOfTransfer(household, transfer) };
    }),
    violations: evaluation.violations,
  };
}

/** Whether two quarters are the same but for names, notes and what was ticked as done. */
function isSame(a: Problem, b: Problem): boolean {
  return fingerprint(a) === fingerprint(b);
}

function fingerprint(problem: Problem): string {
  const sorted = <T>(items: readonly T[]): string[] => items.map((item) => JSON.stringify(item)).sort();
  return JSON.stringify([
    sorted(
      problem.banks.map(({ id, guaranteeScheme, stampDutyMethod }) => [id, guaranteeScheme, stampDutyMethod]),
    ),
    sorted(problem.accountGroups.map(({ id, holders }) => [id, holders])),
    sorted(
      problem.accounts.map(({ name: _, iban: __, ...account }) =>
        Object.entries(account)
          .filter(([, value]) => value !== undefined)
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    ),
    sorted(
      problem.setups.map((setup) => [
        setup.accountId,
        setup.openingBalanceCents,
        setup.excluded,
        setup.minBalanceCents ?? null,
        setup.maxBalanceCents ?? null,
      ]),
    ),
    sorted(
      problem.operations.map((one) => [
        one.quarter,
        one.kind,
        one.date,
        one.valueDate,
        one.accountId,
        one.toAccountId ?? null,
        one.amountCents,
      ]),
    ),
    Object.entries(problem.settings).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
