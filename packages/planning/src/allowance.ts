/** How much more an account may hold until its statement period ends before its group owes fixed duty. */

import { averageIn } from './foreign-duty.js';
import { horizonOf } from './horizon.js';
import { dayOn, positionOf } from './indexed-problem.js';
import { lawOn } from './law.js';
import { cents } from './money.js';
import { dutyPeriodOf, periodEnd } from './periods.js';
import type { Cents, Day, Problem } from './problem.js';
import { averageBetween, averageInWindow } from './settlement.js';
import { type AverageBalance, fixedDutyTest } from './stamp-duty.js';
import { type AccountTimeline, type Timeline, timelineOf } from './timeline.js';
import { type DutyTest, dutyOfTest } from './walk.js';

/** One duty group in the statement period in which a day lies. */
export interface DutyAllowance {
  /** Tested by person and calendar year; absent: Italian stamp duty. */
  readonly tax?: 'IVAFE' | undefined;
  readonly bankId: string;
  readonly holders: readonly string[];
  readonly accountIds: readonly string[];
  /** The statement period; the duty is tested on the last day. */
  readonly from: Day;
  readonly to: Day;
  readonly thresholdCents: Cents;
  /** Aggregate of the averages over the period as planned, and over its days up to today. */
  readonly averageCents: Cents;
  readonly soFarCents?: Cents | undefined;
  readonly due: boolean;
  /** Duty of the accounts whose own period it is, if all comes as planned. */
  readonly dutyCents: Cents;
  /** Days after today up to the last one. */
  readonly daysLeft: number;
  /**
   * What the group may hold more than planned, on average over the days left, without owing duty; negative: by how much
   * less it has to hold. Absent when no day is left.
   */
  readonly extraCents?: Cents | undefined;
  /** Over the threshold, and still so if everything planned for the days left were taken away. */
  readonly isLost: boolean;
}

/**
 * The fixed-duty tests of the statement periods in which `today` lies (of the first ones, while the horizon is still to
 * come), by how much is free. Where a period runs past the problem's horizon its operations are taken as far as they
 * are given, and balances stay as they are after the last of them.
 */
export function dutyAllowances(problem: Problem, today: Day): DutyAllowance[] {
  const timeline = timelineOf(reachingPeriodEnds(problem));
  const { grid } = timeline.plan;
  const position = positionOf(grid, today);
  const reference = Math.max(0, position);
  return timeline.dutyTests
    .filter(({ window }) => window.calendar.first <= reference && window.settledAt >= reference)
    .map((test) => allowanceOf(test, timeline, position))
    .sort((a, b) => (a.extraCents ?? Infinity) - (b.extraCents ?? Infinity));
}

/** The problem over a horizon in which the statement periods that run in its first quarter end. */
function reachingPeriodEnds(problem: Problem): Problem {
  const given = horizonOf(problem);
  const ends = problem.accounts
    .filter(({ dutyRegime }) => dutyRegime === 'FIXED')
    .map((account) => periodEnd(problem.quarter, dutyPeriodOf(account)));
  const to = ends.reduce((latest, end) => (end > latest ? end : latest), given.to);
  return to === given.to ? problem : { ...problem, horizon: { from: given.from, to } };
}

function allowanceOf(test: DutyTest, { plan, accounts }: Timeline, today: number): DutyAllowance {
  const { members, window, due, marginCentDays } = test;
  const own = members.flatMap(({ index }) => accounts[index] ?? []);
  const law = lawOn(window.calendar.from);
  const thresholdCents = test.holder === undefined ? law.fixedDutyThresholdCents : law.ivafeThresholdCents;
  // The first day that is still to come: on the grid, for what lies before it is history.
  const next = Math.max(0, today + 1, window.calendar.first);
  const daysLeft = Math.max(0, window.settledAt - next + 1);
  const first = members[0];
  return {
    bankId: first?.bank.id ?? '',
    holders: test.holder === undefined ? (first?.group.holders ?? []) : [test.holder.name],
    tax: test.holder === undefined ? undefined : 'IVAFE',
    accountIds: members.map(({ account }) => account.id),
    from: window.calendar.from,
    to: dayOn(plan.grid, window.calendar.last),
    thresholdCents,
    averageCents: test.aggregateAverageCents,
    soFarCents: soFarOf(own, test, next - 1, thresholdCents),
    due,
    dutyCents: dutyOfTest(test, accounts),
    daysLeft,
    extraCents: daysLeft === 0 ? undefined : Math.floor(marginCentDays / daysLeft),
    isLost: due && isDueWithout(own, test, next, thresholdCents),
  };
}

/** Aggregate of the averages up to a day; nothing while no day of the period is known before the next one. */
function soFarOf(
  own: readonly AccountTimeline[],
  test: DutyTest,
  last: number,
  thresholdCents: Cents,
): Cents | undefined {
  const averages = own.map((account) =>
    averageIn(
      test,
      account.entry,
      averageInWindow(account, { ...runningWindow(test.window), settledAt: last }),
    ),
  );
  if (averages.every(({ days }) => days === 0)) return undefined;
  return fixedDutyTest(averages, thresholdCents, 1).aggregateAverageCents;
}

/** Whether duty is due although everything positive that is planned for the days from `next` on is taken away. */
function isDueWithout(
  own: readonly AccountTimeline[],
  test: DutyTest,
  next: number,
  thresholdCents: Cents,
): boolean {
  const averages = own.map((account): AverageBalance => {
    const { days, sumCentDays } = averageInWindow(account, runningWindow(test.window));
    const planned = averageBetween(account, next, test.window.settledAt).sumCentDays;
    const left = { days, sumCentDays: cents(sumCentDays - Math.max(0, planned)) };
    return averageIn(test, account.entry, left);
  });
  return fixedDutyTest(averages, thresholdCents, 1).due;
}

const runningWindow = (window: DutyTest['window']) => ({ ...window, isRunning: window.calendar.first < 0 });
