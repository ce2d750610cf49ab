/** The walk over a horizon's days: deposits that mature pay out, periods that end are settled and booked. */

import { averageIn, type ForeignDuty, foreignDutyOf, holdersInOrder } from './foreign-duty.js';
import type { Law } from './law.js';
import { cents, splitByLargestRemainder } from './money.js';
import { accumulate, change, type Draft, flowOn, move } from './movements.js';
import type { AccountPeriod } from './periods.js';
import type { IndexedProblem } from './indexed-problem.js';
import type { Payout, PeriodEnd, PlanBase, TestOfGroup } from './plan-base.js';
import type { Cents, Transfer } from './problem.js';
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

/** A test of the fixed-duty threshold, and what it found. */
export interface DutyTest extends FixedDutyTest, TestOfGroup {}

/** A term deposit's principal going to its linked account by itself. */
export interface Maturity extends Transfer {
  readonly arrivalDate: string;
}

/** Walks a horizon from stop to stop: days on which a deposit pays out, and ends of days on which periods settle. */
export class Walk {
  readonly maturities: Maturity[] = [];
  readonly dutyTests: DutyTest[] = [];
  /** By position among the tests of the base. */
  private readonly tests: (DutyTest | undefined)[] = [];

  constructor(
    private readonly plan: IndexedProblem,
    private readonly base: PlanBase,
    private readonly drafts: readonly Draft[],
    private readonly readings: Readings,
  ) {}

  run(): void {
    for (const { position, payouts, ends } of this.base.stops) {
      for (const payout of payouts) this.payOut(payout);
      for (const draft of this.drafts) accumulate(draft, position);
      this.settle(position, ends);
    }
    for (const draft of this.drafts) accumulate(draft, this.plan.grid.days.length - 1);
  }

  /** Moves a principal, with what was credited to it before, to the linked account. */
  private payOut({ index, linked, date, position, freeCents }: Payout): void {
    const draft = this.draft(index);
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
    for (const [position, { index }] of ends.entries()) {
      const figures = settled[position];
      if (figures !== undefined) this.book(this.draft(index), figures, day);
    }
  }

  private credit({ index, period }: PeriodEnd): Credit {
    const draft = this.draft(index);
    const credit = creditOf(draft, period, this.plan.grid, this.plan.problem.settings, this.readings);
    draft.credits.push(credit);
    return credit;
  }

  private charge({ index, period, law: given, tests }: PeriodEnd): Statement {
    const draft = this.draft(index);
    const { minimumDutyCents } = this.readings;
    const law = minimumDutyCents === undefined ? given : { ...given, minimumDutyCents };
    const [first] = tests;
    const isDue = first !== undefined && this.test(first, law).due;
    const statement = statementOf(draft, period, this.plan.grid, law, isDue);
    draft.statements.push(statement);
    return statement;
  }

  /** Paid with the return: there is nothing to book. */
  private tax({ index, period, law, tests }: PeriodEnd): undefined {
    const draft = this.draft(index);
    const made = tests.map((test) => this.test(test, law));
    const isDue = holdersInOrder(draft.entry).map(
      ({ key }) => made.find(({ holder }) => holder?.key === key)?.due ?? false,
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

  /** Made once for all accounts of the window. */
  private test(position: number, law: Law): DutyTest {
    const known = this.tests[position];
    if (known !== undefined) return known;
    const test = this.base.dutyTests[position];
    if (test === undefined) throw new RangeError(`No test ${String(position)}`);
    const { members, holder, group, window, days } = test;
    const averages = members.map((entry) =>
      averageIn({ holder }, entry, averageInWindow(this.draft(entry.index), window)),
    );
    const thresholdCents = holder === undefined ? law.fixedDutyThresholdCents : law.ivafeThresholdCents;
    const { aggregateAverageCents, due, marginCentDays } = fixedDutyTest(
      averages,
      thresholdCents,
      days,
      this.readings.thresholdOwes,
    );
    const made = { members, holder, group, window, days, aggregateAverageCents, due, marginCentDays };
    this.tests[position] = made;
    this.dutyTests.push(made);
    return made;
  }

  private draft(index: number): Draft {
    const draft = this.drafts[index];
    if (draft === undefined) throw new RangeError(`No account ${String(index)}`);
    return draft;
  }
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
