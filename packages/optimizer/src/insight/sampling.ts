/** Quarters as they might come: the uncertain operations drawn anew, the others as expected. */

import {
  addDays,
  daysBetween,
  quarterEnd,
  type Cents,
  type Day,
  type Operation,
  type Problem,
} from '@fibado/planning';
import { draw } from '../draw.js';

/** An operation whose amount or day is not sure. */
export interface Uncertain {
  readonly operation: Operation;
  readonly lowCents: Cents;
  readonly highCents: Cents;
  /** First and last day it may be booked, inside the quarter. */
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/**
 * The operations still to come that say how far they may come otherwise. A term deposit pays out by itself what it
 * holds, so that movements on one count as sure.
 */
export function uncertainOf(problem: Problem, from: Day): Uncertain[] {
  const terms = new Set(problem.accounts.filter(({ kind }) => kind === 'DEPOSIT_TERM').map(({ id }) => id));
  const last = quarterEnd(problem.quarter);
  return problem.operations.flatMap((operation): Uncertain[] => {
    const { uncertainty, amountCents, date } = operation;
    if (uncertainty === undefined || operation.status === 'DONE' || operation.kind === 'TRANSFER') return [];
    if (date < from || operation.quarter !== problem.quarter || terms.has(operation.accountId)) return [];
    const { lowCents = amountCents, highCents = amountCents, earlyDays = 0, lateDays = 0 } = uncertainty;
    const firstDay = later(addDays(date, -earlyDays), from);
    const lastDay = earlier(addDays(date, lateDays), last);
    if (lowCents === highCents && firstDay === lastDay) return [];
    return [{ operation, lowCents, highCents, firstDay, lastDay }];
  });
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}

function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

/**
 * The operation as it comes in sample `sample`: amount and day each uniform over their range, independent of every
 * other operation. The same seed, sample and operation draw the same.
 */
export function drawn(uncertain: Uncertain, position: number, seed: number, sample: number): Operation {
  const { operation, lowCents, highCents, firstDay, lastDay } = uncertain;
  const shift = draw(daysBetween(firstDay, lastDay) + 1, seed, sample, position * 2 + 1);
  const date = addDays(firstDay, shift);
  return {
    ...operation,
    amountCents: lowCents + draw(highCents - lowCents + 1, seed, sample, position * 2),
    date,
    valueDate: addDays(operation.valueDate, daysBetween(operation.date, date)),
  };
}

/** The quarter as it comes in one sample. */
export function sampleQuarter(
  problem: Problem,
  uncertain: readonly Uncertain[],
  seed: number,
  sample: number,
): Problem {
  const come = new Map(
    uncertain.map((one, position) => [one.operation.id, drawn(one, position, seed, sample)]),
  );
  return {
    ...problem,
    operations: problem.operations.map((operation) => come.get(operation.id) ?? operation),
  };
}
