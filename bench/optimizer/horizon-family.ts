/**
 * Households over several quarters: those of `anytime-family.ts` with the periods banks usually keep and with
 * movements drawn anew for every quarter.
 */

import {
  addQuarters,
  daysBetween,
  addDays,
  horizonOfQuarters,
  quarterEnd,
  quartersOf,
  usualPeriods,
  type Operation,
  type Problem,
  type QuarterDate,
} from '../../packages/planning/src/index.js';
import { anytimeProblem, type AnytimeMember } from './anytime-family.js';

/** The same household over a number of quarters that begin with a year. */
export function horizonProblem(member: AnytimeMember, quarters: number): Problem {
  const first = anytimeProblem(member);
  const quarter = addQuarters(first.quarter, 2);
  const horizon = horizonOfQuarters(quarter, quarters);
  const accounts = first.accounts.map((account) => ({
    ...account,
    ...usualPeriods(account.kind),
    rates: account.rates.map(({ from, to, ...rate }) => ({
      ...rate,
      from: from < first.quarter ? from : addDays(from, daysBetween(first.quarter, quarter)),
      ...(to === undefined ? {} : { to: addDays(to, daysBetween(first.quarter, quarter)) }),
    })),
  }));
  const operations = quartersOf(horizon).flatMap((date, index) =>
    movedTo(anytimeProblem({ ...member, seed: member.seed + index * 1000 }), first, date, index),
  );
  return { ...first, quarter, horizon, accounts, operations };
}

/** The movements of another household of the family, on this one's current accounts and in another quarter. */
function movedTo(drawn: Problem, { accounts }: Problem, date: QuarterDate, index: number): Operation[] {
  const current = accounts.filter(({ kind }) => kind === 'CURRENT');
  const last = daysBetween(date, quarterEnd(date));
  return drawn.operations.map((operation, position): Operation => {
    const offset = Math.min(last, daysBetween(drawn.quarter, operation.date));
    const day = addDays(date, offset);
    // As in the family itself, most movements are on the first two accounts.
    const account = current[position % 3 === 2 ? position % current.length : position % 2];
    return {
      ...operation,
      id: `${operation.id}-${String(index)}`,
      quarter: date,
      date: day,
      valueDate: day,
      accountId: account?.id ?? operation.accountId,
    };
  });
}
