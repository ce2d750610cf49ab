/**
 * The days on which a transfer between two accounts can be worth making.
 *
 * A transfer that moves by some days changes what its two accounts hold on those days and nothing else, so its worth
 * as a function of the day is known: what the destination earns from its arrival on, less what the source no longer
 * earns. It may leave earlier until money that came into the source would be missing, and later until the destination
 * would miss it. Days from which such a move never loses are left out: some plan without them is as good as the best
 * (see the decision record on the days of a pair).
 */

import { isIn, type CreditedMonth } from '../household/credited-months.js';
import { nodesEveryDay } from '../household/time-grid.js';
import { mayTransfer, type Household, type Pair } from '../household/household.js';
import { TransferChains } from './transfer-chains.js';
import { rangesOf } from '../household/balance-ranges.js';
import {
  closesBetween,
  isMarked,
  ownEvents,
  roomStops,
  sharedRoom,
  slackStops,
  type Marks,
  type Stops,
} from './stops.js';
import { EQUAL, sumOf, dayValuesOf, type DayValue, type DayValueRequest } from './day-values.js';

export interface CandidateDaysRequest extends DayValueRequest {
  /** Months whose fee may be waived for what comes in. */
  readonly credited?: readonly CreditedMonth[] | undefined;
}

export class CandidateDays {
  private readonly known = new Map<number, ReadonlySet<number>>();
  private readonly shadowPrices: readonly DayValue[];
  private readonly slack: readonly Stops[];
  private readonly room: readonly Stops[];
  private readonly events: readonly Marks[];
  /** Positions on which a transfer may leave. */
  private readonly transferDays: readonly number[];
  /** Days on which transfers of any accounts may wait for one another. */
  private readonly groupDays: ReadonlySet<number>;
  /** What goes together where money has to pass through an account; `undefined`: anything may, on the days of groups. */
  private readonly transferChains: TransferChains | undefined;
  private readonly creditedDays: ReadonlySet<number>;
  private readonly sharing: readonly (readonly number[])[];

  constructor(
    private readonly household: Household,
    private readonly request: CandidateDaysRequest,
  ) {
    const { accounts } = household;
    const ranges = rangesOf(household, nodesEveryDay(household));
    this.shadowPrices = dayValuesOf(household, request, ranges);
    this.slack = accounts.map((account) => slackStops(account, household));
    this.sharing = sharedRoom(household, ranges);
    this.room = accounts.map(({ index }) =>
      roomStops(
        household,
        (this.sharing[index] ?? []).flatMap((member) => accounts[member] ?? []),
      ),
    );
    this.events = accounts.map((account) => ownEvents(household, account, request.prices));
    this.transferDays = [...household.isTransferDay.keys()].filter(
      (day) => household.isTransferDay[day] === true,
    );
    this.groupDays = this.daysOfGroup(accounts.flatMap(({ index, isMovable }) => (isMovable ? [index] : [])));
    this.transferChains = isUniform(household)
      ? new TransferChains({
          household,
          shadowPrices: this.shadowPrices,
          slack: this.slack,
          events: this.events,
          transferDays: this.transferDays,
          hasSharedRoom: (account) => this.hasSharedRoom(account),
          daysOfGroup: (group) => this.daysOfGroup(group),
        })
      : undefined;
    this.creditedDays = new Set((request.credited ?? []).flatMap((month) => this.daysOfMonth(month)));
  }

  /**
   * The days on which transfers of several accounts that go together can be best: moved together inside a stretch
   * without events of theirs, each day earns or costs the same, so only its ends count.
   */
  private daysOfGroup(group: readonly number[]): Set<number> {
    return new Set(
      this.isAnyDayOf(group) ? this.transferDays : this.endsOfStretches(group, this.transferDays),
    );
  }

  private isAnyDayOf(group: readonly number[]): boolean {
    const isBent = ({ isConcave, isKinked }: DayValue): boolean => !isConcave || isKinked;
    return (
      !this.household.hasNoLeadTimes ||
      this.household.hasMixedSpeeds ||
      group.flatMap((account) => this.shadowPrices[account] ?? []).some(isBent)
    );
  }

  /** Days on which money may be sent to and fro for a month's fee. */
  private daysOfMonth(month: CreditedMonth): readonly number[] {
    if (!this.household.hasNoLeadTimes) return this.transferDays;
    const inside = this.transferDays.filter((day) => isIn(month, day));
    return inside.filter(
      (day, index) => this.groupDays.has(day) || index === 0 || index === inside.length - 1,
    );
  }

  /** Every position on which some pair may send, and on which it then arrives. */
  days(): Set<number> {
    const days = new Set<number>();
    for (const { from, to } of this.household.pairs) {
      for (const day of this.of(from, to)) days.add(day).add(this.household.arrival(from, to, day));
    }
    const isGroup = this.transferChains === undefined || this.sharing.some((others) => others.length > 0);
    const together = [isGroup ? this.groupDays : [], this.transferChains?.days() ?? [], this.creditedDays];
    for (const some of together) for (const day of some) days.add(day);
    return days;
  }

  /** How many transfers there are to decide, those that may wait for another one included. */
  count(): number {
    const all = [...this.days()];
    return this.household.pairs.reduce((sum, { from, to }) => {
      const own = this.of(from, to);
      return sum + all.filter((day) => own.has(day) || this.mayWait(from, to, day)).length;
    }, 0);
  }

  /** Whether every day is decided for the pair. */
  private isEveryDay(from: number, to: number): boolean {
    // What leaves on a day on which banks do not work arrives with what leaves later, and may then wait for days.
    const isUneven = !this.household.hasNoLeadTimes && !this.household.problem.settings.businessDaysOnly;
    // Nor is a transfer that costs more or takes longer on another day compared with itself.
    const isChanging = this.household.hasChangingSpeeds;
    return (
      isUneven || isChanging || [from, to].some((account) => this.shadowPrices[account]?.isConcave === false)
    );
  }

  /**
   * A transfer on a day of no use by itself may still be right beside another one: money that comes in on the day it
   * goes on, or room that another transfer makes. Tells whether the pair has such days, and what goes with them.
   */
  mayWait(from: number, to: number, day: number): boolean {
    const isGroup = this.transferChains === undefined || this.hasSharedRoom(from) || this.hasSharedRoom(to);
    if (isGroup && this.groupDays.has(day)) return true;
    if (this.transferChains?.has({ from, to }, day) === true) return true;
    if (!this.creditedDays.has(day)) return false;
    // What passes through counts as having come in, and what comes from the own bank has to pass through another one.
    const bankId = this.household.accounts[from]?.bankId;
    return this.creditedOn(day).some(
      ({ account }) => [from, to].includes(account) || this.household.accounts[account]?.bankId === bankId,
    );
  }

  private hasSharedRoom(account: number): boolean {
    return (this.sharing[account] ?? []).length > 0;
  }

  /** The months a day is in whose fee may be waived for what comes in; with lead days, of the whole quarter. */
  private creditedOn(day: number): readonly CreditedMonth[] {
    const credited = this.request.credited ?? [];
    return this.household.hasNoLeadTimes ? credited.filter((month) => isIn(month, day)) : credited;
  }

  /**
   * Whether a transfer that leaves on a day of no use by itself can be waiting for another one that arrives on it: for
   * its money, unless that could go the whole way at once, or for the room it takes.
   */
  waitsForArrival(transfer: Pair, other: Pair, day: number): boolean {
    const isChain = other.to === transfer.from && !this.isDirect(other.from, transfer.from, transfer.to, day);
    return isChain || this.sharing[transfer.from]?.includes(other.to) === true;
  }

  /** The same for another one that leaves on the day it arrives. */
  waitsForDeparture(transfer: Pair, other: Pair, day: number): boolean {
    const isChain = other.from === transfer.to && !this.isDirect(transfer.from, transfer.to, other.to, day);
    return isChain || this.sharing[transfer.to]?.includes(other.from) === true;
  }

  /** Whether money can go between the two at once instead of through a third account. */
  private isDirect(from: number, through: number, to: number, day: number): boolean {
    const { accounts } = this.household;
    // Money that goes through counts as having come in, even when it goes back; and what comes from the own bank does not.
    const isCredited = (account: number): boolean =>
      this.creditedOn(day).some((month) => month.account === account);
    const isOfBank = (account: number): boolean => accounts[account]?.bankId === accounts[from]?.bankId;
    if (isCredited(through) && !isOfBank(through)) return false;
    if (isCredited(to) && isOfBank(to)) return false;
    // Under way it is on neither account, which may be worth it.
    if (this.transferChains === undefined) return from === to && this.household.hasNoLeadTimes;
    return this.transferChains.isOne({ from, to: through }, { from: through, to });
  }

  private keyOf(from: number, to: number): number {
    return from * this.household.accounts.length + to;
  }

  /** Positions on which a transfer of the pair, by itself, may be worth making. */
  of(from: number, to: number): ReadonlySet<number> {
    const key = this.keyOf(from, to);
    let days = this.known.get(key);
    if (days === undefined) {
      days = this.find(from, to);
      this.known.set(key, days);
    }
    return days;
  }

  private find(from: number, to: number): ReadonlySet<number> {
    const { household } = this;
    const source = household.accounts[from];
    const destination = household.accounts[to];
    if (source === undefined || destination === undefined) return new Set();
    const all = this.transferDays.filter((day) => mayTransfer(household, { from, to }, day));
    if (this.isEveryDay(from, to)) return new Set(all);
    const arrivals = new Map(all.map((day) => [day, household.arrival(from, to, day)]));
    const both = [this.shadowPrices[from], this.shadowPrices[to]];
    const isAnyDay =
      both.every((one) => one?.isLinear === true) || both.some((one) => one?.isKinked === true);
    // With lead days all of them are kept.
    const isAtOnce = all.every((day) => arrivals.get(day) === day);
    const candidates = isAnyDay || !isAtOnce ? all : this.endsOfStretches([from, to], all);
    const days = this.undominated(from, to, candidates, arrivals);
    // Room may be needed on a later day on which it can no longer leave.
    const last = all.at(-1);
    const endsEarly = !isAtOnce || destination.entry.openTo < household.dayCount - 1;
    return last !== undefined && endsEarly && this.hasSharedRoom(from) ? new Set([...days, last]) : days;
  }

  /**
   * With rates that fall as the balance grows the worth is convex in the day between the accounts' own events, so only
   * the ends of such a stretch count: the day of an event, and the last day before one that money cannot move on, or
   * before an account closes. (What moves from the day before an event to its day changes that day before only.)
   */
  private endsOfStretches(accounts: readonly number[], days: readonly number[]): number[] {
    return days.filter((day, index) => {
      const previous = days[index - 1];
      const next = days[index + 1];
      const isFirst = previous === undefined || this.hasEvent(accounts, previous + 1, day);
      if (isFirst || next === undefined || this.hasEvent(accounts, day + 1, next - 1)) return true;
      return accounts.some((account) => closesBetween(this.household.accounts[account], day, next));
    });
  }

  private hasEvent(accounts: readonly number[], first: number, last: number): boolean {
    return accounts.some((account) => isMarked(this.events[account], first, last));
  }

  /** Without the days from which a move to another one, or leaving the transfer out, never loses. */
  private undominated(
    from: number,
    to: number,
    candidates: readonly number[],
    arrivals: ReadonlyMap<number, number>,
  ): ReadonlySet<number> {
    const { dayCount } = this.household;
    const alive = new Set(candidates);
    const possible = [...arrivals.keys()];
    const arrivalOf = (day: number): number => arrivals.get(day) ?? dayCount;
    for (const day of candidates) {
      const position = possible.indexOf(day);
      const isDominated = (step: 1 | -1): boolean => {
        for (let index = position + step; index >= 0 && index <= possible.length; index += step) {
          const other = possible[index] ?? dayCount;
          if (!this.reaches(from, to, day, other, arrivalOf)) return false;
          // On its way it may meet a transfer that needs its money, or whose money it needs, and go no further.
          if (this.leastGain(from, to, day, other, arrivalOf) < -EQUAL) return false;
          if (other === dayCount || alive.has(other)) return true;
        }
        return false;
      };
      if (isDominated(1) || isDominated(-1)) alive.delete(day);
    }
    return alive;
  }

  /** Whether the transfer may leave on the other day instead, whatever its amount. */
  private reaches(
    from: number,
    to: number,
    day: number,
    other: number,
    arrivalOf: (day: number) => number,
  ): boolean {
    // What leaves a month no longer comes in during it.
    const isMissed = (month: CreditedMonth): boolean =>
      month.account === to && isIn(month, arrivalOf(day)) && !isIn(month, arrivalOf(other));
    if (this.request.credited?.some(isMissed) === true) return false;
    const isLater = other > day;
    const [low, high] = isLater ? [day, other] : [other, day];
    const [lowArrival, highArrival] = isLater
      ? [arrivalOf(day), arrivalOf(other)]
      : [arrivalOf(other), arrivalOf(day)];
    const end = Math.min(this.household.dayCount, high);
    const endArrival = Math.min(this.household.dayCount, highArrival);
    if (isLater) {
      // The destination must not need the money before, and the source must have room for it longer.
      return (
        !isMarked(this.slack[to]?.after, lowArrival, endArrival - 1) &&
        !isMarked(this.room[from]?.after, low, end - 1)
      );
    }
    // The source must have had the money by then, and the destination room for it.
    return (
      !isMarked(this.slack[from]?.before, low + 1, high) &&
      !isMarked(this.room[to]?.before, lowArrival + 1, highArrival)
    );
  }

  /** The least the move can earn, cents a unit, whatever the balances are. */
  private leastGain(
    from: number,
    to: number,
    day: number,
    other: number,
    arrivalOf: (day: number) => number,
  ): number {
    const source = this.shadowPrices[from];
    const destination = this.shadowPrices[to];
    if (source === undefined || destination === undefined) return -Infinity;
    if (other > day) {
      return sumOf(source.least, day, other) - sumOf(destination.most, arrivalOf(day), arrivalOf(other));
    }
    return sumOf(destination.least, arrivalOf(other), arrivalOf(day)) - sumOf(source.most, other, day);
  }
}

/** Whether every transfer costs and takes as much as any other, and none is forbidden: then two may be made one. */
function isUniform({ accounts, options, hasMixedSpeeds, hasChangingSpeeds }: Household): boolean {
  const senders = accounts.filter(({ canSend }) => canSend);
  const fees = new Set(senders.flatMap(({ feeCents, mostFeeCents }) => [feeCents, mostFeeCents]));
  const leads = new Set(senders.map(({ leadDays }) => leadDays));
  const isAlike = fees.size <= 1 && leads.size <= 1 && !hasMixedSpeeds && !hasChangingSpeeds;
  return isAlike && options.forbidden.length === 0;
}
