/**
 * Plans for expenses with a range: how much must be kept above the minimum balances so that they hold in all but a
 * share of the quarters that may come, and what that safety costs. Over a horizon the surprises and the risk are those
 * of the quarter that is planned, for later ones are planned anew after it; the buffers are kept through the horizon.
 * See docs/decisions on robust mode.
 */

import {
  evaluate,
  isInQuarter,
  limitsOn,
  positionOf,
  quarterGrid,
  type Cents,
  type Problem,
  type Transfer,
} from '@fibado/planning';
import { problemOfQuarter } from '../horizon-figures.js';
import type { OptimizeDependencies } from '../optimize.js';
import type { OptimizationResult } from '../types.js';
import { Asker } from './asker.js';
import { withoutPlan, type AskOptions } from './transfers.js';
import { shareInterval } from './binomial.js';
import { differenceOf, outlineOf, type PlanDifference, type PlanOutline } from './outline.js';
import { drawn, sampleQuarter, uncertainOf, type Uncertain } from './sampling.js';

export interface RobustOptions {
  /** The share of quarters in which a minimum may be broken. */
  readonly alpha: number;
  /** Quarters drawn to find the buffers, and as many others to count the risk in. */
  readonly samples: number;
  readonly seed: number;
}

export interface Risk {
  readonly broken: number;
  readonly samples: number;
  readonly share: number;
  /** 95 %, see {@link shareInterval}. */
  readonly low: number;
  readonly high: number;
}

export interface AccountBuffer {
  readonly accountId: string;
  readonly bufferCents: Cents;
  readonly minimumCents: Cents;
  /** Held-out quarters in which the account falls below its minimum with the safe plan, and without buffers. */
  readonly broken: number;
  readonly brokenWithout: number;
  /** The worst of them with the safe plan, cents. */
  readonly worstShortfallCents: Cents;
}

export interface RobustPlan {
  readonly plan: PlanOutline;
  readonly without: PlanOutline;
  /** Objective without buffers less objective with them, both of the expected quarter. */
  readonly priceCents: Cents;
  readonly exact: boolean;
  readonly reached: boolean;
  readonly risk: Risk;
  readonly riskWithout: Risk;
  readonly buffers: readonly AccountBuffer[];
  readonly difference: PlanDifference;
}

/** Buffers are whole euro, cents. */
const BUFFER_STEP_CENTS = 100;

export async function robustPlan(
  problem: Problem,
  options: AskOptions,
  wanted: RobustOptions,
  dependencies: OptimizeDependencies = {},
): Promise<RobustPlan> {
  const asker = new Asker(options, dependencies);
  let free = await asker.best(problem, {}, 0.25);
  const house = new UncertainHousehold(withoutPlan(problem, options), options, wanted);
  const search = new BufferSearch(asker, house, free);
  const safe = free.status === 'INFEASIBLE' ? search.none() : await search.safest();
  // A plan with buffers is also one without.
  if (safe.result.objectiveCents > free.objectiveCents) free = safe.result;
  const plan = outlineOf(house.problem, options, safe.result);
  const without = outlineOf(house.problem, options, free);
  const held = house.heldOut(safe.result.transfers);
  const heldWithout = house.heldOut(free.transfers);
  return {
    plan,
    without,
    priceCents: free.objectiveCents - safe.result.objectiveCents,
    exact: free.status === 'OPTIMAL' && safe.result.status === 'OPTIMAL',
    reached: safe.reached,
    risk: held.risk,
    riskWithout: heldWithout.risk,
    buffers: house.accounts.map((account, index) => ({
      accountId: account.id,
      bufferCents: safe.buffers[index] ?? 0,
      minimumCents: account.minimumCents,
      broken: held.broken[index] ?? 0,
      brokenWithout: heldWithout.broken[index] ?? 0,
      worstShortfallCents: held.worst[index] ?? 0,
    })),
    difference: differenceOf(without, plan),
  };
}

interface UncertainAccount {
  readonly id: string;
  /** On an ordinary day. */
  readonly minimumCents: Cents;
  /** The least balance of each day, cents; −∞ where none is asked. */
  readonly floor: readonly number[];
  /** By sample: how far the balance of each day lies below the expected one, cents. */
  readonly below: readonly (readonly number[])[];
  /** Σ over samples in rising order: the largest such difference of each. */
  readonly drawdowns: readonly Cents[];
}

/** The household with its uncertain accounts and the quarters drawn for them. */
export class UncertainHousehold {
  readonly accounts: readonly UncertainAccount[];
  private readonly uncertain: readonly Uncertain[];
  private readonly from: number;
  /** The quarter that is planned, by itself. */
  private readonly quarter: Problem;

  constructor(
    readonly problem: Problem,
    options: AskOptions,
    readonly wanted: RobustOptions,
  ) {
    this.quarter = problemOfQuarter(problem, problem.quarter);
    const grid = quarterGrid(problem.quarter);
    const firstDay = options.from ?? problem.quarter;
    this.from = Math.max(0, positionOf(grid, firstDay));
    this.uncertain = uncertainOf(problem, firstDay);
    const ids = new Set(this.uncertain.map(({ operation }) => operation.accountId));
    this.accounts = problem.accounts.flatMap((account): UncertainAccount[] => {
      const setup = problem.setups.find(({ accountId }) => accountId === account.id);
      if (!ids.has(account.id) || setup === undefined || setup.excluded) return [];
      const floor = grid.days.map(
        (day) => limitsOn(account, setup, problem.settings, day).minCents ?? -Infinity,
      );
      const below = Array.from({ length: wanted.samples }, (_, sample) =>
        this.differences(account.id, sample),
      );
      return [
        {
          id: account.id,
          minimumCents: Math.max(...floor),
          floor,
          below,
          drawdowns: below.map((days) => Math.max(0, ...days.slice(this.from))).sort((a, b) => a - b),
        },
      ];
    });
  }

  /** How far an account lies below what is expected, by day, in one sample. */
  private differences(accountId: string, sample: number): number[] {
    const grid = quarterGrid(this.problem.quarter);
    const change = new Array<number>(grid.days.length).fill(0);
    for (const [position, one] of this.uncertain.entries()) {
      if (one.operation.accountId !== accountId) continue;
      const come = drawn(one, position, this.wanted.seed, sample);
      const sign = come.kind === 'EXPENSE' ? 1 : -1;
      const at = positionOf(grid, come.date);
      const expected = positionOf(grid, one.operation.date);
      change[at] = (change[at] ?? 0) + sign * come.amountCents;
      change[expected] = (change[expected] ?? 0) - sign * one.operation.amountCents;
    }
    let sum = 0;
    return change.map((value) => (sum += value));
  }

  /** In how many of the samples the buffers are found with some account falls below its minimum. */
  brokenIn(balancesOf: (accountId: string) => readonly Cents[]): number {
    const plans = this.accounts.map((account) => balancesOf(account.id));
    let broken = 0;
    for (let sample = 0; sample < this.wanted.samples; sample += 1) {
      const breaks = this.accounts.some((account, index) =>
        this.isBelow(account, plans[index] ?? [], account.below[sample] ?? []),
      );
      if (breaks) broken += 1;
    }
    return broken;
  }

  private isBelow(account: UncertainAccount, balances: readonly Cents[], below: readonly number[]): boolean {
    for (let day = this.from; day < balances.length; day += 1) {
      if ((balances[day] ?? 0) - (below[day] ?? 0) < (account.floor[day] ?? -Infinity)) return true;
    }
    return false;
  }

  /** Replays the plan in quarters that took no part in finding the buffers. */
  heldOut(transfers: readonly Transfer[]): { risk: Risk; broken: number[]; worst: number[] } {
    const { samples, seed } = this.wanted;
    const ofQuarter = transfers.filter(({ date }) => isInQuarter(date, this.problem.quarter));
    const broken = this.accounts.map(() => 0);
    const worst = this.accounts.map(() => 0);
    let any = 0;
    for (let sample = samples; sample < 2 * samples && this.accounts.length > 0; sample += 1) {
      const shortfalls = this.shortfalls(sample, seed, ofQuarter);
      if (shortfalls.some((cents) => cents > 0)) any += 1;
      for (const [index, cents] of shortfalls.entries()) {
        if (cents > 0) broken[index] = (broken[index] ?? 0) + 1;
        worst[index] = Math.max(worst[index] ?? 0, cents);
      }
    }
    return {
      risk: { broken: any, samples, share: any / samples, ...shareInterval(any, samples) },
      broken,
      worst,
    };
  }

  private shortfalls(sample: number, seed: number, transfers: readonly Transfer[]): number[] {
    const come = evaluate(sampleQuarter(this.quarter, this.uncertain, seed, sample), transfers);
    return this.accounts.map(({ id, floor }) => {
      const balances = come.accounts.find(({ accountId }) => accountId === id)?.dailyBalancesCents ?? [];
      let worst = 0;
      for (let day = this.from; day < balances.length; day += 1) {
        worst = Math.max(worst, (floor[day] ?? -Infinity) - (balances[day] ?? 0));
      }
      return worst;
    });
  }

  /** The problem with so much kept above each uncertain account's minimum. */
  withBuffers(buffers: readonly Cents[]): Problem {
    const kept = new Map(
      this.accounts.map(({ id, minimumCents }, index) => [id, minimumCents + (buffers[index] ?? 0)]),
    );
    return {
      ...this.problem,
      setups: this.problem.setups.map((setup) => {
        const minBalanceCents = kept.get(setup.accountId);
        return minBalanceCents === undefined ? setup : { ...setup, minBalanceCents };
      }),
    };
  }
}

interface Safe {
  readonly result: OptimizationResult;
  readonly buffers: readonly Cents[];
  readonly reached: boolean;
}

/** Looks for the least buffers whose best plan is safe enough. */
class BufferSearch {
  private readonly most: number;
  private best: (Safe & { readonly broken: number }) | undefined;

  constructor(
    private readonly asker: Asker,
    private readonly house: UncertainHousehold,
    private readonly free: OptimizationResult,
  ) {
    this.most = Math.floor(house.wanted.alpha * house.wanted.samples);
  }

  none(): Safe {
    return { result: this.free, buffers: this.house.accounts.map(() => 0), reached: false };
  }

  async safest(): Promise<Safe> {
    const { accounts } = this.house;
    const broken = this.brokenBy(this.free);
    this.best = { ...this.none(), reached: broken <= this.most, broken };
    if (this.best.reached) return this.best;
    // With one account, the drawdown of the (1 − α)-th sample is safe by itself; with several, that of (1 − α / count).
    const { alpha, samples } = this.house.wanted;
    const enough = Math.min(samples - 1, Math.ceil((1 - alpha / accounts.length) * samples));
    await this.lowest(0, enough, (level) => accounts.map((account) => bufferAt(account, level)));
    if (accounts.length > 1 && this.best.reached) await this.leaveRiskToOne();
    return this.best;
  }

  /**
   * Whether it is cheaper to leave the whole risk to one account: as little as is safe there, the others sure. Each
   * account is tried, the largest buffer first.
   */
  private async leaveRiskToOne(): Promise<void> {
    const { accounts, wanted } = this.house;
    const order = accounts
      .map((_, index) => index)
      .sort((a, b) => (this.best?.buffers[b] ?? 0) - (this.best?.buffers[a] ?? 0));
    for (const index of order) {
      if (!this.asker.hasTime(2)) return;
      await this.lowest(-1, Math.ceil((1 - wanted.alpha) * wanted.samples), (level) =>
        accounts.map((account, other) => bufferAt(account, other === index ? level : wanted.samples - 1)),
      );
    }
  }

  /** Bisects for the lowest level that is safe; what is better than what was known is kept on the way. */
  private async lowest(
    from: number,
    to: number,
    buffersAt: (level: number) => readonly Cents[],
  ): Promise<void> {
    let low = from;
    let high = to;
    while (low <= high && this.asker.hasTime(2)) {
      // The highest level first: it is the one known to be safe.
      const middle = high === to ? high : Math.floor((low + high) / 2);
      const outcome = await this.attempt(buffersAt(middle), Math.log2(high - low + 1) + 2);
      if (outcome === 'UNSAFE') low = middle + 1;
      else high = middle - 1;
    }
  }

  private async attempt(buffers: readonly Cents[], left: number): Promise<'SAFE' | 'UNSAFE' | 'INFEASIBLE'> {
    const known = [this.best?.result.transfers ?? []];
    const result = await this.asker.best(this.house.withBuffers(buffers), {}, 1 / left, known);
    if (result.status === 'INFEASIBLE') return 'INFEASIBLE';
    const broken = this.brokenBy(result);
    const reached = broken <= this.most;
    if (this.isBetter(result, buffers, broken)) this.best = { result, buffers, reached, broken };
    return reached ? 'SAFE' : 'UNSAFE';
  }

  /** Safe before unsafe; then the dearer plan, and the smaller buffers; among the unsafe the safer. */
  private isBetter(result: OptimizationResult, buffers: readonly Cents[], broken: number): boolean {
    const { best } = this;
    if (best === undefined) return true;
    if (broken > this.most) return !best.reached && broken < best.broken;
    if (!best.reached) return true;
    const gained = result.objectiveCents - best.result.objectiveCents;
    return gained > 0 || (gained === 0 && total(buffers) < total(best.buffers));
  }

  private brokenBy(result: OptimizationResult): number {
    const balances = new Map(
      result.accounts.map(({ accountId, planned }) => [accountId, planned.dailyBalancesCents]),
    );
    return this.house.brokenIn((accountId) => balances.get(accountId) ?? []);
  }
}

/** The drawdown of a sample, in whole euro; level −1 is no buffer. */
function bufferAt(account: UncertainAccount, level: number): Cents {
  if (level < 0) return 0;
  return Math.ceil((account.drawdowns[level] ?? 0) / BUFFER_STEP_CENTS) * BUFFER_STEP_CENTS;
}

function total(buffers: readonly Cents[]): Cents {
  return buffers.reduce((sum, cents) => sum + cents, 0);
}
