/** Balances with what the periods book under a plan, where a household's own have what they book without one. */

import { isBooked, timelineOf, type Transfer } from '@fibado/planning';
import type { Household } from './household.js';

/** Whether a period ends inside the horizon after the first plannable day, so that a plan changes what it books. */
export function booksInside({ accounts, dayCount, options }: Household): boolean {
  return accounts.some(({ entry }) =>
    [...entry.credits, ...entry.statements].some(
      (period) =>
        isBooked(entry, period) && period.settledAt >= options.from && period.settledAt < dayCount - 1,
    ),
  );
}

/**
 * The household with the bookings of a plan in its own balances (successive linearisation): a program of it is exact
 * for plans with the same bookings, and nearly so for plans close to it.
 */
export function withBookingsOf(household: Household, transfers: readonly Transfer[]): Household {
  const { accounts, dayCount, problem } = household;
  const timeline = timelineOf(problem, transfers);
  const moved = movedBy(household, transfers);
  const deltas = accounts.map(({ index, booked }) =>
    booked.map(
      (own, day) => (timeline.accounts[index]?.bookedCents[day] ?? 0) - (moved[index]?.[day] ?? 0) - own,
    ),
  );
  const plus = (balances: readonly number[], index: number): number[] =>
    balances.map((balance, day) => balance + (deltas[index]?.[day] ?? 0));
  return {
    ...household,
    accounts: accounts.map((account) => ({
      ...account,
      booked: plus(account.booked, account.index),
      value: plus(account.value, account.index),
    })),
    exposures: household.exposures.map((exposure) => ({
      ...exposure,
      dailyUnits: Array.from({ length: dayCount }, (_, day) =>
        exposure.shares.reduce(
          (sum, { accountIndex, units }) => sum + units * (deltas[accountIndex]?.[day] ?? 0),
          exposure.dailyUnits[day] ?? 0,
        ),
      ),
    })),
  };
}

/** Σ of the plan's transfers by account and day, the forced ones (part of the own balances) not counted, cents. */
function movedBy(household: Household, transfers: readonly Transfer[]): number[][] {
  const { accounts, dayCount, forced, timeline } = household;
  const { positions } = timeline.plan.grid;
  const moved = accounts.map(() => new Array<number>(dayCount).fill(0));
  const add = (account: number, from: number, cents: number): void => {
    const row = moved[account] ?? [];
    for (let day = from; day < dayCount; day += 1) row[day] = (row[day] ?? 0) + cents;
  };
  const isForced = new Set(forced);
  for (const transfer of transfers.filter((one) => !isForced.has(one))) {
    const from = household.indexOf(transfer.fromAccountId);
    const to = household.indexOf(transfer.toAccountId);
    const day = positions.get(transfer.date);
    if (from === undefined || to === undefined || day === undefined) continue;
    add(from, day, 0 - transfer.amountCents);
    add(to, household.arrival(from, to, day), transfer.amountCents);
  }
  return moved;
}

/** The household of heuristics: with the bookings of the incumbent, computed once for each. */
export class Linearisation {
  private known: { readonly about: readonly Transfer[]; readonly household: Household } | undefined;
  private readonly isNeeded: boolean;

  constructor(private readonly household: Household) {
    this.isNeeded = booksInside(household);
  }

  about(transfers: readonly Transfer[] | undefined): Household {
    if (!this.isNeeded || transfers === undefined) return this.household;
    if (this.known?.about !== transfers) {
      this.known = { about: transfers, household: withBookingsOf(this.household, transfers) };
    }
    return this.known.household;
  }
}
