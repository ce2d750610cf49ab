/**
 * A second, naive referee, written from the rules alone and sharing no code with the first: it recounts every
 * balance of every day from all movements, keeps money as BigInt fractions and walks days with the platform's
 * calendar. Slow and plain on purpose; the two must agree on every figure.
 */

import type {
  Account,
  AccountEvaluation,
  CreditEvaluation,
  Day,
  DutyGroupEvaluation,
  ForeignDutyEvaluation,
  GuaranteeEvaluation,
  Operation,
  Problem,
  Setup,
  StatementEvaluation,
  Transfer,
  Violation,
} from '../../src/index.js';
import { referenceGoals } from './reference-goals.js';
import { referenceLots } from './reference-lots.js';

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

/** The first and the last day of the calendar period of so many months that a day is in. */
function firstOfPeriod(day: Day, months: number): Day {
  const month = Number(day.slice(5, 7)) - 1;
  return `${day.slice(0, 4)}-${String(month - (month % months) + 1).padStart(2, '0')}-01`;
}
function lastOfPeriod(day: Day, months: number): Day {
  const first = firstOfPeriod(day, months);
  const next = Number(first.slice(5, 7)) + months;
  const year = Number(first.slice(0, 4));
  return plus(
    next > 12 ? `${String(year + 1)}-01-01` : `${String(year)}-${String(next).padStart(2, '0')}-01`,
    -1,
  );
}
const count = (from: Day, to: Day): number => (toDate(to).getTime() - toDate(from).getTime()) / DAY_MS + 1;
const yearLength = (day: Day): number => count(`${day.slice(0, 4)}-01-01`, `${day.slice(0, 4)}-12-31`);
const MONTHS = { MONTHLY: 1, QUARTERLY: 3, HALF_YEARLY: 6, YEARLY: 12 };

/** One change of one account: the day it counts in the booked and in the value balance. */
interface Change {
  readonly accountId: string;
  readonly booked: Day;
  readonly value: Day;
  readonly cents: number;
  readonly what: 'INCOME' | 'EXPENSE' | 'IN' | 'OUT' | 'MATURED' | 'SETTLED';
  readonly isCredit: boolean;
  /** Of what leaves by a transfer. */
  readonly fee?: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Whole cents in proportion to some amounts, the largest rest first; in equal parts where all of them are nothing. */
function inProportion(total: number, amounts: readonly number[]): number[] {
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  const weights = all === 0 ? amounts.map(() => 1) : amounts;
  const sum = all === 0 ? amounts.length : all;
  const sign = total < 0 ? -1 : 1;
  const parts = weights.map((weight) => Math.floor((total * sign * weight) / sum));
  const rests = weights.map((weight, index) => ({ index, rest: (total * sign * weight) % sum }));
  rests.sort((a, b) => b.rest - a.rest || a.index - b.index);
  const left = total * sign - parts.reduce((given, part) => given + part, 0);
  for (const { index } of rests.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => (part === 0 ? 0 : part * sign));
}

export interface ReferenceEvaluation {
  readonly netReturnCents: number;
  readonly accounts: AccountEvaluation[];
  readonly dutyGroups: Pick<
    DutyGroupEvaluation,
    | 'bankId'
    | 'accountIds'
    | 'aggregateAverageCents'
    | 'due'
    | 'stampDutyCents'
    | 'marginCentDays'
    | 'from'
    | 'to'
    | 'provisional'
    | 'tax'
  >[];
  readonly statements: StatementEvaluation[];
  readonly foreignDuties: ForeignDutyEvaluation[];
  readonly credits: CreditEvaluation[];
  readonly guarantee: GuaranteeEvaluation[];
  readonly violations: Violation[];
}

export function referenceEvaluate(given: Problem, transfers: readonly Transfer[]): ReferenceEvaluation {
  const { quarter, settings } = given;
  const lastDay = given.horizon?.to ?? lastOfPeriod(quarter, 3);
  const lots = referenceLots(given, quarter, lastDay);
  const problem: Problem = {
    ...given,
    accounts: [...given.accounts, ...lots.map((lot) => lot.account)],
    setups: [...given.setups, ...lots.map((lot) => lot.setup)],
  };
  const lotOf = new Map(lots.map((lot) => [lot.account.id, lot]));
  const days: Day[] = [];
  for (let day = quarter; day <= lastDay; day = plus(day, 1)) days.push(day);
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
  const bank = (a: Account) => problem.banks.find(({ id }) => id === a.bankId);
  const isForPayments = ({ payment, linkedAccountId, kind }: Account): boolean =>
    payment ?? !(linkedAccountId !== undefined || kind === 'CASH' || kind === 'DEPOSIT_TERM');
  const areBookedAnyDay = (from: Account, to: Account): boolean =>
    bank(from)?.weekendBooking === 'SAME_DAY' && bank(to)?.weekendBooking === 'SAME_DAY';
  /** Whether money may be sent at once, on any day of the week. */
  const isInstant = (from: Account, to: Account, date: Day): boolean => {
    if (from.bankId === to.bankId) return false;
    if (!isForPayments(from) || !isForPayments(to)) return false;
    const [sender, receiver] = [bank(from), bank(to)];
    if (!sender?.instant?.send || !receiver?.instant?.receive) return false;
    if ((sender.instant.from ?? '') > date || (receiver.instant.from ?? '') > date) return false;
    return !isClosed(date, settings.calendar) || areBookedAnyDay(from, to);
  };
  const isOrderedLate = ({ cutOff }: Account, date: Day): boolean => {
    if (cutOff === undefined || problem.orderedFrom?.date !== date) return false;
    const minutes = (time: string): number => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));
    return minutes(problem.orderedFrom.time) >= minutes(cutOff);
  };
  const mayTravel = (t: Transfer, from: Account, to: Account): boolean => {
    const isOrdinaryDay = !settings.businessDaysOnly || !isClosed(t.date, settings.calendar);
    if (t.speed === 'INSTANT') return isInstant(from, to, t.date);
    if (from.bankId !== to.bankId && isOrderedLate(from, t.date)) return isSentAtOnce(t);
    if (isOrdinaryDay) return true;
    if (from.bankId !== to.bankId) return isSentAtOnce(t);
    return isForPayments(from) && isForPayments(to) && areBookedAnyDay(from, to);
  };
  const isSentAtOnce = ({ fromAccountId, toAccountId, date, speed }: Transfer): boolean => {
    const [from, to] = [account(fromAccountId), account(toAccountId)];
    if (speed === 'ORDINARY' || !isInstant(from, to, date)) return false;
    return speed === 'INSTANT' || (from.instantFeeCents ?? from.transferFeeCents) <= from.transferFeeCents;
  };
  const feeOf = (from: Account, atOnce: boolean): number =>
    atOnce ? (from.instantFeeCents ?? from.transferFeeCents) : from.transferFeeCents;
  const transferChanges = (
    from: Account,
    to: Account,
    date: Day,
    arrives: Day,
    cents: number,
    what: 'OUT' | 'MATURED',
    fee = 0,
  ): Change[] => [
    { accountId: from.id, booked: date, value: date, cents: -cents, what, isCredit: false, fee },
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
    const atOnce = operation.speed === 'INSTANT';
    const soonest = atOnce ? operation.date : arrival(from, to, operation.date);
    const arrives =
      operation.status === 'DONE' || operation.valueDate > soonest ? operation.valueDate : soonest;
    const fee = feeOf(from, atOnce);
    return transferChanges(from, to, operation.date, arrives, operation.amountCents, 'OUT', fee);
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
  const changes: Change[] = [
    ...byOperations,
    ...transfers.flatMap((t) => {
      const [from, to] = [account(t.fromAccountId), account(t.toAccountId)];
      const atOnce = isSentAtOnce(t);
      const arrives = atOnce ? t.date : arrival(from, to, t.date);
      return transferChanges(from, to, t.date, arrives, t.amountCents, 'OUT', feeOf(from, atOnce));
    }),
  ];
  const isImported = (accountId: string, from: Day): boolean =>
    given.operations.some(
      (o) =>
        o.accountId === accountId &&
        o.kind !== 'TRANSFER' &&
        o.status === 'DONE' &&
        o.importKey !== undefined &&
        o.date >= from,
    );
  for (const change of lots.flatMap((lot) => lot.changes)) {
    if (change.statedBy !== '' && isImported(change.accountId, change.statedBy)) continue;
    changes.push({ ...change, booked: change.day, value: change.day, isCredit: false });
  }
  // A day's balance is final at its end: what follows from it is booked later.
  const counted = new Map<string, number>();
  const bookedOn = (a: Account, day: Day): number =>
    counted.get(`${a.id} ${day}`) ?? balance(changes, a, day, 'booked');
  const inHorizon = (a: Account, what: Change['what'][]): Change[] =>
    changes.filter(
      (c) => c.accountId === a.id && what.includes(c.what) && c.booked >= quarter && c.booked <= lastDay,
    );
  const total = (list: readonly Change[]): number => list.reduce((sum, c) => sum + Math.abs(c.cents), 0);
  const sumOf = (a: Account, on: readonly Day[]): bigint =>
    on.reduce((sum, day) => sum + BigInt(bookedOn(a, day)), 0n);

  // ---- periods: for each account its rhythms, and what is known of days before the horizon
  const rhythm = (a: Account): number => MONTHS[a.statementPeriod ?? 'QUARTERLY'];
  const carriedOf = (a: Account) => setup(a.id).carried;
  /** Days and Σ of balances an account brings into a window that began on `from`. */
  const before = (a: Account, from: Day): { from: Day; days: bigint; sum: bigint } => {
    const none = { from: quarter, days: 0n, sum: 0n };
    const c = carriedOf(a);
    if (c === undefined || from >= quarter) return none;
    return [{ from: c.periodFrom, days: c.days, sumCentDays: c.sumCentDays }, ...(c.history ?? [])]
      .filter((known) => known.from >= from && known.days > 0)
      .reduce(
        (longest, known) =>
          BigInt(known.days) > longest.days
            ? { from: known.from, days: BigInt(known.days), sum: BigInt(known.sumCentDays) }
            : longest,
        none,
      );
  };
  const openIn = (a: Account, from: Day, to: Day): Day[] => open(a).filter((day) => day >= from && day <= to);
  const knownIn = (a: Account, from: Day, to: Day): { days: bigint; sum: bigint } => {
    const inside = openIn(a, from, to);
    const history = before(a, from);
    return { days: history.days + BigInt(inside.length), sum: history.sum + sumOf(a, inside) };
  };
  /** The day at whose end a statement period that began on `from` is settled; after the horizon: provisional. */
  const statementEnd = (a: Account, from: Day): Day => {
    const end = lastOfPeriod(from, rhythm(a));
    if (a.closedOn === undefined || a.closedOn >= end) return end;
    const known = lastOfPeriod(a.closedOn, 3);
    return known < end && a.closedOn <= lastDay ? known : a.closedOn > lastDay ? a.closedOn : end;
  };
  const isLife = (a: Account): boolean => a.interestCredit === 'MATURITY';
  /** The first day of the crediting period of a day; '' for a life that began who knows when. */
  const creditStart = (a: Account, day: Day): Day => {
    if (isLife(a)) return a.maturityDate !== undefined && day >= a.maturityDate ? a.maturityDate : '';
    return firstOfPeriod(day, MONTHS[(a.interestCredit ?? a.statementPeriod ?? 'QUARTERLY') as 'YEARLY']);
  };
  const creditEnd = (a: Account, start: Day): Day | undefined => {
    let end: Day | undefined;
    if (!isLife(a)) {
      end = lastOfPeriod(start, MONTHS[(a.interestCredit ?? a.statementPeriod ?? 'QUARTERLY') as 'YEARLY']);
    } else if (start === '' && a.maturityDate !== undefined) end = plus(a.maturityDate, -1);
    if (a.closedOn !== undefined && (end === undefined || a.closedOn < end)) end = a.closedOn;
    return end;
  };
  /** The first days of an account's periods that have open days, in order. */
  const startsBy = (startOn: (a: Account, day: Day) => Day): Map<string, Day[]> =>
    new Map(members.map((a) => [a.id, [...new Set(open(a).map((day) => startOn(a, day)))]]));
  const creditStarts = startsBy(creditStart);
  const statementStarts = startsBy((a, day) => firstOfPeriod(day, rhythm(a)));
  const years = startsBy((_, day) => firstOfPeriod(day, 12));
  const groupHolders = (a: Account): string[] =>
    [...new Set(problem.accountGroups.find((group) => group.id === a.accountGroupId)?.holders ?? [])].sort();
  const bankOf = (a: Account) => {
    const bank = problem.banks.find(({ id }) => id === a.bankId);
    if (bank === undefined) throw new Error('no bank');
    return bank;
  };
  const isAbroad = (a: Account): boolean => a.iban !== undefined && a.iban.slice(0, 2) !== 'IT';
  const keyOf = (a: Account): string => `${a.bankId} ${groupHolders(a).join('|')}`;
  const fixed = members.filter((a) => a.dutyRegime === 'FIXED' && !isAbroad(a));

  // ---- the tests of the fixed duty
  const dutyTest = (a: Account, from: Day, to: Day) => {
    const same = fixed.filter((other) => keyOf(other) === keyOf(a));
    let [top, bottom] = [0n, 1n];
    for (const member of same) {
      const known = knownIn(member, from, to);
      if (known.sum > 0n && known.days > 0n)
        [top, bottom] = [top * known.days + known.sum * bottom, bottom * known.days];
    }
    const begin = from < quarter ? quarter : from;
    const span =
      BigInt(count(begin, to)) +
      same.reduce((most, m) => (before(m, from).days > most ? before(m, from).days : most), 0n);
    const free = (500_000n * bottom - top) * span;
    let margin = free / bottom;
    if (free < 0n && margin * bottom !== free) margin -= 1n;
    return { same, top, bottom, due: top > 500_000n * bottom, margin };
  };

  const fees = (a: Account, from: Day, to: Day): number => {
    let sum = 0;
    for (const month of new Set(openIn(a, from, to).map((day) => day.slice(0, 7)))) {
      const on = open(a).filter((day) => day.startsWith(month));
      const { minAverageBalanceCents: least, minMonthlyCreditsCents: credits } = a.feeWaiver ?? {};
      const credited = inHorizon(a, ['INCOME', 'IN']).filter((c) => c.isCredit && c.booked.startsWith(month));
      const waived =
        (least !== undefined && sumOf(a, on) >= BigInt(least) * BigInt(on.length)) ||
        (credits !== undefined && total(credited) >= credits);
      if (!waived) sum += a.monthlyFeeCents;
    }
    return sum;
  };

  interface Charge {
    readonly duty: number;
    readonly whole: number;
  }
  const dutyIn = (a: Account, from: Day, to: Day, provisional: boolean): Charge => {
    const none = { duty: 0, whole: 0 };
    if (a.dutyPaidByBank || a.dutyRegime === 'NONE' || isAbroad(a)) return none;
    const counted = from < quarter ? (carriedOf(a)?.counted.dutyCents ?? 0) : 0;
    if (lots.find(({ account }) => account.id === a.id)?.owesOn(to) === false)
      return { duty: provisional ? 0 : 0 - counted, whole: 0 };
    const known = knownIn(a, from, to);
    const inside = openIn(a, from, to);
    const here = BigInt(inside.length);
    const year = BigInt(yearLength(from));
    const end = lastOfPeriod(from, rhythm(a));
    const opened = a.openedOn !== undefined && a.openedOn > from ? a.openedOn : from;
    const closed = a.closedOn !== undefined && a.closedOn < end ? a.closedOn : end;
    const least = provisional ? round(100n * here, BigInt(count(opened, closed))) : 100;
    let duty = 0;
    if (a.dutyRegime === 'FIXED') {
      if (dutyTest(a, from, to).due && known.sum >= 0n) {
        const seen = from < quarter ? quarter : from;
        const wholeInside = inside[0] === seen && inside.length === count(seen, to);
        const isWhole = provisional ? wholeInside : Number(known.days) === count(from, end);
        const months = provisional ? new Set(inside.map((day) => day.slice(0, 7))).size : rhythm(a);
        const amount =
          bankOf(a).stampDutyMethod === 'TWELFTHS' && isWhole
            ? months * 285
            : round(3420n * (provisional ? here : known.days), year);
        duty = Math.max(least, amount);
      }
    } else {
      const shown = days.filter((day) => day >= from && day <= to);
      const touched =
        known.sum !== sumOf(a, inside) ||
        counted !== 0 ||
        shown.some((day) => bookedOn(a, day) !== 0) ||
        changes.some((c) => c.accountId === a.id && c.what !== 'SETTLED' && shown.includes(c.booked));
      const last = inside[inside.length - 1] ?? to;
      const closing = BigInt(bookedOn(a, last)) * known.days;
      const base =
        a.dutyBase === 'CLOSING'
          ? closing
          : a.dutyBase === 'AVERAGE' || known.sum > closing
            ? known.sum
            : closing;
      const part = provisional ? here : 1n;
      const per = provisional ? known.days : 1n;
      if (touched) duty = Math.max(least, base > 0n ? round(base * 2n * part, 1000n * year * per) : 0);
    }
    return { duty: provisional ? duty : duty - counted, whole: provisional ? 0 : duty };
  };

  // ---- IVAFE: by person and calendar year, by 365 days, not charged to any account
  const LISTED = ['AD', 'AE', 'BH', 'CR', 'DJ', 'GI', 'LB', 'LC', 'LI', 'MC', 'MU', 'OM', 'SC', 'VG'];
  const abroad = members.filter((a) => a.dutyRegime !== 'NONE' && isAbroad(a));
  const ivafeTest = (bankId: string, person: string, from: Day, to: Day) => {
    const his = abroad.filter(
      (a) => a.dutyRegime === 'FIXED' && a.bankId === bankId && groupHolders(a).includes(person),
    );
    let [top, bottom] = [0n, 1n];
    for (const member of his) {
      const known = knownIn(member, from, to);
      const people = BigInt(groupHolders(member).length);
      if (known.sum > 0n && known.days > 0n)
        [top, bottom] = [top * known.days * people + known.sum * bottom, bottom * known.days * people];
    }
    const begin = from < quarter ? quarter : from;
    const span =
      BigInt(count(begin, to)) +
      his.reduce((most, m) => (before(m, from).days > most ? before(m, from).days : most), 0n);
    const free = (500_000n * bottom - top) * span;
    let margin = free / bottom;
    if (free < 0n && margin * bottom !== free) margin -= 1n;
    return { same: his, top, bottom, due: top > 500_000n * bottom, margin };
  };
  /** What each holder owes for an account, in the order of their names. */
  const ivafeIn = (a: Account, from: Day, to: Day, provisional: boolean): number[] => {
    const people = groupHolders(a);
    const known = knownIn(a, from, to);
    const inside = openIn(a, from, to);
    const charged = provisional ? inside.length : Number(known.days);
    const part = BigInt(charged > 365 ? 365 : charged);
    const shares = 365n * BigInt(people.length);
    return people.map((person) => {
      if (known.days === 0n) return 0;
      if (a.dutyRegime === 'FIXED')
        return known.sum >= 0n && ivafeTest(a.bankId, person, from, to).due ? round(3420n * part, shares) : 0;
      const closing = BigInt(bookedOn(a, inside[inside.length - 1] ?? to)) * known.days;
      const larger = known.sum > closing ? known.sum : closing;
      const base = a.dutyBase === 'CLOSING' ? closing : a.dutyBase === 'AVERAGE' ? known.sum : larger;
      const isListed = LISTED.includes((a.iban ?? '').slice(0, 2)) && from >= '2024-01-01';
      return base > 0n ? round(base * (isListed ? 4n : 2n) * part, 1000n * shares * known.days) : 0;
    });
  };

  // ---- interest, as a fraction of 365 × 366 × 1,000,000
  const SCALE = 365n * 366n * 1_000_000n;
  const interestIn = (a: Account, on: readonly Day[]): { earned: bigint; owed: bigint } => {
    let [earned, owed] = [0n, 0n];
    for (const day of on) {
      const weight = (365n * 366n) / BigInt(a.interestBasis === 'ACT_365' ? 365 : yearLength(day));
      const cents = balance(changes, a, day, 'value');
      if (cents < 0) owed += BigInt(-cents) * units(a.overdraftRatePct ?? 0) * weight;
      const over = a.kind === 'DEPOSIT_TERM' && a.maturityDate !== undefined && day >= a.maturityDate;
      const period = over
        ? undefined
        : a.rates.find((p) => p.from <= day && (p.to === undefined || p.to >= day));
      if (cents <= 0 || period === undefined) continue;
      let below = 0;
      for (const tier of period.tiers) {
        const top = tier.upToCents ?? Infinity;
        if (period.tierMode === 'WHOLE_BALANCE') {
          if (cents > below && cents <= top) earned += BigInt(cents) * units(tier.ratePct) * weight;
        } else if (cents > below) {
          earned += BigInt(Math.min(cents, top) - below) * units(tier.ratePct) * weight;
        }
        below = top;
      }
    }
    return { earned, owed };
  };

  // ---- day by day: what matures, then what ends, then its bookings for the next day
  const statements: (StatementEvaluation & { readonly settled: Day })[] = [];
  const foreignDuties: ForeignDutyEvaluation[] = [];
  const ivafeTests: (Mutable<ReferenceEvaluation['dutyGroups'][number]> & {
    readonly settled: Day;
    readonly key: string;
  })[] = [];
  const credits: CreditEvaluation[] = [];
  const tests: (ReferenceEvaluation['dutyGroups'][number] & {
    readonly settled: Day;
    readonly key: string;
  })[] = [];
  const stops = (ends: readonly (Day | undefined)[]): Day[] =>
    ends.map((end) => (end === undefined || end > lastDay ? lastDay : end));
  for (const day of days) {
    for (const a of members) {
      const to = a.linkedAccountId === undefined ? undefined : all.get(a.linkedAccountId);
      if (a.kind !== 'DEPOSIT_TERM' || to === undefined || a.maturityDate !== day || !setupOf.has(to.id))
        continue;
      if (open(a).length === 0) continue;
      const left = Math.min(
        ...days.filter((later) => later >= day).map((later) => balance(byOperations, a, later, 'booked')),
      );
      const settled = changes.filter((c) => c.accountId === a.id && c.what === 'SETTLED' && c.booked <= day);
      const principal = left + settled.reduce((sum, c) => sum + c.cents, 0);
      if (principal > 0)
        changes.push(...transferChanges(a, to, day, arrival(a, to, day), principal, 'MATURED'));
    }
    for (const a of members) counted.set(`${a.id} ${day}`, balance(changes, a, day, 'booked'));
    const bookings: Change[] = [];
    const bookLater = (of: Account, cents: number): void => {
      const next = plus(day, 1);
      const a = account(lotOf.get(of.id)?.linkedId ?? of.id);
      const fromBank = isImported(a.id, day);
      if (!fromBank && (a.closedOn === undefined || a.closedOn > day))
        bookings.push({
          accountId: a.id,
          booked: next,
          value: next,
          cents,
          what: 'SETTLED',
          isCredit: false,
        });
    };
    for (const a of members) {
      for (const start of lotOf.has(a.id) ? [] : (creditStarts.get(a.id) ?? [])) {
        const end = creditEnd(a, start);
        if (stops([end])[0] !== day) continue;
        const provisional = end === undefined || end > lastDay;
        const on = open(a).filter((d) => creditStart(a, d) === start);
        const here = interestIn(a, on);
        const c = start < quarter ? carriedOf(a) : undefined;
        const gross = round(here.earned + (provisional ? 0n : BigInt(c?.accruedGross ?? 0)), SCALE);
        const owed = round(here.owed + (provisional ? 0n : BigInt(c?.accruedOverdraft ?? 0)), SCALE);
        const taxAt = (pct: number): number =>
          gross > 0 ? round(BigInt(gross) * units(pct), 1_000_000n) : 0;
        // A foreign bank pays gross, but for what it is said to withhold; the rest of the tax is the holder's to pay.
        const kept = taxAt(a.withholdingPct ?? (isAbroad(a) ? 0 : settings.withholdingPct));
        const withheld = isAbroad(a) ? Math.max(kept, taxAt(settings.withholdingPct)) : kept;
        const minus = provisional ? undefined : c?.counted;
        if (!provisional) bookLater(a, gross - kept);
        const grossInterestCents = gross - (minus?.grossCents ?? 0);
        const withholdingCents = withheld - (minus?.withholdingCents ?? 0);
        const from = start > (a.openedOn ?? '') ? start : (a.openedOn ?? '');
        const [rate, keptRate] = [settings.withholdingPct, a.withholdingPct ?? 0].map(units);
        const open_ = rate === undefined || keptRate === undefined || rate <= keptRate ? 0n : rate - keptRate;
        credits.push({
          accountId: a.id,
          ...(isAbroad(a)
            ? { dueInReturnCents: open_ === 0n ? 0 : round(BigInt(withholdingCents) * open_, rate ?? 1n) }
            : {}),
          from: from === '' ? quarter : from,
          to: end,
          provisional,
          grossInterestCents,
          withholdingCents,
          netInterestCents: grossInterestCents - withholdingCents,
          overdraftInterestCents: owed - (minus?.overdraftCents ?? 0),
        });
      }
      if (abroad.includes(a)) {
        for (const from of years.get(a.id) ?? []) {
          const end = lastOfPeriod(from, 12);
          if (stops([end])[0] !== day) continue;
          const provisional = end > lastDay;
          const owed = ivafeIn(a, from, day, provisional);
          const counted = !provisional && from < quarter ? (carriedOf(a)?.counted.dutyCents ?? 0) : 0;
          const known = knownIn(a, from, day);
          const whole = owed.reduce((sum, cents) => sum + cents, 0);
          const parts = inProportion(whole - counted, owed);
          for (const [index, person] of (a.dutyRegime === 'FIXED' ? groupHolders(a) : []).entries()) {
            const key = `${a.bankId} ${person} ${from}`;
            const made = ivafeTests.find((test) => test.key === key && test.settled === day);
            if (made !== undefined) {
              made.stampDutyCents += parts[index] ?? 0;
              continue;
            }
            const test = ivafeTest(a.bankId, person, from, day);
            ivafeTests.push({
              key,
              settled: day,
              bankId: a.bankId,
              accountIds: test.same.map(({ id }) => id),
              aggregateAverageCents: round(test.top, test.bottom),
              due: test.due,
              stampDutyCents: parts[index] ?? 0,
              marginCentDays: Number(test.margin),
              from,
              to: end,
              provisional,
              tax: 'IVAFE',
            });
          }
          foreignDuties.push({
            accountId: a.id,
            from: before(a, from).days > 0n ? before(a, from).from : (openIn(a, from, day)[0] ?? from),
            to: a.closedOn !== undefined && a.closedOn < end ? a.closedOn : end,
            provisional,
            days: Number(known.days),
            averageBalanceCents: round(known.sum, known.days),
            dutyCents: whole - counted,
          });
        }
      }
      for (const from of statementStarts.get(a.id) ?? []) {
        const end = statementEnd(a, from);
        if (stops([end])[0] !== day) continue;
        const provisional = end > lastDay;
        const { duty, whole } = dutyIn(a, from, day, provisional);
        const monthlyFeesCents = fees(a, from, day);
        const countedFees = from < quarter ? (carriedOf(a)?.counted.feesCents ?? 0) : 0;
        if (!provisional) bookLater(a, -whole - monthlyFeesCents - countedFees);
        const known = knownIn(a, from, day);
        const calendarEnd = lastOfPeriod(from, rhythm(a));
        statements.push({
          accountId: a.id,
          settled: day,
          from: before(a, from).days > 0n ? before(a, from).from : (openIn(a, from, day)[0] ?? from),
          to: a.closedOn !== undefined && a.closedOn < calendarEnd ? a.closedOn : calendarEnd,
          provisional,
          days: Number(known.days),
          averageBalanceCents: round(known.sum, known.days),
          stampDutyCents: duty,
          monthlyFeesCents,
        });
        if (!fixed.includes(a)) continue;
        const key = `${keyOf(a)} ${from}`;
        const made = tests.findIndex((test) => test.key === key && test.settled === day);
        const earlier = tests[made];
        if (earlier !== undefined) {
          tests[made] = { ...earlier, stampDutyCents: earlier.stampDutyCents + duty };
          continue;
        }
        const test = dutyTest(a, from, day);
        tests.push({
          key,
          settled: day,
          bankId: a.bankId,
          accountIds: test.same.map(({ id }) => id),
          aggregateAverageCents: round(test.top, test.bottom),
          due: test.due,
          stampDutyCents: duty,
          marginCentDays: Number(test.margin),
          from,
          to: calendarEnd,
          provisional,
        });
      }
    }
    changes.push(...bookings);
  }
  credits.push(...lots.flatMap((lot) => lot.credits));
  const groupsInOrder = [...new Set(fixed.map(keyOf))];
  const dutyGroups = groupsInOrder.flatMap((group) =>
    tests
      .filter(({ accountIds, bankId }) => keyOf(account(accountIds[0])) === group && bankId !== '')
      .map(({ key: _, settled: __, ...test }) => test),
  );

  const pairs = abroad
    .filter((a) => a.dutyRegime === 'FIXED')
    .flatMap((a) => groupHolders(a).map((person) => `${a.bankId} ${person}`));
  for (const pair of new Set(pairs)) {
    const own = ivafeTests.filter(({ key }) => key.slice(0, -11) === pair);
    dutyGroups.push(...own.map(({ key: _, settled: __, ...test }) => test));
  }

  const accounts = members.map((a): AccountEvaluation => {
    const own = <T extends { accountId: string }>(list: readonly T[]): T[] =>
      list.filter(({ accountId }) => accountId === a.id);
    const sum = <T>(list: readonly T[], of: (item: T) => number): number =>
      list.reduce((all, item) => all + of(item), 0);
    const grossInterestCents = sum(own(credits), (c) => c.grossInterestCents);
    const withholdingCents = sum(own(credits), (c) => c.withholdingCents);
    const overdraftInterestCents = sum(own(credits), (c) => c.overdraftInterestCents);
    const stampDutyCents =
      sum(own(statements), (c) => c.stampDutyCents) + sum(own(foreignDuties), (c) => c.dutyCents);
    const monthlyFeesCents = sum(own(statements), (c) => c.monthlyFeesCents);
    const transferFeesCents = inHorizon(a, ['OUT']).reduce((sum, { fee }) => sum + (fee ?? 0), 0);
    const netInterestCents = grossInterestCents - withholdingCents;
    return {
      accountId: a.id,
      openingBalanceCents: setup(a.id).openingBalanceCents,
      incomeCents: total(inHorizon(a, ['INCOME'])),
      expenseCents: total(inHorizon(a, ['EXPENSE'])),
      transfersInCents: total(inHorizon(a, ['IN'])),
      transfersOutCents: total(inHorizon(a, ['OUT', 'MATURED'])),
      settledCents: sum(inHorizon(a, ['SETTLED']), (c) => c.cents),
      closingBalanceCents: bookedOn(a, lastDay),
      averageBalanceCents: open(a).length === 0 ? 0 : round(sumOf(a, open(a)), BigInt(open(a).length)),
      dailyBalancesCents: days.map((day) => bookedOn(a, day)),
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
        accountId: lotOf.get(largest?.id ?? '')?.linkedId ?? largest?.id ?? '',
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

  violations.push(...referenceGoals(problem, { members, days, bookedOn, isForPayments }));

  // ---- transfers the rules forbid
  const proposed = problem.operations
    .filter((o) => o.kind === 'TRANSFER' && o.origin === 'OPTIMIZER' && o.status === 'PLANNED' && !o.locked)
    .filter((o) => days.includes(o.date))
    .map((o): Transfer => ({
      date: o.date,
      fromAccountId: o.accountId,
      toAccountId: o.toAccountId ?? '',
      amountCents: o.amountCents,
      speed: o.speed ?? 'ORDINARY',
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
      [from.payment === false && from.linkedAccountId === undefined, from],
      [to.payment === false && to.linkedAccountId === undefined, to],
      [!mayTravel(t, from, to), from],
      [from.kind === 'DEPOSIT_TERM' && (from.maturityDate === undefined || t.date < from.maturityDate), from],
      [!isOpen(from, t.date), from],
      [!isOpen(to, isSentAtOnce(t) ? t.date : arrival(from, to, t.date)), to],
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

  // ---- limits of transfers
  const toOtherBanks = [
    ...problem.operations
      .filter((o) => o.kind === 'TRANSFER')
      .map((o) => ({
        from: o.accountId,
        to: o.toAccountId,
        date: o.date,
        cents: o.amountCents,
        done: o.status === 'DONE',
      })),
    ...transfers.map((t) => ({
      from: t.fromAccountId,
      to: t.toAccountId,
      date: t.date,
      cents: t.amountCents,
      done: false,
    })),
  ].filter(({ from, to, date }) => account(from).bankId !== account(to).bankId && days.includes(date));
  for (const a of problem.accounts) {
    const sent = toOtherBanks.filter(({ from }) => from === a.id);
    for (const { date, cents, done } of sent) {
      const excess = cents - (a.singleLimitCents ?? Infinity);
      if (done || excess <= 0) continue;
      violations.push({ kind: 'SINGLE_LIMIT_EXCEEDED', accountId: a.id, date, amountCents: excess });
    }
    for (const date of new Set(sent.filter(({ done }) => !done).map((one) => one.date))) {
      const all = sent.filter((one) => one.date === date).reduce((sum, { cents }) => sum + cents, 0);
      const excess = all - (a.dailyLimitCents ?? Infinity);
      if (excess > 0)
        violations.push({ kind: 'DAILY_LIMIT_EXCEEDED', accountId: a.id, date, amountCents: excess });
    }
  }

  return {
    netReturnCents: accounts.reduce((sum, a) => sum + a.netReturnCents, 0),
    accounts,
    dutyGroups,
    statements: statements.map(({ settled: _, ...statement }) => statement),
    foreignDuties,
    credits,
    guarantee,
    violations,
  };
}
