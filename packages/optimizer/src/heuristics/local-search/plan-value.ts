/**
 * The objective (2) of a plan in floating point, kept day by day, so that a small change of a plan is judged in a
 * microsecond: how far it may go within the limits of balances, and what it adds. It is near the referee's figure, which
 * rounds; only refereed plans leave a heuristic.
 */

import type { DailyInterest } from '../../household/daily-interest.js';
import type { GoalLoss } from '../../household/goals.js';
import type { Household } from '../../household/household.js';
import {
  tracksOf,
  type Exposed,
  type FixedDuty,
  type MonthlyFee,
  type ProportionalDuty,
  type Sum,
  type Track,
} from './tracks.js';

/** Steps of one change at most: eight transfers, each with a source and a destination. */
const MOST_STEPS = 16;
/** Of a limit in cents, what arithmetic may add. */
const DUST = 0.01;

export class PlanValue {
  private readonly tracks: readonly Track[];
  private readonly goals: Household['goals'];
  private readonly dayCount: number;
  // The change under judgement: steps in order of account and day, then the stretches of days they make.
  private steps = 0;
  private readonly stepAt = new Int32Array(MOST_STEPS);
  private readonly stepCoefficient = new Int32Array(MOST_STEPS);
  private segments = 0;
  private readonly account = new Int32Array(MOST_STEPS);
  private readonly from = new Int32Array(MOST_STEPS);
  private readonly to = new Int32Array(MOST_STEPS);
  private readonly coefficient = new Int32Array(MOST_STEPS);
  private readonly touched: FixedDuty[] = [];

  constructor(household: Household) {
    this.dayCount = household.dayCount;
    this.goals = household.goals;
    this.tracks = tracksOf(household);
  }

  /** Begins a change without steps. */
  begin(): void {
    this.steps = 0;
  }

  /** From a day on, the account has `coefficient` cents more for every cent of the change. */
  step(account: number, day: number, coefficient: number): void {
    if (day >= this.dayCount) return;
    const at = account * this.dayCount + day;
    let place = this.steps;
    while (place > 0 && (this.stepAt[place - 1] as number) > at) place -= 1;
    if (place > 0 && this.stepAt[place - 1] === at) {
      this.stepCoefficient[place - 1] = (this.stepCoefficient[place - 1] as number) + coefficient;
      return;
    }
    this.stepAt.copyWithin(place + 1, place, this.steps);
    this.stepCoefficient.copyWithin(place + 1, place, this.steps);
    this.stepAt[place] = at;
    this.stepCoefficient[place] = coefficient;
    this.steps += 1;
  }

  /** Makes stretches of the steps. */
  close(): void {
    const { dayCount } = this;
    this.segments = 0;
    let last = -1;
    let sum = 0;
    for (let position = 0; position < this.steps; position += 1) {
      const at = this.stepAt[position] as number;
      const account = Math.floor(at / dayCount);
      if (account !== last) sum = 0;
      last = account;
      sum += this.stepCoefficient[position] as number;
      if (sum === 0) continue;
      const next = position + 1 < this.steps ? (this.stepAt[position + 1] as number) : Infinity;
      this.account[this.segments] = account;
      this.from[this.segments] = at - account * dayCount;
      this.to[this.segments] = Math.min(next, (account + 1) * dayCount) - account * dayCount;
      this.coefficient[this.segments] = sum;
      this.segments += 1;
    }
  }

  /** Cents the change may go below and above nothing within the limits of balances: `[least, most]`. */
  range(within: readonly [number, number], worthCents: number): [number, number] {
    let [least, most] = within;
    for (let segment = 0; segment < this.segments; segment += 1) {
      if (most < worthCents && least > -worthCents) break;
      const { booked, min, max } = this.tracks[this.account[segment] as number] as Track;
      const coefficient = this.coefficient[segment] as number;
      const to = this.to[segment] as number;
      let down = Infinity;
      let up = Infinity;
      for (let day = this.from[segment] as number; day < to; day += 1) {
        const balance = booked[day] as number;
        const below = balance - (min[day] as number);
        const above = (max[day] as number) - balance;
        if (below < down) down = below;
        if (above < up) up = above;
      }
      const size = Math.abs(coefficient);
      most = Math.min(most, (coefficient > 0 ? up : down) / size);
      least = Math.max(least, -(coefficient > 0 ? down : up) / size);
    }
    return [least, most];
  }

  /** Adds the amounts at which the change just keeps a threshold, cents. */
  addKinks(kinks: number[]): void {
    this.touch(1);
    for (const test of this.touched) {
      let average = 0;
      let slope = 0;
      for (const [member, { centDays, perDay }] of test.members.entries()) {
        average += Math.max(0, centDays * perDay);
        slope += (test.more[member] as number) * perDay;
      }
      if (slope !== 0) kinks.push((test.thresholdCents - average) / slope);
    }
    this.untouch();
    for (let segment = 0; segment < this.segments; segment += 1) {
      for (const fee of (this.tracks[this.account[segment] as number] as Track).fees) {
        const slope = this.moreOf(fee, segment, 1);
        if (slope !== 0) kinks.push((fee.wantedCentDays - fee.centDays) / slope);
      }
    }
  }

  /** What the change adds to the objective, transfers not counted; −∞ where a guarantee or a goal is missed. */
  gain(cents: number): number {
    let gain = this.keepsGuarantees(cents) ? this.goalGain(cents) : -Infinity;
    if (gain === -Infinity) return gain;
    for (let segment = 0; segment < this.segments; segment += 1) gain += this.interestGain(segment, cents);
    return gain + this.fixedDutyGain(cents) + this.ownGain(cents);
  }

  private interestGain(segment: number, cents: number): number {
    const { booked, beyond, interest, interestOfDay } = this.tracks[this.account[segment] as number] as Track;
    const change = (this.coefficient[segment] as number) * cents;
    const to = this.to[segment] as number;
    let gain = 0;
    let day = this.from[segment] as number;
    while (day < to) {
      const kind = interestOfDay[day] as number;
      const daily = interest[kind];
      const [only] = daily?.breaks ?? [];
      if (daily === undefined || only === undefined) {
        gain += change * (daily?.initialSlope ?? 0);
        day += 1;
      } else if (daily.breaks.length > 1 || only.jump !== 0) {
        const value = (booked[day] as number) + (beyond[day] as number);
        gain += earned(daily, value + change) - earned(daily, value);
        day += 1;
      } else {
        // Most accounts have one rate: the same sum for all its days at once.
        const { at, slope } = only;
        const first = day;
        let above = 0;
        for (; day < to && interestOfDay[day] === kind; day += 1) {
          const before = (booked[day] as number) + (beyond[day] as number) - at;
          const after = before + change;
          above += (after > 0 ? after : 0) - (before > 0 ? before : 0);
        }
        gain += slope * above + daily.initialSlope * change * (day - first);
      }
    }
    return gain;
  }

  /** What a stretch adds to a sum, cents·days. */
  private moreOf(sum: Sum, segment: number, cents: number): number {
    const from = Math.max(sum.from, this.from[segment] as number);
    const to = Math.min(sum.to + 1, this.to[segment] as number);
    return to > from ? (to - from) * (this.coefficient[segment] as number) * cents : 0;
  }

  private keepsGuarantees(cents: number): boolean {
    for (let segment = 0; segment < this.segments; segment += 1) {
      if ((this.coefficient[segment] as number) * cents <= 0) continue;
      for (const { exposed } of (this.tracks[this.account[segment] as number] as Track).exposures) {
        const to = this.to[segment] as number;
        for (let day = this.from[segment] as number; day < to; day += 1) {
          if (this.exposureOn(exposed, day, cents) > exposed.limit + DUST) return false;
        }
      }
    }
    return true;
  }

  private exposureOn(exposed: Exposed, day: number, cents: number): number {
    let held = exposed.daily[day] as number;
    for (let segment = 0; segment < this.segments; segment += 1) {
      if (day < (this.from[segment] as number) || day >= (this.to[segment] as number)) continue;
      for (const share of (this.tracks[this.account[segment] as number] as Track).exposures) {
        if (share.exposed === exposed) held += share.units * (this.coefficient[segment] as number) * cents;
      }
    }
    return held;
  }

  /** What the change adds by goals that may be missed; −∞ where it misses one that has to be kept. */
  private goalGain(cents: number): number {
    let gain = 0;
    for (const { day, members, amountCents, loss } of this.goals) {
      let more = 0;
      for (let segment = 0; segment < this.segments; segment += 1) {
        const isOnDay = (this.from[segment] as number) <= day && day < (this.to[segment] as number);
        if (isOnDay && members.includes(this.account[segment] as number)) {
          more += (this.coefficient[segment] as number) * cents;
        }
      }
      if (more === 0) continue;
      let missing = amountCents;
      for (const member of members) missing -= this.tracks[member]?.booked[day] ?? 0;
      if (loss !== undefined) gain += lostOf(loss, missing) - lostOf(loss, missing - more);
      else if (more < 0 && missing - more > DUST) return -Infinity;
    }
    return gain;
  }

  /** Notes what the change adds to the sums of each test. */
  private touch(cents: number): void {
    for (let segment = 0; segment < this.segments; segment += 1) {
      for (const { test, member } of (this.tracks[this.account[segment] as number] as Track).tests) {
        const sum = test.members[member];
        if (sum === undefined) continue;
        const more = this.moreOf(sum, segment, cents);
        if (more === 0) continue;
        test.more[member] = (test.more[member] as number) + more;
        if (!test.isTouched) this.touched.push(test);
        test.isTouched = true;
      }
    }
  }

  private untouch(): void {
    for (const test of this.touched) {
      test.more.fill(0);
      test.isTouched = false;
    }
    this.touched.length = 0;
  }

  private fixedDutyGain(cents: number): number {
    this.touch(cents);
    let gain = 0;
    for (const test of this.touched) {
      let [before, after] = [0, 0];
      let [dutyBefore, dutyAfter] = [0, 0];
      for (let member = 0; member < test.members.length; member += 1) {
        const { centDays, perDay, dutyCents } = test.members[member] as FixedDuty['members'][number];
        const then = centDays + (test.more[member] as number);
        if (centDays > 0) before += centDays * perDay;
        if (then > 0) after += then * perDay;
        if (centDays > -DUST) dutyBefore += dutyCents;
        if (then > -DUST) dutyAfter += dutyCents;
      }
      if (before > test.thresholdCents + DUST) gain += dutyBefore;
      if (after > test.thresholdCents + DUST) gain -= dutyAfter;
    }
    this.untouch();
    return gain;
  }

  /** Proportional duties and monthly fees, account by account. */
  private ownGain(cents: number): number {
    let gain = 0;
    for (let first = 0; first < this.segments;) {
      const account = this.account[first] as number;
      const end = this.endOf(first);
      const { duties, fees, booked } = this.tracks[account] as Track;
      for (const duty of duties)
        gain += this.dutyGain(duty, booked[duty.closing] as number, first, end, cents);
      for (const fee of fees) gain += this.feeGain(fee, first, end, cents);
      first = end;
    }
    return gain;
  }

  /** The first stretch after those of the same account. */
  private endOf(first: number): number {
    let end = first + 1;
    while (end < this.segments && this.account[end] === this.account[first]) end += 1;
    return end;
  }

  private dutyGain(duty: ProportionalDuty, held: number, first: number, end: number, cents: number): number {
    let more = 0;
    let closing = 0;
    for (let segment = first; segment < end; segment += 1) {
      more += this.moreOf(duty, segment, cents);
      const isOpen =
        (this.from[segment] as number) <= duty.closing && duty.closing < (this.to[segment] as number);
      if (isOpen) closing = (this.coefficient[segment] as number) * cents;
    }
    if (more === 0 && closing === 0) return 0;
    return charged(duty, duty.centDays, held) - charged(duty, duty.centDays + more, held + closing);
  }

  private feeGain(fee: MonthlyFee, first: number, end: number, cents: number): number {
    let more = 0;
    for (let segment = first; segment < end; segment += 1) more += this.moreOf(fee, segment, cents);
    const wasWaived = fee.centDays >= fee.wantedCentDays - DUST;
    const isWaived = fee.centDays + more >= fee.wantedCentDays - DUST;
    if (wasWaived === isWaived) return 0;
    return isWaived ? fee.feeCents : -fee.feeCents;
  }

  /** Makes the change. */
  apply(cents: number): void {
    for (let segment = 0; segment < this.segments; segment += 1) {
      const { booked, tests, duties, fees, exposures } = this.tracks[
        this.account[segment] as number
      ] as Track;
      const change = (this.coefficient[segment] as number) * cents;
      const to = this.to[segment] as number;
      for (let day = this.from[segment] as number; day < to; day += 1) {
        booked[day] = (booked[day] as number) + change;
        for (const { exposed, units } of exposures) {
          exposed.daily[day] = (exposed.daily[day] as number) + units * change;
        }
      }
      for (const { test, member } of tests) {
        const sum = test.members[member];
        if (sum !== undefined) sum.centDays += this.moreOf(sum, segment, cents);
      }
      for (const duty of duties) duty.centDays += this.moreOf(duty, segment, cents);
      for (const fee of fees) fee.centDays += this.moreOf(fee, segment, cents);
    }
  }
}

function earned({ initialSlope, breaks }: DailyInterest, balance: number): number {
  let sum = initialSlope * balance;
  for (let piece = 0; piece < breaks.length; piece += 1) {
    const { at, slope, jump } = breaks[piece] as DailyInterest['breaks'][number];
    if (balance <= at) break;
    sum += slope * (balance - at) + jump;
  }
  return sum;
}

function charged(
  { perCentDay, perClosingCent, minimumCents }: ProportionalDuty,
  centDays: number,
  closing: number,
): number {
  return Math.max(minimumCents, centDays * perCentDay, closing * perClosingCent);
}

function lostOf({ perCent, mostCents }: GoalLoss, missingCents: number): number {
  return perCent * Math.min(mostCents, Math.max(0, missingCents));
}
