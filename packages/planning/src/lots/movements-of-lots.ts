/** What lots move: their principals, and their interest with the linked account. */

import { addDays } from '../calendar.js';
import {
  type HorizonGrid,
  type IndexedAccount,
  type IndexedProblem,
  positionOf,
} from '../indexed-problem.js';
import { cents } from '../money.js';
import { change, type Draft, flowOn } from '../movements.js';
import type { Cents, Day } from '../problem.js';
import type { Credit } from '../settlement.js';
import type { ExpandedLot } from './expand-lots.js';
import type { LotInterest, LotPeriod } from './schedule.js';

/** Books everything of the lots but their duty, which is settled with the statements of the year. */
export function applyLots(plan: IndexedProblem, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    const { lot } = draft.entry;
    const linked = drafts[plan.byAccountId.get(lot?.offer.linkedAccountId ?? '')?.index ?? -1];
    if (lot === undefined || linked === undefined) continue;
    const booking = new LotBooking(plan, draft, linked, lot);
    booking.principal();
    booking.interest();
  }
}

class LotBooking {
  private readonly grid: HorizonGrid;

  constructor(
    private readonly plan: IndexedProblem,
    private readonly draft: Draft,
    private readonly linked: Draft,
    private readonly lot: ExpandedLot,
  ) {
    this.grid = plan.grid;
  }

  principal(): void {
    const { lot, schedule, end } = this.lot;
    const opens = positionOf(this.grid, lot.openedOn);
    if (opens >= 0) this.move(this.linked, this.draft, opens, lot.amountCents);
    const ends = end === undefined ? Infinity : positionOf(this.grid, end);
    const flow = flowOn(this.plan, this.draft, ends);
    if (flow === undefined) return;
    this.move(this.draft, this.linked, ends, lot.amountCents - schedule.exitFeeCents);
    change(this.draft, ends, 0 - schedule.exitFeeCents);
    flow.settledCents -= schedule.exitFeeCents;
    flow.transferFeesCents += schedule.exitFeeCents;
  }

  interest(): void {
    const { periods, payments } = this.lot.schedule;
    for (const { day, isOfThatDay, grossCents, withheldCents } of payments) {
      const position = positionOf(this.grid, day);
      const flow = flowOn(this.plan, this.linked, position);
      // What was earned up to the day before the horizon is in the opening balance.
      if (flow === undefined || (position === 0 && !isOfThatDay)) continue;
      if (isStated(this.linked.entry, isOfThatDay ? position : position - 1)) continue;
      change(this.linked, position, grossCents - withheldCents);
      flow.settledCents += grossCents - withheldCents;
    }
    for (const period of periods) this.draft.credits.push(...this.creditOf(period));
  }

  private move(source: Draft, destination: Draft, position: number, amountCents: Cents): void {
    for (const [draft, signed] of [
      [source, 0 - amountCents],
      [destination, amountCents],
    ] as const) {
      const flow = flowOn(this.plan, draft, position);
      if (flow === undefined || (draft === this.linked && isStated(draft.entry, position))) continue;
      change(draft, position, signed);
      draft.movedOn[position] = true;
      if (signed < 0) flow.transfersOutCents -= signed;
      else flow.transfersInCents += signed;
    }
  }

  /** What the horizon counts of a crediting period: what was earned by its end less what was by its beginning. */
  private creditOf(period: LotPeriod): Credit[] {
    const { grid } = this;
    const lastDay = grid.days.length - 1;
    const [start, end] = [positionOf(grid, period.first), positionOf(grid, period.last)];
    const [first, last] = [Math.max(0, start), Math.min(lastDay, end)];
    if (first > last) return [];
    const quarterCents = grid.quarters.flatMap(({ from, to }) => {
      const [begins, ends] = [Math.max(from, first), Math.min(to, last)];
      return begins > ends ? [] : [this.earnedBetween(begins, ends)];
    });
    const isProvisional = end > lastDay;
    return [
      {
        period: {
          calendar: { first: start, last: end, from: period.first, months: 0, daysInYear: grid.daysInYear },
          first,
          last,
          settledAt: last,
          isProvisional,
          isRunning: start < 0,
        },
        grossCents: cents(quarterCents.reduce((sum, one) => sum + one.grossCents, 0)),
        withheldCents: cents(quarterCents.reduce((sum, one) => sum + one.withheldCents, 0)),
        // An offer names no IBAN: its lots are taxed as an Italian bank does.
        dueInReturnCents: 0,
        overdraftCents: 0,
        bookedCents: isProvisional ? 0 : this.paidOn(addDays(period.last, 1)),
        accruedGross: 0n,
        accruedOverdraft: 0n,
        parts: [],
        quarterCents,
      },
    ];
  }

  private earnedBetween(first: number, last: number): LotInterest {
    const { schedule } = this.lot;
    const day = (position: number): Day => this.grid.days[position] ?? '';
    const after = schedule.earnedBy(day(last));
    const before = schedule.earnedBy(addDays(day(first), -1));
    return {
      grossCents: cents(after.grossCents - before.grossCents),
      withheldCents: cents(after.withheldCents - before.withheldCents),
    };
  }

  private paidOn(day: Day): Cents {
    const paid = this.lot.schedule.payments.filter((payment) => payment.day === day && !payment.isOfThatDay);
    return paid.reduce((sum, { grossCents, withheldCents }) => sum + grossCents - withheldCents, 0);
  }
}

/** Whether the bank's statement of the account was read up to a day: what lots moved until then is among its movements. */
function isStated(entry: IndexedAccount, position: number): boolean {
  return entry.statedTo >= position;
}
