/**
 * The model one writes first: an amount and a binary decision for every pair of accounts on every day, a balance for
 * every account and day. Written apart from the optimizer's own model, to judge it and to be compared with it; for
 * households without lead days, transfer fees, value days of their own and rates that rise with the balance.
 */

import {
  arrivalDay,
  evaluate,
  exposuresOf,
  isBusinessDay,
  pairObstacle,
  type IndexedAccount,
  positionOf,
  ratePeriodOn,
  type Problem,
  timelineOf,
} from '@fibado/planning';
import { ProgramBuilder, type Program, type Term } from '../../src/modelling/program.js';

const UNIT = 10_000;

/** Whether the plain model knows everything this household needs. */
export function isPlain(problem: Problem): boolean {
  return (
    problem.operations.every(
      (operation) => operation.date === operation.valueDate && operation.kind !== 'TRANSFER',
    ) &&
    problem.accounts.every(
      (account) =>
        account.minBalanceCents >= 0 &&
        account.kind !== 'DEPOSIT_TERM' &&
        account.rates.every(
          ({ tierMode, tiers }) =>
            tiers.length === 1 ||
            (tierMode === 'MARGINAL' &&
              tiers.every((tier, index) => index === 0 || tier.ratePct <= (tiers[index - 1]?.ratePct ?? 0))),
        ),
    )
  );
}

function isOpenOn({ openFrom, openTo }: IndexedAccount, day: number): boolean {
  return openFrom <= day && day <= openTo;
}

/** The program; its optimum is the household's, but for rounding to cents and steps. */
export function plainModel(problem: Problem, firstDay: string, days?: ReadonlySet<string>): Program {
  const timeline = timelineOf(problem);
  const { plan } = timeline;
  const dayCount = plan.grid.days.length;
  const from = plan.grid.days.indexOf(firstDay);
  const builder = new ProgramBuilder();
  const { settings } = problem;
  const evaluation = evaluate(problem, []);
  const isOpenDay = (day: number): boolean => {
    const date = plan.grid.days[day] ?? '';
    const isClosed = settings.businessDaysOnly && !isBusinessDay(date, settings.calendar);
    return day >= from && !isClosed && (days === undefined || days.has(date));
  };
  const wealth = plan.grid.days.map((_, day) =>
    timeline.accounts.reduce((sum, account) => sum + Math.max(0, account.bookedCents[day] ?? 0), 0),
  );
  const most = Math.max(...wealth) / UNIT + 1;

  // Flows.
  const changes = timeline.accounts.map(() => plan.grid.days.map((): Term[] => []));
  const foreignCredits = timeline.accounts.map(() => plan.grid.days.map((): Term[] => []));
  for (const source of plan.accounts) {
    for (const destination of plan.accounts) {
      if (pairObstacle(source, destination) !== undefined) continue;
      for (let day = from; day < dayCount; day += 1) {
        if (!isOpenDay(day) || !isOpenOn(source, day) || !isOpenOn(destination, day)) continue;
        const sent = plan.grid.days[day] ?? '';
        const arrives = positionOf(
          plan.grid,
          arrivalDay(source.account, destination.account, sent, settings.calendar),
        );
        if (arrives >= dayCount || !isOpenOn(destination, arrives)) continue;
        const amount = builder.column(0, most);
        const cost = settings.effortCostCents + source.account.transferFeeCents;
        if (cost > 0) {
          const made = builder.binary(0 - cost);
          builder.atMost(0, [
            [amount, 1],
            [made, -most],
          ]);
        }
        changes[source.index]?.[day]?.push([amount, -1]);
        changes[destination.index]?.[arrives]?.push([amount, 1]);
        if (source.bank.id !== destination.bank.id)
          foreignCredits[destination.index]?.[arrives]?.push([amount, 1]);
      }
    }
  }

  // Balances and interest.
  const balance = timeline.accounts.map((account, index) => {
    const { setup, account: rules } = account.entry;
    const least = (setup.minBalanceCents ?? (rules.minBalanceCents || settings.minBalanceCents)) / UNIT;
    const limit = (setup.maxBalanceCents ?? rules.maxBalanceCents ?? Infinity) / UNIT;
    let previous = -1;
    return plan.grid.days.map((date, day) => {
      const own = (account.bookedCents[day] ?? 0) / UNIT;
      const change = own - (day === 0 ? 0 : (account.bookedCents[day - 1] ?? 0) / UNIT);
      // Before it opens and once it is closed there is nothing on it.
      const [lower, upper] = isOpenOn(account.entry, day) ? [least, limit] : [0, 0];
      const column = day < from ? builder.column(own, own) : builder.column(lower, upper);
      if (day >= from) {
        builder.equal(day === 0 ? own : change, [
          [column, 1],
          ...(day === 0 ? [] : [[previous, -1] as const]),
          ...(changes[index]?.[day] ?? []).map(([flow, sign]): Term => [flow, -sign]),
        ]);
      }
      if (isOpenOn(account.entry, day)) {
        addInterest(builder, problem, rules, date, column, plan.grid.daysInYear);
      }
      previous = column;
      return column;
    });
  });

  const average = (index: number, first: number, last: number): Term[] =>
    Array.from({ length: last - first + 1 }, (_, offset): Term => [
      balance[index]?.[first + offset] ?? 0,
      1 / (last - first + 1),
    ]);

  // Duties.
  for (const group of evaluation.dutyGroups) {
    const members = plan.accounts.filter((entry) => group.accountIds.includes(entry.account.id));
    const duty = members.reduce((sum, { account, bank }) => {
      if (account.dutyPaidByBank) return sum;
      const byDays = Math.round((3420 * dayCount) / plan.grid.daysInYear);
      return sum + (bank.stampDutyMethod === 'TWELFTHS' ? 855 : byDays);
    }, 0);
    const due = builder.binary(-duty);
    builder.atMost((500_000 - settings.thresholdMarginCents) / UNIT, [
      ...members.flatMap(({ index }) => average(index, 0, dayCount - 1)),
      [due, -most],
    ]);
  }
  for (const { entry, moved } of timeline.accounts) {
    const { account, setup } = entry;
    if (account.dutyRegime !== 'PROPORTIONAL' || account.dutyPaidByBank) continue;
    const rate = (0.002 * dayCount * UNIT) / plan.grid.daysInYear;
    const duty = builder.column(0, Infinity, -1);
    const scaled = (terms: readonly Term[]): Term[] =>
      terms.map(([column, factor]): Term => [column, -factor * rate]);
    if (account.dutyBase !== 'CLOSING') {
      builder.atLeast(0, [[duty, 1], ...scaled(average(entry.index, 0, dayCount - 1))]);
    }
    if (account.dutyBase !== 'AVERAGE') {
      builder.atLeast(0, [[duty, 1], ...scaled([[balance[entry.index]?.[dayCount - 1] ?? 0, 1]])]);
    }
    if (moved || setup.openingBalanceCents !== 0) builder.tighten(duty, 100, Infinity);
    else {
      const used = builder.binary();
      builder.atLeast(0, [
        [duty, 1],
        [used, -100],
      ]);
      builder.atMost(0, [
        ...(changes[entry.index] ?? []).flat().filter(([, sign]) => sign > 0),
        [used, -most * dayCount],
      ]);
    }
  }

  // Fees.
  for (const { entry, monthlyCreditsCents } of timeline.accounts) {
    const { monthlyFeeCents, feeWaiver } = entry.account;
    if (monthlyFeeCents === 0) continue;
    for (const [month, { from: first, to: last }] of plan.grid.months.entries()) {
      builder.addConstant(0 - monthlyFeeCents);
      const waived = builder.binary(monthlyFeeCents);
      const ways: Term[] = [];
      if (feeWaiver?.minAverageBalanceCents !== undefined) {
        const holds = builder.binary();
        builder.atLeast(0, [
          ...average(entry.index, first, last),
          [holds, (0 - feeWaiver.minAverageBalanceCents) / UNIT],
        ]);
        ways.push([holds, -1]);
      }
      if (feeWaiver?.minMonthlyCreditsCents !== undefined) {
        const holds = builder.binary();
        const credits =
          feeWaiver.ownTransfersCount === true
            ? (foreignCredits[entry.index] ?? []).slice(first, last + 1).flat()
            : [];
        builder.atLeast((0 - (monthlyCreditsCents[month] ?? 0)) / UNIT, [
          ...credits,
          [holds, (0 - feeWaiver.minMonthlyCreditsCents) / UNIT],
        ]);
        ways.push([holds, -1]);
      }
      builder.atMost(0, [[waived, 1], ...ways]);
    }
  }

  // Guarantee.
  if (settings.guaranteePolicy === 'HARD') {
    for (const exposure of exposuresOf(timeline.accounts)) {
      if (!exposure.guaranteed) continue;
      for (let day = from; day < dayCount; day += 1) {
        builder.atMost(
          settings.guaranteeLimitCents / UNIT,
          exposure.shares.map((share): Term => [
            balance[share.accountIndex]?.[day] ?? 0,
            share.units / exposure.unitsPerCent,
          ]),
        );
      }
    }
  }
  return builder.build();
}

function addInterest(
  builder: ProgramBuilder,
  problem: Problem,
  account: Problem['accounts'][number],
  date: string,
  balance: number,
  daysInYear: number,
): void {
  const period = ratePeriodOn(account.rates, date);
  if (period === undefined) return;
  const kept = 1 - problem.settings.withholdingPct / 100;
  const divisor = account.interestBasis === 'ACT_365' ? 365 : daysInYear;
  const tiers: Term[] = [];
  let from = 0;
  for (const { upToCents, ratePct } of period.tiers) {
    const width = upToCents === null ? Infinity : (upToCents - from) / UNIT;
    tiers.push([builder.column(0, width, ((ratePct / 100) * kept * UNIT) / divisor), -1]);
    from = upToCents ?? from;
  }
  builder.equal(0, [[balance, 1], ...tiers]);
}
