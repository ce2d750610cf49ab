/**
 * Why no plan exists: every limit gets a price for being broken, transfers cost nothing, and what is still broken at
 * the least total is the conflict, with the smallest relaxation that would make a plan possible.
 */

import type { ViolationKind } from '@fibado/planning';
import { engineFor, type Engines } from '../engines/port.js';
import { nodesOf } from '../household/time-grid.js';
import type { Household } from '../household/household.js';
import { goalTerms, missingOf } from '../formulations/goals.js';
import { PlanModel } from '../formulations/plan-model.js';
import type { Term } from '../modelling/program.js';
import { addTransfers } from '../formulations/transfers.js';
import { limitedFlows } from '../formulations/transfer-limits.js';
import { UNIT_CENTS, units } from '../modelling/units.js';
import type { Conflict } from '../types.js';
import type { RefereedPlan } from '../referee.js';

interface Relaxable {
  readonly column: number;
  readonly conflict: (missingCents: number, values: Float64Array) => Conflict;
}

/** Of the price of other limits: one of transfers, which a customer may raise at once, is the first way out. */
const LIMIT_PRICE = 0.999;

/** What a household only wishes for is given up before what accounts need. */
const GOAL_PRICE = 0.998;

const ONE_CENT = 1 / UNIT_CENTS;

/** Far beyond any balance a household has, units. */
const WIDE = 1e7;

export function conflictsOf(
  household: Household,
  engines: Engines,
  baseline: RefereedPlan,
  timeLimitMs: number,
): Conflict[] {
  const nodes = nodesOf(household, { spans: false, everyLateDay: true });
  const ranges = household.accounts.map((account) =>
    nodes.map((node) => ({
      lower: account.isMovable && account.canSend && node.last >= account.sendsFrom ? -WIDE : 0,
      upper: account.isMovable && account.canReceive ? WIDE : 0,
    })),
  );
  const model = new PlanModel(household, nodes, ranges);
  for (const { index, limits } of household.accounts) {
    if (limits !== undefined) model.limitSlacks.set(index, model.builder.column(0, WIDE, -LIMIT_PRICE));
  }
  addTransfers(model, { steps: false, withoutFixedCosts: true });
  const relaxables = [
    ...accountLimits(model),
    ...guaranteeLimits(model),
    ...transferLimits(model),
    ...goalLimits(model),
  ];
  const program = model.builder.build();
  const outcome = engineFor(engines, program).solve(program, { timeLimitMs });
  if (outcome.status !== 'OPTIMAL' && outcome.status !== 'FEASIBLE') return fromBaseline(household, baseline);
  const conflicts = relaxables.flatMap(({ column, conflict }) => {
    const cents = Math.ceil((outcome.values[column] ?? 0) * UNIT_CENTS - 0.01);
    return cents > 0 ? [conflict(cents, outcome.values)] : [];
  });
  return conflicts.length > 0
    ? conflicts.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    : fromBaseline(household, baseline);
}

/** The limits alone could be kept: what stands in the way is the number, the step or the prohibition of transfers. */
function fromBaseline(household: Household, baseline: RefereedPlan): Conflict[] {
  const counted = Number.isFinite(household.options.maxTransfers);
  return baseline.violations.map(({ kind, accountId, date, amountCents, holder, bankId, goalId }) => ({
    kind,
    accountId,
    date,
    missingCents: amountCents,
    holder,
    bankId,
    goalId,
    relaxation: {
      limit: counted ? 'maxTransfers' : LIMIT_OF[kind],
      accountId,
      byCents: counted ? 0 : amountCents,
    },
  }));
}

const LIMIT_OF: Readonly<Record<ViolationKind, string>> = {
  BELOW_MINIMUM: 'minBalanceCents',
  ABOVE_MAXIMUM: 'maxBalanceCents',
  GUARANTEE_EXCEEDED: 'guaranteeLimitCents',
  TRANSFER_NOT_ALLOWED: 'forced',
  SINGLE_LIMIT_EXCEEDED: 'singleLimitCents',
  DAILY_LIMIT_EXCEEDED: 'dailyLimitCents',
  GOAL: 'goalCents',
};

/** One slack for the minimum and one for the maximum of every account. */
function accountLimits(model: PlanModel): Relaxable[] {
  const { household, builder, nodes } = model;
  return household.accounts.flatMap((account): Relaxable[] => {
    const relaxables: Relaxable[] = [];
    if (account.entry.setup.excluded) return relaxables;
    const below = builder.column(0, WIDE, -1);
    const above = builder.column(0, WIDE, -1);
    for (const [index, node] of nodes.entries()) {
      const least = Math.max(
        ...each(node.first, node.last, (day) => (account.min[day] ?? 0) - (account.booked[day] ?? 0)),
      );
      const most = Math.min(
        ...each(node.first, node.last, (day) => (account.max[day] ?? 0) - (account.booked[day] ?? 0)),
      );
      const terms = model.balanceTerms(account.index, index, 1);
      if (Number.isFinite(least)) builder.atLeast(units(least), [...terms, [below, 1]]);
      if (Number.isFinite(most)) builder.atMost(units(most), [...terms, [above, -1]]);
    }
    relaxables.push(
      {
        column: below,
        conflict: (missingCents) => ({
          kind: 'BELOW_MINIMUM',
          accountId: account.id,
          date: firstDay(household, account.index, 'min'),
          missingCents,
          relaxation: { limit: 'minBalanceCents', accountId: account.id, byCents: missingCents },
        }),
      },
      {
        column: above,
        conflict: (missingCents) => ({
          kind: 'ABOVE_MAXIMUM',
          accountId: account.id,
          date: firstDay(household, account.index, 'max'),
          missingCents,
          relaxation: { limit: 'maxBalanceCents', accountId: account.id, byCents: missingCents },
        }),
      },
    );
    return relaxables;
  });
}

function each(from: number, to: number, of: (day: number) => number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => of(from + index));
}

/** The first plannable day on which the account, left alone, breaks its limit; else the first plannable day. */
function firstDay(household: Household, index: number, side: 'min' | 'max'): string {
  const account = household.accounts[index];
  const { days } = household.timeline.plan.grid;
  const isBroken = (day: number): boolean => {
    const balance = account?.booked[day] ?? 0;
    return side === 'min' ? balance < (account?.min[day] ?? 0) : balance > (account?.max[day] ?? Infinity);
  };
  for (let day = household.options.from; day < household.dayCount; day += 1) {
    if (isBroken(day)) return days[day] ?? household.problem.quarter;
  }
  return days[household.options.from] ?? household.problem.quarter;
}

/** The slack of each daily limit, on the first day on which it is needed. */
function transferLimits(model: PlanModel): Relaxable[] {
  const { household, limitSlacks, nodes } = model;
  const flows = limitedFlows(model);
  return [...limitSlacks].map(([account, column]): Relaxable => ({
    column,
    conflict: (missingCents, values) => {
      const first = flows.find(
        ({ account: sender, terms, limit }) =>
          sender === account &&
          terms.reduce((sum, [flow]) => sum + (values[flow] ?? 0), 0) > limit + ONE_CENT,
      );
      const accountId = household.accounts[account]?.id ?? '';
      return {
        kind: 'DAILY_LIMIT_EXCEEDED',
        accountId,
        date:
          household.timeline.plan.grid.days[nodes[first?.node ?? 0]?.first ?? 0] ?? household.problem.quarter,
        missingCents,
        relaxation: { limit: 'dailyLimitCents', accountId, byCents: missingCents },
      };
    },
  }));
}

/** What each goal lacks. */
function goalLimits(model: PlanModel): Relaxable[] {
  const { household, builder } = model;
  const { days } = household.timeline.plan.grid;
  const kept = household.goals.filter(({ loss }) => loss === undefined);
  return kept.map((goal): Relaxable => {
    const column = builder.column(0, WIDE, -GOAL_PRICE);
    builder.atLeast(units(missingOf(household, goal)), [...goalTerms(model, goal), [column, 1]]);
    const booked = (member: number): number => household.accounts[member]?.booked[goal.day] ?? 0;
    const [largest] = goal.members.toSorted((a, b) => booked(b) - booked(a));
    return {
      column,
      conflict: (missingCents) => ({
        kind: 'GOAL',
        accountId: household.accounts[largest ?? -1]?.id ?? '',
        date: days[goal.day] ?? household.problem.quarter,
        missingCents,
        goalId: goal.id,
        relaxation: { limit: 'goalCents', byCents: missingCents },
      }),
    };
  });
}

function guaranteeLimits(model: PlanModel): Relaxable[] {
  const { household, builder, nodes } = model;
  const { settings } = household.problem;
  return household.exposures.flatMap((exposure): Relaxable[] => {
    const slack = builder.column(0, WIDE, -1);
    for (const [index, node] of nodes.entries()) {
      const own = (exposure.dailyUnits[node.first] ?? 0) / exposure.unitsPerCent;
      builder.atMost(units(settings.guaranteeLimitCents - own), [
        ...exposure.shares.flatMap((share): Term[] =>
          model.balanceTerms(share.accountIndex, index, share.units / exposure.unitsPerCent),
        ),
        [slack, -1],
      ]);
    }
    const day = exposure.dailyUnits.findIndex(
      (value, position) =>
        position >= household.options.from && value > settings.guaranteeLimitCents * exposure.unitsPerCent,
    );
    const largest = [...exposure.shares].sort(
      (a, b) =>
        (household.accounts[b.accountIndex]?.booked[Math.max(0, day)] ?? 0) * b.units -
        (household.accounts[a.accountIndex]?.booked[Math.max(0, day)] ?? 0) * a.units,
    )[0];
    return [
      {
        column: slack,
        conflict: (missingCents) => ({
          kind: 'GUARANTEE_EXCEEDED',
          accountId: household.accounts[largest?.accountIndex ?? -1]?.id ?? '',
          date:
            household.timeline.plan.grid.days[Math.max(day, household.options.from)] ??
            household.problem.quarter,
          missingCents,
          holder: exposure.holder,
          bankId: exposure.bankId,
          relaxation: { limit: 'guaranteeLimitCents', byCents: missingCents },
        }),
      },
    ];
  });
}
