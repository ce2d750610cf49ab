/**
 * The model one writes first: an amount and a binary decision for every pair of accounts on every day, a balance for
 * every account and day, and a column for what every period books on the day after it ends. Written apart from the
 * optimizer's own model, to judge it and to be compared with it; for households without lead days, transfer fees,
 * value days of their own and rates that rise with the balance.
 */

import {
  ACCRUAL_UNITS_PER_CENT,
  type Account,
  type AccountPeriod,
  dayRulesOf,
  exposuresOf,
  historySince,
  isPaymentAccount,
  pairObstacle,
  type IndexedAccount,
  positionOf,
  ratePeriodOn,
  routeOf,
  type Problem,
  timelineOf,
} from '@fibado/planning';
import { ProgramBuilder, type Program, type Term } from '../../src/modelling/program.js';

const UNIT = 10_000;
const FIXED_DUTY_CENTS = 3420;
const MINIMUM_DUTY_CENTS = 100;
const LISTED_STATES = ['AD', 'AE', 'BH', 'CR', 'DJ', 'GI', 'LB', 'LC', 'LI', 'MC', 'MU', 'OM', 'SC', 'VG'];

const isAbroad = ({ iban }: Account): boolean => iban !== undefined && !iban.startsWith('IT');
/** Parts of interest that are left after all tax, and after what the bank withholds. */
function keptOf(account: Account, usualPct: number): { net: number; credited: number } {
  const withheld = account.withholdingPct ?? (isAbroad(account) ? 0 : usualPct);
  const tax = isAbroad(account) ? Math.max(withheld, usualPct) : withheld;
  return { net: 1 - tax / 100, credited: 1 - withheld / 100 };
}

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
  const rules = dayRulesOf(problem);
  const isOpenDay = (day: number): boolean => {
    return day >= from && (days === undefined || days.has(plan.grid.days[day] ?? ''));
  };
  const wealth = plan.grid.days.map((_, day) =>
    timeline.accounts.reduce((sum, account) => sum + Math.max(0, account.bookedCents[day] ?? 0), 0),
  );
  const most = Math.max(...wealth) / UNIT + 1;

  // Flows.
  const changes = timeline.accounts.map(() => plan.grid.days.map((): Term[] => []));
  const foreignCredits = timeline.accounts.map(() => plan.grid.days.map((): Term[] => []));
  const sentAbroad = timeline.accounts.map(() => plan.grid.days.map((): Term[] => []));
  for (const source of plan.accounts) {
    for (const destination of plan.accounts) {
      if (pairObstacle(source, destination) !== undefined) continue;
      for (let day = from; day < dayCount; day += 1) {
        if (!isOpenDay(day) || !isOpenOn(source, day) || !isOpenOn(destination, day)) continue;
        const sent = plan.grid.days[day] ?? '';
        const route = routeOf(source, destination, { date: sent }, rules);
        if (route === undefined) continue;
        const arrives = positionOf(plan.grid, route.arrivalDate);
        if (arrives >= dayCount || !isOpenOn(destination, arrives)) continue;
        const amount = builder.column(0, most);
        const cost = settings.effortCostCents + route.feeCents;
        const isLimited = source.bank.id !== destination.bank.id;
        const single = isLimited ? (source.account.singleLimitCents ?? Infinity) / UNIT : Infinity;
        if (cost > 0) {
          const made =
            single < most
              ? builder.column(0, Math.ceil(most / single), 0 - cost, true)
              : builder.binary(0 - cost);
          builder.atMost(0, [
            [amount, 1],
            [made, -Math.min(single, most)],
          ]);
        }
        if (isLimited) sentAbroad[source.index]?.[day]?.push([amount, 1]);
        changes[source.index]?.[day]?.push([amount, -1]);
        changes[destination.index]?.[arrives]?.push([amount, 1]);
        if (source.bank.id !== destination.bank.id)
          foreignCredits[destination.index]?.[arrives]?.push([amount, 1]);
      }
    }
  }

  for (const { index, account } of plan.accounts) {
    const { dailyLimitCents } = account;
    if (dailyLimitCents === undefined) continue;
    for (const terms of sentAbroad[index] ?? []) builder.atMost(dailyLimitCents / UNIT, terms);
  }

  // What periods book on the day after they end, apart from the own balances.
  const isBooked = (entry: IndexedAccount, period: AccountPeriod): boolean =>
    entry.lot === undefined &&
    !period.isProvisional &&
    entry.closesAt > period.settledAt &&
    period.settledAt < dayCount - 1;
  const bookedBefore = timeline.accounts.map(({ entry, credits, statements }) => {
    const byDay = plan.grid.days.map(() => 0);
    for (const { period, bookedCents } of [...credits, ...statements]) {
      if (isBooked(entry, period))
        byDay[period.settledAt + 1] = (byDay[period.settledAt + 1] ?? 0) + bookedCents;
    }
    return byDay;
  });
  const bookings = timeline.accounts.map(({ entry }) => ({
    credits: entry.credits.map((period) => (isBooked(entry, period) ? builder.column(-most, most) : -1)),
    statements: entry.statements.map((period) =>
      isBooked(entry, period) ? builder.column(-most, most) : -1,
    ),
  }));
  const bookingsOn = (index: number, day: number): Term[] => {
    const { credits, statements } = timeline.accounts[index]?.entry ?? { credits: [], statements: [] };
    const on = (periods: readonly AccountPeriod[], columns: readonly number[] = []): Term[] =>
      periods.flatMap(({ settledAt }, position): Term[] => {
        const column = columns[position] ?? -1;
        return column >= 0 && settledAt + 1 === day ? [[column, -1]] : [];
      });
    return [...on(credits, bookings[index]?.credits), ...on(statements, bookings[index]?.statements)];
  };
  const earned = timeline.accounts.map(() => plan.grid.days.map((): Term[] => []));

  // Balances and interest.
  const balance = timeline.accounts.map((account, index) => {
    const { setup, account: rules } = account.entry;
    const least = (setup.minBalanceCents ?? (rules.minBalanceCents || settings.minBalanceCents)) / UNIT;
    const limit = (setup.maxBalanceCents ?? rules.maxBalanceCents ?? Infinity) / UNIT;
    let previous = -1;
    return plan.grid.days.map((date, day) => {
      const own = (account.bookedCents[day] ?? 0) / UNIT;
      const before = day === 0 ? 0 : (account.bookedCents[day - 1] ?? 0) / UNIT;
      const change = own - before - (bookedBefore[index]?.[day] ?? 0) / UNIT;
      // Before it opens and once it is closed there is nothing on it.
      const [lower, upper] = isOpenOn(account.entry, day) ? [least, limit] : [0, 0];
      const column = day < from ? builder.column(own, own) : builder.column(lower, upper);
      if (day >= from) {
        builder.equal(day === 0 ? own : change, [
          [column, 1],
          ...(day === 0 ? [] : [[previous, -1] as const]),
          ...(changes[index]?.[day] ?? []).map(([flow, sign]): Term => [flow, -sign]),
          ...bookingsOn(index, day),
        ]);
      }
      if (isOpenOn(account.entry, day) && account.entry.lot === undefined) {
        const inYear =
          plan.grid.quarters[plan.grid.quarterOfDay[day] ?? 0]?.daysInYear ?? plan.grid.daysInYear;
        earned[index]?.[day]?.push(...addInterest(builder, problem, rules, date, column, inYear));
      }
      previous = column;
      return column;
    });
  });

  const sumOver = (index: number, first: number, last: number, factor: number): Term[] =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, offset): Term => [
      balance[index]?.[first + offset] ?? 0,
      factor,
    ]);
  const average = (index: number, first: number, last: number): Term[] =>
    sumOver(index, first, last, 1 / (last - first + 1));

  // Lots: no transfer changes what they earn, and what breaking them costs.
  for (const { credits, flows } of timeline.accounts.filter(({ entry }) => entry.lot !== undefined)) {
    for (const { grossCents, withheldCents } of credits) builder.addConstant(grossCents - withheldCents);
    for (const { transferFeesCents } of flows) builder.addConstant(0 - transferFeesCents);
  }

  // Credits: what is carried, less what was counted of it; booked with what is carried.
  for (const { entry } of timeline.accounts) {
    const { carried } = entry.setup;
    const kept = keptOf(entry.account, settings.withholdingPct);
    for (const [position, period] of entry.credits.entries()) {
      const isEnding = period.isRunning && !period.isProvisional && carried !== undefined;
      const accrued = isEnding ? Number(carried.accruedGross) / ACCRUAL_UNITS_PER_CENT : 0;
      if (isEnding) {
        builder.addConstant(
          accrued * kept.net - (carried.counted.grossCents - carried.counted.withholdingCents),
        );
      }
      const booking = bookings[entry.index]?.credits[position] ?? -1;
      if (booking < 0) continue;
      builder.equal((accrued * kept.credited) / UNIT, [
        [booking, 1],
        ...(earned[entry.index] ?? [])
          .slice(period.first, period.last + 1)
          .flat()
          .map(([column, cents]): Term => [column, ((-cents / UNIT) * kept.credited) / kept.net]),
      ]);
    }
  }

  // Statements: duties and fees by period; `charges` are their columns in cents.
  const charges = timeline.accounts.map(({ entry }) => entry.statements.map((): Term[] => []));
  const windowOf = (entry: IndexedAccount, period: AccountPeriod) => {
    const history = historySince(entry.setup, period);
    const first = Math.max(0, period.calendar.first, entry.openFrom);
    const last = Math.min(period.settledAt, entry.openTo);
    return { first, last, history, days: history.days + Math.max(0, last - first + 1) };
  };
  const minimumOf = (entry: IndexedAccount, period: AccountPeriod): number => {
    if (!period.isProvisional) return MINIMUM_DUTY_CENTS;
    const { first, last } = period.calendar;
    const whole = Math.min(last, entry.closesAt) - Math.max(first, entry.opensAt) + 1;
    return Math.round((MINIMUM_DUTY_CENTS * (period.last - period.first + 1)) / whole);
  };
  const fixed = plan.accounts.filter(({ account }) => account.dutyRegime === 'FIXED' && !isAbroad(account));
  const groupOf = ({ bank, holdersKey }: IndexedAccount): string => `${bank.id} ${holdersKey}`;
  const dues = new Map<string, number>();
  const isDue = (entry: IndexedAccount, period: AccountPeriod): number => {
    const key = `${groupOf(entry)} ${String(period.calendar.first)} ${String(period.settledAt)}`;
    const known = dues.get(key);
    if (known !== undefined) return known;
    const due = builder.binary();
    dues.set(key, due);
    let past = 0;
    const terms = fixed
      .filter((other) => groupOf(other) === groupOf(entry))
      .flatMap((other) => {
        const { first, last, history, days } = windowOf(other, period);
        if (days === 0) return [];
        past += history.sumCentDays / days / UNIT;
        return sumOver(other.index, first, last, 1 / days);
      });
    builder.atMost((500_000 - settings.thresholdMarginCents) / UNIT - past, [...terms, [due, -most - past]]);
    return due;
  };
  for (const { entry, movedOn } of timeline.accounts) {
    const { account, setup, bank } = entry;
    const isCharged = account.dutyRegime !== 'NONE' && !account.dutyPaidByBank && !isAbroad(account);
    for (const [position, period] of entry.statements.entries()) {
      if (!isCharged) continue;
      const { first, last, history, days } = windowOf(entry, period);
      const inside = period.last - period.first + 1;
      const counted = period.isRunning ? (setup.carried?.counted.dutyCents ?? 0) : 0;
      if (!period.isProvisional) builder.addConstant(counted);
      if (account.dutyRegime === 'FIXED') {
        const { calendar } = period;
        const charged = period.isProvisional ? inside : days;
        const byDays = Math.round((FIXED_DUTY_CENTS * charged) / calendar.daysInYear);
        const months = plan.grid.months.filter(
          ({ from: begins, to }) => begins >= calendar.first && to <= calendar.last,
        ).length;
        const isWhole = !period.isProvisional && days === calendar.last - calendar.first + 1;
        const byMonths = Math.round((FIXED_DUTY_CENTS * (isWhole ? calendar.months : months)) / 12);
        const duty =
          bank.stampDutyMethod === 'TWELFTHS' && (isWhole || period.isProvisional) ? byMonths : byDays;
        const due = isDue(entry, period);
        const cents = Math.max(minimumOf(entry, period), duty);
        builder.addCost(due, -cents);
        charges[entry.index]?.[position]?.push([due, cents]);
        continue;
      }
      const rate = (0.002 * UNIT * (period.isProvisional ? inside / days : 1)) / period.calendar.daysInYear;
      const duty = builder.column(0, Infinity, -1);
      charges[entry.index]?.[position]?.push([duty, 1]);
      if (account.dutyBase !== 'CLOSING') {
        const past = (history.sumCentDays / UNIT) * rate;
        builder.atLeast(past, [[duty, 1], ...sumOver(entry.index, first, last, -rate)]);
      }
      if (account.dutyBase !== 'AVERAGE') {
        const closing = balance[entry.index]?.[Math.min(period.last, period.settledAt)] ?? 0;
        builder.atLeast(0, [
          [duty, 1],
          [closing, -rate * days],
        ]);
      }
      const minimum = minimumOf(entry, period);
      // Nothing is asked of a deposit that is empty and unmoved throughout a period.
      const isMoved = movedOn.slice(first, period.settledAt + 1).includes(true);
      if (isMoved || history.sumCentDays !== 0 || counted !== 0) builder.tighten(duty, minimum, Infinity);
      else {
        const used = builder.binary();
        builder.atLeast(0, [
          [duty, 1],
          [used, -minimum],
        ]);
        const moves = (changes[entry.index] ?? []).slice(first, period.settledAt + 1).flat();
        builder.atMost(0, [
          ...moves.filter(([, sign]) => sign > 0),
          ...sumOver(entry.index, first, last, 1),
          [used, -2 * most * dayCount],
        ]);
      }
    }
  }

  // IVAFE: a cost by calendar year that no account books; each person has a limit at each bank.
  const ivafeDues = new Map<string, number>();
  const fixedAbroad = plan.accounts.filter(
    ({ account }) => account.dutyRegime === 'FIXED' && isAbroad(account),
  );
  const isPersonDue = (bankId: string, person: string, period: AccountPeriod): number => {
    const key = `${bankId} ${person} ${String(period.calendar.first)} ${String(period.settledAt)}`;
    const known = ivafeDues.get(key);
    if (known !== undefined) return known;
    const due = builder.binary();
    ivafeDues.set(key, due);
    let past = 0;
    const terms = fixedAbroad
      .filter(({ bank, holders }) => bank.id === bankId && holders.some((one) => one.key === person))
      .flatMap((other) => {
        const { first, last, history, days } = windowOf(other, period);
        const shares = days * other.holders.length;
        if (days === 0) return [];
        past += history.sumCentDays / shares / UNIT;
        return sumOver(other.index, first, last, 1 / shares);
      });
    builder.atMost((500_000 - settings.thresholdMarginCents) / UNIT - past, [...terms, [due, -most - past]]);
    return due;
  };
  for (const entry of plan.accounts) {
    const { account, bank, holders, setup } = entry;
    if (account.dutyRegime === 'NONE' || !isAbroad(account)) continue;
    for (const period of entry.foreignYears) {
      const { first, last, history, days } = windowOf(entry, period);
      const charged = Math.min(365, period.isProvisional ? period.last - period.first + 1 : days);
      if (period.isRunning && !period.isProvisional)
        builder.addConstant(setup.carried?.counted.dutyCents ?? 0);
      if (account.dutyRegime === 'FIXED') {
        const each = Math.round((FIXED_DUTY_CENTS * charged) / 365 / holders.length);
        for (const { key } of holders) builder.addCost(isPersonDue(bank.id, key, period), -each);
        continue;
      }
      const permille = LISTED_STATES.includes((account.iban ?? '').slice(0, 2)) ? 4 : 2;
      const rate = (((permille / 1000) * UNIT) / 365) * (charged / days);
      const duty = builder.column(0, Infinity, -1);
      if (account.dutyBase !== 'CLOSING')
        builder.atLeast((history.sumCentDays / UNIT) * rate, [
          [duty, 1],
          ...sumOver(entry.index, first, last, -rate),
        ]);
      const closing = balance[entry.index]?.[Math.min(period.last, period.settledAt)] ?? 0;
      if (account.dutyBase !== 'AVERAGE')
        builder.atLeast(0, [
          [duty, 1],
          [closing, -rate * days],
        ]);
    }
  }

  // Fees.
  for (const { entry, monthlyCreditsCents } of timeline.accounts) {
    const { monthlyFeeCents, feeWaiver } = entry.account;
    if (monthlyFeeCents === 0) continue;
    for (const [month, { from: first, to: last }] of plan.grid.months.entries()) {
      const paid = builder.binary(0 - monthlyFeeCents);
      const statement = entry.statements.findIndex(
        ({ calendar }) => first >= calendar.first && last <= calendar.last,
      );
      charges[entry.index]?.[statement]?.push([paid, monthlyFeeCents]);
      const ways: Term[] = [];
      if (feeWaiver?.minAverageBalanceCents !== undefined) {
        const holds = builder.binary();
        builder.atLeast(0, [
          ...average(entry.index, first, last),
          [holds, (0 - feeWaiver.minAverageBalanceCents) / UNIT],
        ]);
        ways.push([holds, 1]);
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
        ways.push([holds, 1]);
      }
      builder.atLeast(1, [[paid, 1], ...ways]);
    }
  }
  for (const { entry } of timeline.accounts) {
    for (const [position, period] of entry.statements.entries()) {
      const booking = bookings[entry.index]?.statements[position] ?? -1;
      if (booking < 0) continue;
      const fees = period.isRunning ? (entry.setup.carried?.counted.feesCents ?? 0) : 0;
      builder.equal((0 - fees) / UNIT, [
        [booking, 1],
        ...(charges[entry.index]?.[position] ?? []).map(([column, cents]): Term => [column, cents / UNIT]),
      ]);
    }
  }

  // Goals.
  for (const { date, amountCents, accountIds } of problem.goals ?? []) {
    const day = plan.grid.days.indexOf(date);
    if (day < from) continue;
    const counted = plan.accounts.filter(
      ({ account }) => accountIds?.includes(account.id) ?? isPaymentAccount(account),
    );
    builder.atLeast(
      amountCents / UNIT,
      counted.map(({ index }): Term => [balance[index]?.[day] ?? 0, 1]),
    );
  }

  // Guarantee.
  if (settings.guaranteePolicy === 'HARD') {
    for (const exposure of exposuresOf(timeline)) {
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

/** What the account earns on a day, net; the terms of it, in cents. */
function addInterest(
  builder: ProgramBuilder,
  problem: Problem,
  account: Problem['accounts'][number],
  date: string,
  balance: number,
  daysInYear: number,
): Term[] {
  const period = ratePeriodOn(account.rates, date);
  if (period === undefined) return [];
  const kept = keptOf(account, problem.settings.withholdingPct).net;
  const divisor = account.interestBasis === 'ACT_365' ? 365 : daysInYear;
  const tiers: Term[] = [];
  const earned: Term[] = [];
  let from = 0;
  for (const { upToCents, ratePct } of period.tiers) {
    const width = upToCents === null ? Infinity : (upToCents - from) / UNIT;
    const cents = ((ratePct / 100) * kept * UNIT) / divisor;
    const column = builder.column(0, width, cents);
    tiers.push([column, -1]);
    earned.push([column, cents]);
    from = upToCents ?? from;
  }
  builder.equal(0, [[balance, 1], ...tiers]);
  return earned;
}
