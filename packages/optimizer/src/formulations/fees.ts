/** Monthly fees: a binary decision per account and month when a waiver is within reach. */

import { monthlyFeeCents } from '@fibado/planning';
import type { HouseAccount } from '../household/household.js';
import { ownBalanceDays, type PlanModel } from './plan-model.js';
import type { Term } from '../modelling/program.js';
import { units } from '../modelling/units.js';

export function addFees(model: PlanModel): void {
  for (const account of model.household.accounts) {
    if (account.isMovable && account.entry.account.monthlyFeeCents > 0) addAccountFees(model, account);
  }
}

function addAccountFees(model: PlanModel, account: HouseAccount): void {
  const { builder, household } = model;
  const { grid } = household.timeline.plan;
  for (const [month, { from, to }] of grid.months.entries()) {
    const own = ownBalanceDays(account, from, to);
    const credits = account.timeline.monthlyCreditsCents[month] ?? 0;
    const { monthlyFeeCents: fee, feeWaiver } = account.entry.account;
    if (own.days === 0 || credits >= (feeWaiver?.minMonthlyCreditsCents ?? Infinity)) continue;
    const averageWay = averageWaiver(model, account, from, to);
    const creditWay = creditWaiver(model, account, from, to, credits);
    if (averageWay === 'ALWAYS') continue;
    if (averageWay === 'NEVER' && creditWay === 'NEVER') {
      builder.addConstant(
        0 -
          monthlyFeeCents(account.entry.account, {
            average: { sumCentDays: own.centDays, days: own.days },
            creditsCents: credits,
          }),
      );
      continue;
    }
    builder.addConstant(0 - fee);
    const waived = builder.binary(fee);
    const ways = [averageWay, creditWay].filter((way) => typeof way === 'number');
    builder.atMost(0, [[waived, 1], ...ways.map((way): Term => [way, -1])]);
  }
}

/** How a waiver condition stands: decided, or the column that is 1 only when it holds. */
type Waiver = 'ALWAYS' | 'NEVER' | number;

function averageWaiver(model: PlanModel, account: HouseAccount, from: number, to: number): Waiver {
  const wanted = account.entry.account.feeWaiver?.minAverageBalanceCents;
  if (wanted === undefined) return 'NEVER';
  const own = ownBalanceDays(account, from, to);
  const moved = model.balanceDays(account, from, to, 1 / own.days);
  let drift = 0;
  for (let day = from; day <= to; day += 1) drift += model.household.drift?.high[account.index]?.[day] ?? 0;
  const missing = units(wanted - (own.centDays + drift) / own.days) + model.spare;
  if (moved.lower >= missing) return 'ALWAYS';
  if (moved.upper < missing) return 'NEVER';
  const holds = model.builder.binary();
  const row = model.builder.atLeast(moved.lower, [...moved.terms, [holds, -(missing - moved.lower)]]);
  model.thresholds.push({
    key: keyOf(account, from),
    accounts: [account.index],
    form: {
      constant: missing,
      terms: moved.terms.map(([column, factor]): Term => [column, -factor]),
    },
    decision: { column: holds, above: 0 },
    limit: {
      row,
      measure: {
        constant: missing,
        shares: [{ account: account.index, from, to, perDay: -1 / own.days }],
      },
    },
  });
  return holds;
}

/** Of the average of the month that begins at a position. */
function keyOf({ id }: HouseAccount, from: number): string {
  return `fee:${id}:${String(from)}`;
}

function creditWaiver(
  model: PlanModel,
  account: HouseAccount,
  from: number,
  to: number,
  creditsCents: number,
): Exclude<Waiver, 'ALWAYS'> {
  const { minMonthlyCreditsCents: wanted, ownTransfersCount } = account.entry.account.feeWaiver ?? {};
  if (wanted === undefined || ownTransfersCount !== true) return 'NEVER';
  const isInMonth = (node: number): boolean => {
    const day = model.nodes[node]?.first ?? -1;
    return day >= from && day <= to;
  };
  const { accounts } = model.household;
  // A pool may also bring money from the same bank, which counts for nothing: the program is then too hopeful.
  const flows = [
    ...model.receives.filter((flow) => flow.account === account.index && isInMonth(flow.node)),
    ...model.arcs.filter(
      (flow) =>
        flow.to === account.index &&
        isInMonth(flow.arrival) &&
        accounts[flow.from]?.bankId !== account.bankId,
    ),
  ];
  const creditedMonth = { account: account.index, from, to, missingCents: wanted - creditsCents };
  model.credited.set(keyOf(account, from), { month: creditedMonth });
  if (flows.length === 0) return 'NEVER';
  const holds = model.builder.binary();
  model.credited.set(keyOf(account, from), { month: creditedMonth, holds });
  model.builder.atLeast(0, [
    ...flows.map(({ column }): Term => [column, 1]),
    [holds, -(units(wanted - creditsCents) + model.spare)],
  ]);
  // What is missing takes a whole transfer.
  if (flows.every(({ binary }) => binary !== undefined)) {
    model.builder.atLeast(0, [
      ...flows.flatMap(({ binary }): Term[] => (binary === undefined ? [] : [[binary, 1]])),
      [holds, -1],
    ]);
  }
  return holds;
}
