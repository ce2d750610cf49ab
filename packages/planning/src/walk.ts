/** The walk over a horizon's days: deposits that mature pay out, periods that end are settled and booked. */

import { type Law, lawOn } from './law.js';
import { accumulate, change, type Draft, flowOn, move, runningTotals, settledBalances } from './movements.js';
import { type AccountPeriod, historySince } from './periods.js';
import {
  daysOpen,
  holdersKey,
  type IndexedProblem,
  type IndexedAccount,
  positionOf,
} from './indexed-problem.js';
import type { Account, Cents, Transfer } from './problem.js';
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
export interface DutyTest extends FixedDutyTest {
  readonly members: readonly IndexedAccount[];
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

export function payoutOf(plan: IndexedProblem, drafts: readonly Draft[], entry: IndexedAccount): Payout[] {
  const { account } = entry;
  if (account.kind !== 'DEPOSIT_TERM' || account.maturityDate === undefined) return [];
  const linked = plan.byAccountId.get(account.linkedAccountId ?? '')?.account;
  const draft = drafts[entry.index];
  const position = positionOf(plan.grid, account.maturityDate);
  if (linked === undefined || draft === undefined || position < 0 || position >= plan.grid.days.length) {
    return [];
  }
  if (daysOpen(entry) === 0) return [];
  const freeCents = Math.min(...runningTotals(draft.booked).slice(position));
  return [{ draft, linked, date: account.maturityDate, position, freeCents }];
}

/** Walks a horizon from stop to stop: days on which a deposit pays out, and ends of days on which periods settle. */
export class Walk {
  readonly maturities: Maturity[] = [];
  readonly dutyTests: (DutyTest & { readonly group: number })[] = [];
  private readonly dutyGroups: readonly (readonly IndexedAccount[])[];
  private readonly groupOf = new Map<number, number>();

  constructor(
    private readonly plan: IndexedProblem,
    private readonly drafts: readonly Draft[],
    private readonly payouts: readonly Payout[],
  ) {
    this.dutyGroups = dutyGroupsOf(plan.accounts);
    for (const [group, members] of this.dutyGroups.entries()) {
      for (const { index } of members) this.groupOf.set(index, group);
    }
  }

  run(): void {
    const ends = this.plan.accounts.flatMap(({ credits, statements }) =>
      [...credits, ...statements].map(({ settledAt }) => settledAt),
    );
    const days = new Set([...ends, ...this.payouts.map(({ position }) => position)]);
    for (const day of [...days].sort((a, b) => a - b)) {
      for (const payout of this.payouts) if (payout.position === day) this.payOut(payout);
      for (const draft of this.drafts) accumulate(draft, day);
      this.settle(day);
    }
    for (const draft of this.drafts) accumulate(draft, this.plan.grid.days.length - 1);
  }

  /** Moves a principal, with what was credited to it before, to the linked account. */
  private payOut({ draft, linked, date, position, freeCents }: Payout): void {
    const { account } = draft.entry;
    const amountCents = freeCents + this.settledBefore(draft, position);
    if (amountCents <= 0) return;
    const arrivalDate = arrivalDay(account, linked, date, this.plan.problem.settings.calendar);
    const maturity = { date, fromAccountId: account.id, toAccountId: linked.id, amountCents, arrivalDate };
    this.maturities.push(maturity);
    move(this.plan, this.drafts, maturity, arrivalDate, false);
  }

  private settledBefore(draft: Draft, position: number): number {
    return [...draft.credits, ...draft.statements]
      .filter(({ period }) => period.settledAt < position && isBooked(draft.entry, period))
      .reduce((sum, { bookedCents }) => sum + bookedCents, 0);
  }

  /** Computes every period that ends with a day before any of them is booked. */
  private settle(day: number): void {
    const { grid, problem } = this.plan;
    const settled = this.drafts.flatMap((draft): { draft: Draft; figures: Credit | Statement }[] => {
      const balances = settledBalances(draft);
      const credits = draft.entry.credits.filter(({ settledAt }) => settledAt === day);
      const statements = draft.entry.statements.filter(({ settledAt }) => settledAt === day);
      const interest = credits.map((period) => creditOf(balances, period, grid, problem.settings));
      const charges = statements.map((period) => {
        const law = lawOn(period.calendar.from);
        const isDue = this.testOf(draft, period, law)?.due ?? false;
        return statementOf(balances, period, grid, law, isDue);
      });
      draft.credits.push(...interest);
      draft.statements.push(...charges);
      return [...interest, ...charges].map((figures) => ({ draft, figures }));
    });
    for (const { draft, figures } of settled) this.book(draft, figures, day);
  }

  /** Both balances change on the next day; what a closed account is owed or owes is settled outside it. */
  private book(draft: Draft, { period, bookedCents }: Credit | Statement, day: number): void {
    const flow = flowOn(this.plan, draft, day + 1);
    if (flow === undefined || !isBooked(draft.entry, period)) return;
    change(draft, day + 1, bookedCents);
    flow.settledCents += bookedCents;
  }

  /** The threshold test of an account's group in the window of its period, made once for all accounts of the window. */
  private testOf(draft: Draft, period: AccountPeriod, law: Law): DutyTest | undefined {
    const group = this.groupOf.get(draft.entry.index);
    if (group === undefined) return undefined;
    const known = this.dutyTests.find(
      ({ group: other, window }) =>
        other === group &&
        window.settledAt === period.settledAt &&
        window.calendar.first === period.calendar.first,
    );
    if (known !== undefined) return known;
    const members = this.dutyGroups[group] ?? [];
    const averages = members.map(({ index }) => averageInWindow(settledBalances(this.draft(index)), period));
    const test = fixedDutyTest(averages, law.fixedDutyThresholdCents, windowDays(members, period));
    const made = { ...test, members, group, window: period };
    this.dutyTests.push(made);
    return made;
  }

  private draft(index: number): Draft {
    const draft = this.drafts[index];
    if (draft === undefined) throw new RangeError(`No account ${String(index)}`);
    return draft;
  }
}

/** Accounts under fixed duty, by bank and set of holders. */
function dutyGroupsOf(accounts: readonly IndexedAccount[]): IndexedAccount[][] {
  const groups = new Map<string, IndexedAccount[]>();
  for (const entry of accounts) {
    if (entry.account.dutyRegime !== 'FIXED') continue;
    const key = JSON.stringify([entry.bank.id, holdersKey(entry.group.holders)]);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [entry]);
    else members.push(entry);
  }
  return [...groups.values()];
}

/** Days of a window up to its settlement, as far back as any member's balances are known. */
function windowDays(members: readonly IndexedAccount[], window: AccountPeriod): number {
  const inside = window.settledAt - Math.max(0, window.calendar.first) + 1;
  return inside + Math.max(0, ...members.map(({ setup }) => historySince(setup, window).days));
}
