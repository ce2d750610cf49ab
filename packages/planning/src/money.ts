/**
 * Money as integer euro cents, and the only places where it is rounded.
 *
 * "Half-up" is the commercial rule: a half goes away from zero. Products that could leave the safe integers are
 * made with BigInt, so no amount ever passes through binary fractions.
 */

import type { Cents } from './problem.js';

/**
 * The largest amount accepted, and the largest sum of the openings and movements of one problem: ten billion euro.
 * Below it every balance, every balance × 92 days, and every balance × 2520 (the common denominator of the shares of
 * 1 to 10 holders) is a safe integer.
 */
export const MAX_AMOUNT_CENTS = 1_000_000_000_000;

/** Whether `value` is an amount of money: a whole number of cents, at most {@link MAX_AMOUNT_CENTS} either way. */
export function isCents(value: unknown): value is Cents {
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= MAX_AMOUNT_CENTS;
}

/** `value` as cents. Throws `RangeError` when it is no safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${String(value)}`);
  // A zero never has a sign: -0 would print and compare oddly.
  return value === 0 ? 0 : value;
}

/** Sum of amounts. Throws `RangeError` when it leaves the safe integers. */
export function sumCents(values: Iterable<number>): Cents {
  let sum = 0;
  for (const value of values) sum += value;
  return cents(sum);
}

/** `numerator / denominator` rounded half-up, exactly. The denominator is positive. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/** `value × factor / divisor` rounded half-up to whole cents, exactly. All integers, the divisor positive. */
export function multiplyDivideHalfUp(value: number, factor: number, divisor: number): Cents {
  const product = value * factor;
  // Twice the product plus the divisor must be exact for the number path below.
  if (Math.abs(product) < 2 ** 51 && divisor < 2 ** 51) {
    const magnitude = Math.abs(product);
    const remainder = magnitude % divisor;
    const floor = (magnitude - remainder) / divisor;
    const rounded = remainder * 2 >= divisor ? floor + 1 : floor;
    return cents(product < 0 ? -rounded : rounded);
  }
  return cents(Number(divideHalfUp(BigInt(value) * BigInt(factor), BigInt(divisor))));
}

/**
 * Splits `total` in proportion to `weights` into whole cents that sum to `total`: each part is rounded down, and
 * the cents left go to the largest remainders, the earlier one on a tie. Throws `RangeError` without any weight.
 */
export function splitByLargestRemainder(total: Cents, weights: readonly (number | bigint)[]): Cents[] {
  const exact = weights.map(BigInt);
  const sum = exact.reduce((all, weight) => all + weight, 0n);
  if (sum <= 0n || exact.some((weight) => weight < 0n)) {
    throw new RangeError('Weights are not negative and at least one is positive');
  }
  const sign = total < 0 ? -1 : 1;
  const magnitude = BigInt(Math.abs(total));
  const parts = exact.map((weight, index) => {
    const share = magnitude * weight;
    return { index, floor: share / sum, remainder: share % sum };
  });
  const left = Number(magnitude - parts.reduce((floors, part) => floors + part.floor, 0n));
  const lucky = new Set(
    [...parts]
      .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
      .slice(0, left)
      .map((part) => part.index),
  );
  return parts.map((part) => cents(sign * (Number(part.floor) + (lucky.has(part.index) ? 1 : 0))));
}

/** Rates have at most four decimals: one unit is a ten-thousandth of a percent. */
export const RATE_UNITS_PER_PERCENT = 10_000;

/** Units in one (100 %): what a product of cents and rate units is divided by. */
export const RATE_UNITS_PER_ONE = 100 * RATE_UNITS_PER_PERCENT;

/** Whether `ratePct` is a percentage with at most four decimals, between -1000 and 1000. */
export function isRatePct(ratePct: unknown): ratePct is number {
  return (
    typeof ratePct === 'number' &&
    Math.abs(ratePct) <= 1000 &&
    Math.round(ratePct * RATE_UNITS_PER_PERCENT) / RATE_UNITS_PER_PERCENT === ratePct
  );
}

/** A percentage as whole rate units: 2.5 → 25000. Throws `RangeError` when it has more than four decimals. */
export function rateUnits(ratePct: number): number {
  if (!isRatePct(ratePct))
    throw new RangeError(`Not a percentage with at most four decimals: ${String(ratePct)}`);
  return Math.round(ratePct * RATE_UNITS_PER_PERCENT);
}

/** An exact sum of products of integers: plain numbers while they are safe, BigInt beyond. */
export class ExactSum {
  private large = 0n;
  private small = 0;

  /** Adds `value × factor`, both integers. */
  add(value: number, factor: number): void {
    const product = value * factor;
    if (Math.abs(product) >= 2 ** 52) {
      this.large += BigInt(value) * BigInt(factor);
      return;
    }
    this.small += product;
    if (Math.abs(this.small) >= 2 ** 52) {
      this.large += BigInt(this.small);
      this.small = 0;
    }
  }

  get value(): bigint {
    return this.large + BigInt(this.small);
  }

  /** The sum divided by a positive integer, rounded half-up to whole cents. */
  dividedHalfUp(divisor: number): Cents {
    return cents(Number(divideHalfUp(this.value, BigInt(divisor))));
  }
}
