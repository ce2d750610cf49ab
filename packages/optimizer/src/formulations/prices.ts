/**
 * Thresholds with a price (Lagrange multipliers). That an average must stay on one side of a threshold is one row of
 * the program; without it, but with a price on every unit of the average, the optimum is an upper bound whatever the
 * price, and every day of an account of the average is worth the same amount more or less.
 *
 * A proportional duty is the largest of some figures (average, closing balance, minimum), so never less than a mixture
 * of them: charged with the mixture instead, plans are worth no less, and every day of the account is worth a kept
 * amount again. The shares of the mixture are such prices, too.
 */

import type { Measure, PlanModel, Share } from './plan-model.js';

export interface Price {
  /** What the average may not exceed zero in. */
  readonly measure: Measure;
  /** Cents a unit of the average, at least zero. */
  readonly cents: number;
  /** Of a figure of a duty: whose. The shares of one duty come to at most 1. */
  readonly dutyOf?: number | undefined;
}

/** By the threshold's key. */
export type Prices = ReadonlyMap<string, Price>;

/** What a unit held on the days of priced averages earns, cents a day. */
export function pricedShares(prices: Prices | undefined): Share[] {
  return [...(prices?.values() ?? [])].flatMap(({ measure, cents }) =>
    cents === 0 ? [] : measure.shares.map((share) => ({ ...share, perDay: -cents * share.perDay })),
  );
}

/** Lets every average cross its threshold, and takes the prices into the objective. */
export function addPrices(model: PlanModel, prices: Prices): void {
  const { builder } = model;
  for (const { limit } of model.thresholds) if (limit !== undefined) builder.free(limit.row);
  for (const { measure, cents } of prices.values()) builder.addConstant(-cents * measure.constant);
  for (const share of pricedShares(prices)) {
    for (const [column, cents] of termsOf(model, share)) builder.addCost(column, cents);
  }
}

/** How far the average is beyond its threshold in a solution, units. */
export function excessIn(model: PlanModel, { constant, shares }: Measure, values: Float64Array): number {
  const terms = shares.flatMap((share) => termsOf(model, share));
  return terms.reduce((sum, [column, factor]) => sum + factor * (values[column] ?? 0), constant);
}

/** What a share adds, by the columns of the levels. */
export function termsOf(
  model: PlanModel,
  { account, from, to, perDay }: Share,
): ReturnType<PlanModel['levelTerms']> {
  const member = model.household.accounts[account];
  return member === undefined ? [] : model.balanceDays(member, from, to, perDay).terms;
}
