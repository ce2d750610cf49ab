/**
 * The prices at which priced thresholds promise least. Every plan seen is a line (its value less the prices times what
 * it is beyond the thresholds); the bound as a function of the prices lies above all of them, and where their largest
 * is least the next prices are asked (Kelley's cutting planes, kept near the best prices known).
 */

import type { Engines } from '../engines/port.js';
import type { Price, Prices } from '../formulations/prices.js';
import { ProgramBuilder, type Term } from '../modelling/program.js';

interface Line {
  /** Of the plan without prices, cents. */
  readonly value: number;
  /** By threshold: how far the plan's average is beyond it, units. */
  readonly excess: readonly number[];
  readonly transfers: number;
}

export class Multipliers {
  private readonly keys: readonly string[];
  private readonly lines: Line[] = [];
  private best: readonly number[];
  private leastBound = Infinity;
  private reach: number[];
  private misses = 0;
  current: Prices;

  /** `most`: no price needs to be higher, cents a unit of an average. */
  constructor(
    private readonly engines: Engines,
    start: Prices,
    private readonly most: number,
  ) {
    this.keys = [...start.keys()];
    this.current = start;
    this.best = this.centsOf(start);
    this.reach = this.best.map((cents) => Math.max(cents * FIRST_REACH, most * LEAST_REACH));
  }

  /** Records what the current prices promised and the plan they led to. */
  learn(
    bound: number,
    plan: { readonly pricedValue: number; readonly transfers: number },
    excessOf: (price: Price) => number,
  ): void {
    const cents = this.centsOf(this.current);
    const excess = [...this.current.values()].map(excessOf);
    const value = excess.reduce((sum, one, index) => sum + one * (cents[index] ?? 0), plan.pricedValue);
    this.lines.push({ value, excess, transfers: plan.transfers });
    if (bound < this.leastBound) {
      this.leastBound = bound;
      this.best = cents;
      this.reach = this.reach.map((one) => one * 2);
      this.misses = 0;
    } else {
      this.misses += 1;
      this.reach = this.reach.map((one) => one / 2);
    }
  }

  /** Moves to the next prices; `undefined` when no prices near can promise less than now by `leastGain` cents. */
  next(leastGain: number): Prices | undefined {
    if (this.misses > MOST_MISSES) return undefined;
    const builder = new ProgramBuilder();
    const columns = this.keys.map((_, index) => {
      const [best, reach] = [this.best[index] ?? 0, this.reach[index] ?? 0];
      return builder.column(Math.max(0, best - reach), Math.min(this.most, best + reach));
    });
    const promise = builder.column(-Infinity, Infinity, -1);
    for (const { value, excess } of this.lines) {
      builder.atLeast(value, [
        [promise, 1],
        ...excess.map((one, index): Term => [columns[index] ?? -1, one]),
      ]);
    }
    const outcome = this.engines.glpk.solve(builder.build(), { timeLimitMs: MASTER_MS });
    if (outcome.status !== 'OPTIMAL' || -outcome.objective > this.leastBound - leastGain) return undefined;
    this.current = this.pricesOf(columns.map((column) => outcome.values[column] ?? 0));
    return this.current;
  }

  /**
   * Where to split by the number of transfers: the plans that are best at the best prices differ in it. At most so many
   * on one side, more on the other.
   */
  countBetween(): number | undefined {
    const dayValueOf = ({ value, excess }: Line): number =>
      value - excess.reduce((sum, one, index) => sum + one * (this.best[index] ?? 0), 0);
    const [first, ...others] = [...this.lines].sort((a, b) => dayValueOf(b) - dayValueOf(a));
    const other = others.find(({ transfers }) => transfers !== first?.transfers);
    return first === undefined || other === undefined
      ? undefined
      : Math.min(first.transfers, other.transfers);
  }

  private pricesOf(cents: readonly number[]): Prices {
    return new Map(
      [...this.current].map(([key, price], index) => [key, { ...price, cents: cents[index] ?? 0 }]),
    );
  }

  private centsOf(prices: Prices): number[] {
    return this.keys.map((key) => prices.get(key)?.cents ?? 0);
  }
}

const FIRST_REACH = 0.1;
const LEAST_REACH = 0.01;
const MOST_MISSES = 3;
const MASTER_MS = 100;
