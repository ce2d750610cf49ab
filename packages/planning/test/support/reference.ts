/**
 * A second, naive referee, written from the rules alone and sharing no code with the first: it recounts every
 * balance of every day from all movements, keeps money as BigInt fractions and walks days with the platform's
 * calendar. Slow and plain on purpose; the two must agree on every figure.
 */

import type {
  Account,
  AccountEvaluation,
  Day,
  DutyGroupEvaluation,
  GuaranteeEvaluation,
  Operation,
  Problem,
  Setup,
  Transfer,
  Violation,
} from '../../src/index.js';

const DAY_MS = 86_400_000;
const toDate = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): Day => date.toISOString().slice(0, 10);
const plus = (day: Day, days: number): Day => toDay(new Date(toDate(day).getTime() + days * DAY_MS));

/** Easter by Gauss's rule as completed by Lichtenberg. */
function easter(year: number): Day {
  const century = Math.floor(year / 100);
  const secular = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sunCentury = 2 - Math.floor((3 * century + 3) / 4);
  const moon = year % 19;
  const seed = (19 * moon + secular) % 30;
  const calendarCorrection = Math.floor((seed + Math.floor(moon / 11)) / 29);
  const border = 21 + seed - calendarCorrection;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sunCentury) % 7);
  const distance = 7 - ((border - firstSunday) % 7);
  return plus(`${String(year)}-03-01`, border + distance - 1);
}

export function isClosed(day: Day, calendar: Problem['settings']['calendar']): boolean {
  const weekday = toDate(day).getUTCDay();
  if (weekday === 0 || weekday === 6) return true;
  const year = Number(day.slice(0, 4));
  const sunday = easter(year);
  const target = ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5));
  if (target || day === plus(sunday, -2) || day === plus(sunday, 1)) return true;
  if (calendar === 'TARGET') return false;
  const italian = ['01-06', '04-25', '06-02', '08-15', '11-01', '12-08'];
  if (year >= 2026) italian.push('10-04');
  return italian.includes(day.slice(5));
}

function later(from: Day, businessDays: number, calendar: Problem['settings']['calendar']): Day {
  let day = from;
  while (isClosed(day, calendar)) day = plus(day, 1);
  for (let left = businessDays; left > 0; left -= 1) {
    day = plus(day, 1);
    while (isClosed(day, calendar)) day = plus(day, 1);
  }
  return day;
}

/** Rounds a fraction half away from zero. */
function round(numerator: bigint, denominator: bigint): number {
  const sign = numerator < 0n ? -1n : 1n;
  const magnitude = numerator * sign;
  let whole = magnitude / denominator;
  if ((magnitude - whole * denominator) * 2n >= denominator) whole += 1n;
  return Number(whole * sign);
}

const units = (ratePct: number): bigint => BigInt(Math.round(ratePct * 10_000));

/** One change of one account: the day it counts in the booked and in the value balance. */
interface Change {
  readonly accountId: string;
  readonly booked: Day;
  readonly value: Day;
  readonly cents: number;
  readonly what: 'INCOME' | 'EXPENSE' | 'IN' | 'OUT' | 'MATURED';
  readonly isCredit: boolean;
}

export interface ReferenceEvaluation {
  readonly netReturnCents: number;
  readonly accounts: AccountEvaluation[];
  readonly dutyGroups: Pick<
    DutyGroupEvaluation,
    'bankId' | 'accountIds' | 'aggregateAverageCents' | 'due' | 'stampDutyCents' | 'marginCentDays'
  >[];
  readonly guarantee: GuaranteeEvaluation[];
  readonly violations: Violation[];
}

export function referenceEvaluate(problem: Problem, transfers: readonly Transfer[]): ReferenceEvaluation {
  const { quarter, settings } = problem;
  const year = Number(quarter.slice(0, 4));
  const days: Day[] = [];
  for (let day = quarter; days.length === 0 || !/-(01|04|07|10)-01$/.test(day); day = plus(day, 1))
    days.push(day);
  const lastDay = days[days.length - 1] ?? quarter;
  const daysInYear = BigInt(
    (toDate(`${String(year + 1)}-01-01`).getTime() - toDate(`${String(year)}-01-01`).getTime()) / DAY_MS,
  );
  const setupOf = new Map(problem.setups.map((setup) => [setup.accountId, setup]));
  const all = new Map(problem.accounts.map((account) => [account.id, account]));
  const account = (id: string | undefined): Account => {
    const found = all.get(id ?? '');
    if (found === undefined) throw new Error(`no account ${String(id)}`);
    return found;
  };
  const setup = (id: string): Setup => {
    const found = setupOf.get(id);
    if (found === undefined) throw new Error(`no setup ${id}`);
    return found;
  };
  const members = problem.accounts.filter(({ id }) => setupOf.has(id));
  const isOpen = (a: Account, day: Day): boolean =>
    (a.openedOn === undefined || day >= a.openedOn) && (a.closedOn === undefined || day <= a.closedOn);
  const openDays = new Map(members.map((a) => [a.id, days.filter((day) => isOpen(a, day))]));
  const open = (a: Account): Day[] => openDays.get(a.id) ?? [];

  // ---- movements
  const arrival = (from: Account, to: Account, date: Day): Day =>
    from.bankId === to.bankId || from.transferLeadDays === 0
      ? date
      : later(date, from.transferLeadDays, settings.calendar);
  const transferChanges = (
    from: Account,
    to: Account,
    date: Day,
    arrives: Day,
    cents: number,
    what: 'OUT' | 'MATURED',
  ): Change[] => [
    { accountId: from.id, booked: date, value: date, cents: -cents, what, isCredit: false },
    {
      accountId: to.id,
      booked: arrives,
      value: arrives,
      cents,
      what: 'IN',
      isCredit: from.bankId !== to.bankId && to.feeWaiver?.ownTransfersCount === true,
    },
  ];
  const operationChanges = (operation: Operation): Change[] => {
    const from = account(operation.accountId);
    if (operation.kind !== 'TRANSFER') {
      const cents = operation.kind === 'INCOME' ? operation.amountCents : 0 - operation.amountCents;
      return [
        {
          accountId: from.id,
          booked: operation.date,
          value: operation.valueDate,
          cents,
          what: operation.kind,
          isCredit: cents > 0,
        },
      ];
    }
    const to = account(operation.toAccountId);
    const soonest = arrival(from, to, operation.date);
    const arrives =
      operation.status === 'DONE' || operation.valueDate > soonest ? operation.valueDate : soonest;
    return transferChanges(from, to, operation.date, arrives, operation.amountCents, 'OUT');
  };

  const balance = (changes: readonly Change[], a: Account, day: Day, by: 'booked' | 'value'): number => {
    let cents = a.openedOn === undefined || a.openedOn <= day ? setup(a.id).openingBalanceCents : 0;
    for (const change of changes) {
      if (change.accountId !== a.id) continue;
      // What was booked before the quarter is in the opening balance, whether its value day has come or not.
      const inOpening = change.booked < quarter;
      if (by === 'booked' && !inOpening && change.booked <= day) cents += change.cents;
      if (by === 'value' && !inOpening && change.value <= day) cents += change.cents;
      if (
        by === 'value' &&
        inOpening &&
        change.value > day &&
        (a.openedOn === undefined || a.openedOn <= day)
      ) {
        cents -= change.cents;
      }
    }
    return cents;
  };
  const byOperations = problem.operations.flatMap(operationChanges);
  const matured = members.flatMap((a): Change[] => {
    const to = a.linkedAccountId === undefined ? undefined : all.get(a.linkedAccountId);
    const on = a.maturityDate;
    if (a.kind !== 'DEPOSIT_TERM' || to === undefined || on === undefined || !setupOf.has(to.id)) return [];
    if (on < quarter || on > lastDay || open(a).length === 0) return [];
    const from = days.filter((day) => day >= on);
    const principal = Math.min(...from.map((day) => balance(byOperations, a, day, 'booked')));
    return principal > 0 ? transferChanges(a, to, on, arrival(a, to, on), principal, 'MATURED') : [];
  });
  const changes = [
    ...byOperations,
    ...matured,
    ...transfers.flatMap((t) => {
      const [from, to] = [account(t.fromAccountId), account(t.toAccountId)];
      return transferChanges(from, to, t.date, arrival(from, to, t.date), t.amountCents, 'OUT');
    }),
  ];
  const booked = new Map(members.map((a) => [a.id, days.map((day) => balance(changes, a, day, 'booked'))]));
  const bookedOn = (a: Account, day: Day): number => booked.get(a.id)?.[days.indexOf(day)] ?? 0;
  const inQuarter = (a: Account, what: Change['what'][]): Change[] =>
    changes.filter(
      (c) => c.accountId === a.id && what.includes(c.what) && c.booked >= quarter && c.booked <= lastDay,
    );
  const total = (list: readonly Change[]): number => list.reduce((sum, c) => sum + Math.abs(c.cents), 0);
  const sumOf = (a: Account, on: readonly Day[]): bigint =>
    on.reduce((sum, day) => sum + BigInt(bookedOn(a, day)), 0n);

  // ---- stamp duty
  const duty = new Map<string, number>();
  const groupHolders = (a: Account): string[] =>
    [...new Set(problem.accountGroups.find((group) => group.id === a.accountGroupId)?.holders ?? [])].sort();
  const bankOf = (a: Account) => {
    const bank = problem.banks.find(({ id }) => id === a.bankId);
    if (bank === undefined) throw new Error('no bank');
    return bank;
  };
  const dutyGroups: ReferenceEvaluation['dutyGroups'] = [];
  const seen = new Set<string>();
  for (const first of members.filter((a) => a.dutyRegime === 'FIXED')) {
    const key = `${first.bankId} ${groupHolders(first).join('|')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const same = members.filter(
      (a) => a.dutyRegime === 'FIXED' && `${a.bankId} ${groupHolders(a).join('|')}` === key,
    );
    // Σ of positive averages, as one fraction.
    let [top, bottom] = [0n, 1n];
    for (const a of same) {
      const sum = sumOf(a, open(a));
      const count = BigInt(open(a).length);
      if (sum > 0n && count > 0n) [top, bottom] = [top * count + sum * bottom, bottom * count];
    }
    const due = top > 500_000n * bottom;
    for (const a of same) {
      const count = BigInt(open(a).length);
      const amount =
        bankOf(a).stampDutyMethod === 'TWELFTHS' && open(a).length === days.length
          ? 855
          : round(3420n * count, daysInYear);
      const pays = due && !a.dutyPaidByBank && count > 0n && sumOf(a, open(a)) >= 0n;
      duty.set(a.id, pays ? Math.max(100, amount) : 0);
    }
    const free = (500_000n * bottom - top) * BigInt(days.length);
    let margin = free / bottom;
    if (free < 0n && margin * bottom !== free) margin -= 1n;
    dutyGroups.push({
      bankId: first.bankId,
      accountIds: same.map(({ id }) => id),
      aggregateAverageCents: round(top, bottom),
      due,
      stampDutyCents: same.reduce((sum, a) => sum + (duty.get(a.id) ?? 0), 0),
      marginCentDays: Number(margin),
    });
  }
  for (const a of members.filter(({ dutyRegime }) => dutyRegime === 'PROPORTIONAL')) {
    const on = open(a);
    const last = on[on.length - 1];
    const untouched =
      setup(a.id).openingBalanceCents === 0 &&
      inQuarter(a, ['INCOME', 'EXPENSE', 'IN', 'OUT', 'MATURED']).length === 0;
    if (a.dutyPaidByBank || last === undefined || untouched) continue;
    const closing = BigInt(bookedOn(a, last)) * BigInt(on.length);
    const average = sumOf(a, on);
    const base =
      a.dutyBase === 'CLOSING' ? closing : a.dutyBase === 'AVERAGE' || average > closing ? average : closing;
    duty.set(a.id, Math.max(100, base > 0n ? round(base * 2n, 1000n * daysInYear) : 0));
  }

  // ---- interest and fees
  const accounts = members.map((a): AccountEvaluation => {
    let [earned, owed] = [0n, 0n];
    for (const day of open(a)) {
      const cents = balance(changes, a, day, 'value');
      if (cents < 0) owed += BigInt(-cents) * units(a.overdraftRatePct ?? 0);
      const matured = a.kind === 'DEPOSIT_TERM' && a.maturityDate !== undefined && day >= a.maturityDate;
      const period = matured
        ? undefined
        : a.rates.find((p) => p.from <= day && (p.to === undefined || p.to >= day));
      if (cents <= 0 || period === undefined) continue;
      let below = 0;
      for (const tier of period.tiers) {
        const top = tier.upToCents ?? Infinity;
        if (period.tierMode === 'WHOLE_BALANCE') {
          if (cents > below && cents <= top) earned += BigInt(cents) * units(tier.ratePct);
        } else if (cents > below) {
          earned += BigInt(Math.min(cents, top) - below) * units(tier.ratePct);
        }
        below = top;
      }
    }
    const per = 1_000_000n * (a.interestBasis === 'ACT_365' ? 365n : daysInYear);
    const grossInterestCents = round(earned, per);
    const withholdingCents = round(BigInt(grossInterestCents) * units(settings.withholdingPct), 1_000_000n);
    const overdraftInterestCents = round(owed, per);
    let monthlyFeesCents = 0;
    for (const month of new Set(open(a).map((day) => day.slice(0, 7)))) {
      const on = open(a).filter((day) => day.startsWith(month));
      const { minAverageBalanceCents: least, minMonthlyCreditsCents: credits } = a.feeWaiver ?? {};
      const credited = inQuarter(a, ['INCOME', 'IN']).filter((c) => c.isCredit && c.booked.startsWith(month));
      const waived =
        (least !== undefined && sumOf(a, on) >= BigInt(least) * BigInt(on.length)) ||
        (credits !== undefined && total(credited) >= credits);
      if (!waived) monthlyFeesCents += a.monthlyFeeCents;
    }
    const transferFeesCents = inQuarter(a, ['OUT']).length * a.transferFeeCents;
    const stampDutyCents = duty.get(a.id) ?? 0;
    const netInterestCents = grossInterestCents - withholdingCents;
    return {
      accountId: a.id,
      openingBalanceCents: setup(a.id).openingBalanceCents,
      incomeCents: total(inQuarter(a, ['INCOME'])),
      expenseCents: total(inQuarter(a, ['EXPENSE'])),
      transfersInCents: total(inQuarter(a, ['IN'])),
      transfersOutCents: total(inQuarter(a, ['OUT', 'MATURED'])),
      closingBalanceCents: bookedOn(a, lastDay),
      averageBalanceCents: open(a).length === 0 ? 0 : round(sumOf(a, open(a)), BigInt(open(a).length)),
      dailyBalancesCents: booked.get(a.id) ?? [],
      grossInterestCents,
      withholdingCents,
      netInterestCents,
      stampDutyCents,
      monthlyFeesCents,
      transferFeesCents,
      overdraftInterestCents,
      netReturnCents:
        netInterestCents - stampDutyCents - monthlyFeesCents - transferFeesCents - overdraftInterestCents,
    };
  });

  // ---- guarantee
  const violations: Violation[] = [];
  const guarantee: GuaranteeEvaluation[] = [];
  const atBanks = members.filter(({ kind }) => kind !== 'CASH');
  for (const bank of problem.banks) {
    const here = atBanks.filter((a) => a.bankId === bank.id);
    for (const holder of new Set(here.flatMap(groupHolders))) {
      const his = here.filter((a) => groupHolders(a).includes(holder));
      const scale = 2520n;
      const daily = days.map((day) =>
        his.reduce((sum, a) => sum + (BigInt(bookedOn(a, day)) * scale) / BigInt(groupHolders(a).length), 0n),
      );
      const peak = daily.reduce((most, value) => (value > most ? value : most));
      const peakDate = days[daily.indexOf(peak)] ?? quarter;
      guarantee.push({ holder, bankId: bank.id, peakCents: round(peak, scale), peakDate });
      const limit = BigInt(settings.guaranteeLimitCents) * scale;
      const firstOver = daily.findIndex((value) => value > limit);
      if (settings.guaranteePolicy === 'OFF' || bank.guaranteeScheme === 'NONE' || firstOver === -1) continue;
      const date = days[firstOver] ?? quarter;
      const share = (a: Account): number => bookedOn(a, date) / groupHolders(a).length;
      const largest = [...his].sort((a, b) => share(b) - share(a))[0];
      violations.push({
        kind: 'GUARANTEE_EXCEEDED',
        accountId: largest?.id ?? '',
        date,
        amountCents: Number((peak - limit + scale - 1n) / scale),
        holder,
        bankId: bank.id,
      });
    }
  }

  // ---- limits
  for (const a of members) {
    const s = setup(a.id);
    if (s.excluded) continue;
    const floor = a.kind === 'DEPOSIT_TERM' ? 0 : settings.minBalanceCents;
    const least = s.minBalanceCents ?? (a.minBalanceCents === 0 ? floor : a.minBalanceCents);
    const most = s.maxBalanceCents ?? a.maxBalanceCents ?? Infinity;
    const missing = days.map((day) => {
      const afterMaturity =
        a.kind === 'DEPOSIT_TERM' && a.maturityDate !== undefined && day >= a.maturityDate;
      const min = !isOpen(a, day) ? 0 : afterMaturity && least > 0 ? 0 : least;
      return min - bookedOn(a, day);
    });
    const tooMuch = days.map((day) => bookedOn(a, day) - (isOpen(a, day) ? most : 0));
    for (const [kind, excess] of [
      ['BELOW_MINIMUM', missing],
      ['ABOVE_MAXIMUM', tooMuch],
    ] as const) {
      const position = excess.findIndex((cents) => cents > 0);
      const date = days[position];
      if (date !== undefined) {
        violations.push({ kind, accountId: a.id, date, amountCents: Math.max(...excess) });
      }
    }
  }

  // ---- transfers the rules forbid
  const proposed = problem.operations
    .filter((o) => o.kind === 'TRANSFER' && o.origin === 'OPTIMIZER' && o.status === 'PLANNED' && !o.locked)
    .filter((o) => days.includes(o.date))
    .map((o): Transfer => ({
      date: o.date,
      fromAccountId: o.accountId,
      toAccountId: o.toAccountId ?? '',
      amountCents: o.amountCents,
    }));
  for (const t of [...transfers, ...proposed]) {
    const [from, to] = [account(t.fromAccountId), account(t.toAccountId)];
    const rules: readonly (readonly [broken: boolean, by: Account])[] = [
      [setup(from.id).excluded, from],
      [!from.active, from],
      [setup(to.id).excluded, to],
      [!to.active, to],
      [!from.canSend, from],
      [!to.canReceive, to],
      [to.kind === 'DEPOSIT_TERM', to],
      [from.linkedAccountId !== undefined && from.linkedAccountId !== to.id, from],
      [to.linkedAccountId !== undefined && to.linkedAccountId !== from.id, to],
      [settings.businessDaysOnly && isClosed(t.date, settings.calendar), from],
      [from.kind === 'DEPOSIT_TERM' && (from.maturityDate === undefined || t.date < from.maturityDate), from],
      [!isOpen(from, t.date), from],
      [!isOpen(to, arrival(from, to, t.date)), to],
    ];
    const broken = rules.find(([isBroken]) => isBroken);
    if (broken !== undefined) {
      violations.push({
        kind: 'TRANSFER_NOT_ALLOWED',
        accountId: broken[1].id,
        date: t.date,
        amountCents: t.amountCents,
      });
    }
  }

  return {
    netReturnCents: accounts.reduce((sum, a) => sum + a.netReturnCents, 0),
    accounts,
    dutyGroups,
    guarantee,
    violations,
  };
}
