/** The walk over a horizon's days: deposits that mature pay out, periods that end are settled and booked. */

import { isForeign } from './abroad.js';
import {
  averageIn,
  type DutyGroup,
  type ForeignDuty,
  foreignDutyOf,
  holdersInOrder,
  ivafeGroupsOf,
} from './foreign-duty.js';
import { type Law, lawOn } from './law.js';
import { cents, splitByLargestRemainder } from './money.js';
import { accumulate, change, type Draft, flowOn, move, runningTotals } from './movements.js';
import { type AccountPeriod, historySince } from './periods.js';
import { daysOpen, type IndexedProblem, type IndexedAccount, positionOf } from './indexed-problem.js';
import type { Account, Cents, Day, Transfer } from './problem.js';
import type { Readings } from './readings.js';
import {
  averageInWindow,
  type Credit,
  creditOf,
  isBooked,
  type Statement,
  statementOf,
} from './settlement.js';
import { type FixedDutyTest, fixedDutyTest } from './stamp-duty.js';
import { arrivalDay } from './transfers.js';

/** A test of the fixed-duty threshold: one a duty group and window. */
export interface DutyTest extends FixedDutyTest, DutyGroup {
  readonly window: Pick<AccountPeriod, 'calendar' | 'settledAt' | 'isProvisional'>;
}

/** A term deposit's principal going to its linked account by itself. */
export interface Maturity extends Transfer {
  readonly arrivalDate: string;
}

/** A term deposit that pays its principal out by itself on a day of the horizon. */
export interface Payout {
  readonly draft: Draft;
  readonly linked: Account;
  readonly date: string;
  readonly position: number;
  /** What the operations leave on it from then on, so that a payout entered by hand or imported is not doubled. */
  readonly freeCents: Cents;
}

/** A crediting or statement period of an account that is settled at the end of a day. */
interface PeriodEnd {
  readonly draft: Draft;
  readonly period: AccountPeriod;
  readonly kind: 'CREDIT' | 'STATEMENT' | 'FOREIGN_YEAR';
}

export function payoutOf(plan: IndexedProblem, drafts: readonly Draft[], entry: IndexedAccount): Payout[] {
  const { account } = entry;
  if (entry.lot !== undefined) return [];
  if (account.kind !== 'DEPOSIT_TERM' || account.maturityDate === undefined) return [];
  const linked = plan.byAccountId.get(account.linkedAccountId ?? '')?.account;
  const draft = drafts[entry.index];
  const position = positionOf(plan.grid, account.maturityDate);
  if (linked === undefined || draft === undefined || position < 0 || position >= plan.grid.days.length) {
    return [];
  }
  if (daysOpen(entry) === 0) return [];
  const freeCents = Math.min(...runningTotals(draft.bookedCents).slice(position));
  return [{ draft, linked, date: account.maturityDate, position, freeCents }];
}

/** Walks a horizon from stop to stop: days on which a deposit pays out, and ends of days on which periods settle. */
export class Walk {
  readonly maturities: Maturity[] = [];
  readonly dutyTests: (DutyTest & { readonly group: number })[] = [];
  private readonly dutyGroups: readonly DutyGroup[];
  private readonly testsByWindow = new Map<string, DutyTest>();
  /** By first day of a period. */
  private readonly laws = new Map<Day, Law>();

  constructor(
    private readonly plan: IndexedProblem,
    private readonly drafts: readonly Draft[],
    private readonly payouts: readonly Payout[],
    private readonly readings: Readings,
  ) {
    this.dutyGroups = [...stampDutyGroupsOf(plan.accounts), ...ivafeGroupsOf(plan.accounts)];
  }

  run(): void {
    const ends = this.endsByDay();
    const days = new Set(ends.keys());
    for (const { position } of this.payouts) days.add(position);
    for (const day of [...days].sort((a, b) => a - b)) {
      for (const payout of this.payouts) if (payout.position === day) this.payOut(payout);
      for (const draft of this.drafts) accumulate(draft, day);
      this.settle(day, ends.get(day) ?? []);
    }
    for (const draft of this.drafts) accumulate(draft, this.plan.grid.days.length - 1);
  }

  /** The periods by the day they are settled on: by account, crediting periods before statement periods. */
  private endsByDay(): Map<number, PeriodEnd[]> {
    const ends = new Map<number, PeriodEnd[]>();
    const note = (end: PeriodEnd): void => {
      const onDay = ends.get(end.period.settledAt);
      if (onDay === undefined) ends.set(end.period.settledAt, [end]);
      else onDay.push(end);
    };
    for (const draft of this.drafts) {
      for (const period of draft.entry.credits) note({ draft, period, kind: 'CREDIT' });
      for (const period of draft.entry.statements) note({ draft, period, kind: 'STATEMENT' });
      for (const period of draft.entry.foreignYears) note({ draft, period, kind: 'FOREIGN_YEAR' });
    }
    return ends;
  }

  /** Moves a principal, with what was credited to it before, to the linked account. */
  private payOut({ draft, linked, date, position, freeCents }: Payout): void {
    const { account } = draft.entry;
    const amountCents = freeCents + this.settledBefore(draft, position);
    if (amountCents <= 0) return;
    const arrivalDate = arrivalDay(account, linked, date, this.plan.problem.settings.calendar);
    const maturity = { date, fromAccountId: account.id, toAccountId: linked.id, amountCents, arrivalDate };
    this.maturities.push(maturity);
    move(this.plan, this.drafts, maturity, arrivalDate, 0);
  }

  private settledBefore(draft: Draft, position: number): number {
    return [...draft.credits, ...draft.statements]
      .filter(({ period }) => period.settledAt < position && isBooked(draft.entry, period))
      .reduce((sum, { bookedCents }) => sum + bookedCents, 0);
  }

  /** Computes every period that ends with a day before any of them is booked. */
  private settle(day: number, ends: readonly PeriodEnd[]): void {
    const settled = ends.map((end) => {
      if (end.kind === 'FOREIGN_YEAR') return this.tax(end);
      return end.kind === 'CREDIT' ? this.credit(end) : this.charge(end);
    });
    for (const [index, { draft }] of ends.entries()) {
      const figures = settled[index];
      if (figures !== undefined) this.book(draft, figures, day);
    }
  }

  private credit({ draft, period }: PeriodEnd): Credit {
    const credit = creditOf(draft, period, this.plan.grid, this.plan.problem.settings, this.readings);
    draft.credits.push(credit);
    return credit;
  }

  private charge({ draft, period }: PeriodEnd): Statement {
    const { minimumDutyCents } = this.readings;
    const given = this.lawOf(period);
    const law = minimumDutyCents === undefined ? given : { ...given, minimumDutyCents };
    const [test] = this.testsOf(draft, period, law, false);
    const statement = statementOf(draft, period, this.plan.grid, law, test?.due ?? false);
    draft.statements.push(statement);
    return statement;
  }

  /** Paid with the return: there is nothing to book. */
  private tax({ draft, period }: PeriodEnd): undefined {
    const law = this.lawOf(period);
    const tests = this.testsOf(draft, period, law, true);
    const isDue = holdersInOrder(draft.entry).map(
      ({ key }) => tests.find(({ holder }) => holder?.key === key)?.due ?? false,
    );
    draft.foreignDuties.push(foreignDutyOf(draft, period, law, isDue));
  }

  /**
   * Both balances change on the next day, of a lot those of its linked account; what a closed account is owed or owes is
   * settled outside it.
   */
  private book(settled: Draft, { period, bookedCents }: Credit | Statement, day: number): void {
    const { lot } = settled.entry;
    const linked = lot && this.plan.byAccountId.get(lot.offer.linkedAccountId);
    const draft = linked === undefined ? settled : this.draft(linked.index);
    const flow = flowOn(this.plan, draft, day + 1);
    if (flow === undefined || !isBooked(draft.entry, period)) return;
    change(draft, day + 1, bookedCents);
    flow.settledCents += bookedCents;
  }

  /** The threshold tests of an account's groups in the window of its period. */
  private testsOf(draft: Draft, period: AccountPeriod, law: Law, isAbroad: boolean): DutyTest[] {
    return this.dutyGroups.flatMap(({ members, holder }, group) =>
      (holder !== undefined) === isAbroad && members.includes(draft.entry)
        ? [this.testOf(group, period, law)]
        : [],
    );
  }

  /** Made once for all accounts of the window. */
  private testOf(group: number, period: AccountPeriod, law: Law): DutyTest {
    const key = `${String(group)} ${String(period.settledAt)} ${String(period.calendar.first)}`;
    const known = this.testsByWindow.get(key);
    if (known !== undefined) return known;
    const { members, holder } = this.dutyGroups[group] ?? { members: [] };
    const averages = members.map((entry) =>
      averageIn({ holder }, entry, averageInWindow(this.draft(entry.index), period)),
    );
    const test = fixedDutyTest(
      averages,
      holder === undefined ? law.fixedDutyThresholdCents : law.ivafeThresholdCents,
      windowDays(members, period),
      this.readings.thresholdOwes,
    );
    const made = { ...test, members, holder, group, window: period };
    this.testsByWindow.set(key, made);
    this.dutyTests.push(made);
    return made;
  }

  private lawOf({ calendar }: AccountPeriod): Law {
    const known = this.laws.get(calendar.from);
    if (known !== undefined) return known;
    const law = lawOn(calendar.from);
    this.laws.set(calendar.from, law);
    return law;
  }

  private draft(index: number): Draft {
    const draft = this.drafts[index];
    if (draft === undefined) throw new RangeError(`No account ${String(index)}`);
    return draft;
  }
}

/** Italian accounts under fixed duty, by bank and set of holders. */
function stampDutyGroupsOf(accounts: readonly IndexedAccount[]): DutyGroup[] {
  const groups = new Map<string, IndexedAccount[]>();
  for (const entry of accounts) {
    if (entry.account.dutyRegime !== 'FIXED' || isForeign(entry.account)) continue;
    const key = JSON.stringify([entry.bank.id, entry.holdersKey]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [entry]);
    else members.push(entry);
  }
  return [...groups.values()].map((members) => ({ members }));
}

/** Days of a window up to its settlement, as far back as any member's balances are known. */
function windowDays(members: readonly IndexedAccount[], window: AccountPeriod): number {
  const inside = window.settledAt - Math.max(0, window.calendar.first) + 1;
  return inside + Math.max(0, ...members.map(({ setup }) => historySince(setup, window).days));
}

/** Duty of the accounts of a group whose own period is the window; of a joint foreign account the person's part. */
export function dutyOfTest(
  { members, holder, window }: DutyTest,
  accounts: readonly {
    readonly statements: readonly Statement[];
    readonly foreignDuties: readonly ForeignDuty[];
  }[],
): Cents {
  const inWindow = ({ period }: { readonly period: AccountPeriod }): boolean =>
    period.settledAt === window.settledAt && period.calendar.first === window.calendar.first;
  let sum = 0;
  for (const entry of members) {
    const { statements = [], foreignDuties = [] } = accounts[entry.index] ?? {};
    if (holder === undefined) {
      for (const { dutyCents } of statements.filter(inWindow)) sum += dutyCents;
      continue;
    }
    const position = holdersInOrder(entry).findIndex(({ key }) => key === holder.key);
    for (const duty of foreignDuties.filter(inWindow)) sum += partsByHolder(duty)[position] ?? 0;
  }
  return cents(sum);
}

/** What the horizon counts, by what each holder owes; in equal parts where it only takes back what was counted. */
function partsByHolder({ dutyCents, byHolder }: ForeignDuty): Cents[] {
  const owes = byHolder.some((amount) => amount > 0);
  return splitByLargestRemainder(dutyCents, owes ? byHolder : byHolder.map(() => 1));
}
