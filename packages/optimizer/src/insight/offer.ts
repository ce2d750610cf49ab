/** What an account not yet opened would be worth, and the rate from which on it would be. */

import { evaluate, type Account, type Bank, type Cents, type Problem, type Transfer } from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import type { OptimizationResult } from '../types.js';
import { Asker, improved } from './asker.js';
import { withoutPlan, type AskOptions } from './transfers.js';
import { differenceOf, outlineOf, type PlanDifference, type PlanOutline } from './outline.js';

/** An account that would be opened empty, with its bank when that is new. */
export interface Offer {
  readonly account: Account;
  readonly bank?: Bank | undefined;
}

export interface BreakEven {
  /** The highest rate of the offer's bands, percent; the others follow in proportion. */
  readonly ratePct: number;
  /** The next lower rate tried, at which the account is worth nothing. */
  readonly belowPct: number;
  /** The gain at `ratePct`, above {@link NOTHING_CENTS}. */
  readonly gainCents: Cents;
}

export interface OfferValue {
  readonly base: PlanOutline;
  readonly withOffer: PlanOutline;
  readonly accountId: string;
  /** Objective with the account less objective without. */
  readonly gainCents: Cents;
  readonly exact: boolean;
  /** Of the account in the plan with it. */
  readonly averageBalanceCents: Cents;
  readonly peakBalanceCents: Cents;
  readonly difference: PlanDifference;
  /** Unset when no rate up to {@link HIGHEST_PCT} is worth anything, or time was short. */
  readonly breakEven?: BreakEven | undefined;
}

const HIGHEST_PCT = 20;
/** Plans are proven best within so much, and rounding alone may gain a cent or two: no more than this is nothing. */
const NOTHING_CENTS = 5;
/** Rates are tried in hundredths of a percent. */
const UNITS_PER_PCT = 100;

export async function valueOfOffer(
  problem: Problem,
  options: AskOptions,
  offer: Offer,
  dependencies: OptimizeDependencies = {},
): Promise<OfferValue> {
  const asker = new Asker(options, dependencies);
  const first = await asker.best(problem, {}, 0.3);
  const bare = withoutPlan(problem, options);
  const opened = withOffer(bare, offer);
  const best = await asker.best(opened, {}, 0.5, [first.transfers]);
  const free = improved(problem, options, first, [best]);
  const base = outlineOf(problem, options, free);
  const plan = outlineOf(opened, options, best);
  const balances = best.accounts.find(({ accountId }) => accountId === offer.account.id)?.planned;
  const isLost = free.status === 'INFEASIBLE' || best.status === 'INFEASIBLE';
  return {
    base,
    withOffer: plan,
    accountId: offer.account.id,
    gainCents: best.objectiveCents - free.objectiveCents,
    exact: free.status === 'OPTIMAL' && best.status === 'OPTIMAL',
    averageBalanceCents: balances?.averageBalanceCents ?? 0,
    peakBalanceCents: Math.max(0, ...(balances?.dailyBalancesCents ?? [])),
    difference: differenceOf(base, plan),
    breakEven: isLost
      ? undefined
      : await new RateSearch(asker, bare, options, offer, free.objectiveCents).breakEven(best),
  };
}

export function withOffer(problem: Problem, { account, bank }: Offer): Problem {
  return {
    ...problem,
    banks: bank === undefined ? problem.banks : [...problem.banks, bank],
    accounts: [...problem.accounts, account],
    setups: [...problem.setups, { accountId: account.id, openingBalanceCents: 0, excluded: false }],
  };
}

/**
 * Looks for the least rate at which the account is worth something. A plan known to gain at one rate is replayed at
 * lower ones until it gains no more; only there is the household planned again.
 */
class RateSearch {
  constructor(
    private readonly asker: Asker,
    private readonly problem: Problem,
    private readonly options: AskOptions,
    private readonly offer: Offer,
    private readonly baseCents: Cents,
  ) {}

  async breakEven(best: OptimizationResult): Promise<BreakEven | undefined> {
    let found = this.gaining(best, this.headline());
    found ??= await this.above(this.headline());
    while (found !== undefined) {
      const { units, transfers } = this.lowest(found);
      const gainCents = this.gainOf(transfers, units);
      if (units === 0) return { ratePct: 0, belowPct: 0, gainCents };
      if (!this.asker.hasTime()) return undefined;
      const lower = await this.at(units - 1, transfers);
      if (lower === undefined) return { ratePct: pct(units), belowPct: pct(units - 1), gainCents };
      found = lower;
    }
    return undefined;
  }

  /** Doubles the rate until the account is worth something. */
  private async above(units: number): Promise<Gaining | undefined> {
    const highest = HIGHEST_PCT * UNITS_PER_PCT;
    for (let next = units; next < highest && this.asker.hasTime();) {
      next = Math.min(highest, Math.max(next * 2, UNITS_PER_PCT));
      const found = await this.at(next, []);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async at(units: number, known: readonly Transfer[]): Promise<Gaining | undefined> {
    const result = await this.asker.best(this.withRate(units), {}, 0.4, [known]);
    return this.gaining(result, units);
  }

  private gaining(result: OptimizationResult, units: number): Gaining | undefined {
    const isWorth = result.status !== 'INFEASIBLE' && result.objectiveCents > this.baseCents + NOTHING_CENTS;
    return isWorth ? { units, transfers: result.transfers } : undefined;
  }

  /** The least rate at which the same transfers still gain, by bisection over refereed replays. */
  private lowest({ units, transfers }: Gaining): Gaining {
    let low = -1;
    let high = units;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.gainOf(transfers, middle) > NOTHING_CENTS) high = middle;
      else low = middle;
    }
    return { units: high, transfers };
  }

  private gainOf(transfers: readonly Transfer[], units: number): Cents {
    const effortCents = this.options.effortCostCents ?? this.problem.settings.effortCostCents;
    const { netReturnCents } = evaluate(this.withRate(units), transfers);
    return netReturnCents - effortCents * transfers.length - this.baseCents;
  }

  private headline(): number {
    const rates = this.offer.account.rates.flatMap(({ tiers }) => tiers.map(({ ratePct }) => ratePct));
    return Math.max(0, Math.ceil(Math.max(0, ...rates) * UNITS_PER_PCT));
  }

  private withRate(units: number): Problem {
    const headline = this.headline();
    // Where the offer's own headline has more decimals than are tried, it is the offer itself that was planned.
    if (units === headline) return withOffer(this.problem, this.offer);
    const { account } = this.offer;
    const rates =
      account.rates.length > 0
        ? account.rates
        : [
            {
              from: this.problem.quarter,
              tiers: [{ upToCents: null, ratePct: 0 }],
              tierMode: 'MARGINAL' as const,
            },
          ];
    return withOffer(this.problem, {
      ...this.offer,
      account: {
        ...account,
        rates: rates.map((period) => ({
          ...period,
          tiers: period.tiers.map((tier) => ({
            ...tier,
            ratePct: headline === 0 ? pct(units) : scaled(tier.ratePct, units / headline),
          })),
        })),
      },
    });
  }
}

interface Gaining {
  readonly units: number;
  readonly transfers: readonly Transfer[];
}

function pct(units: number): number {
  return Number((units / UNITS_PER_PCT).toFixed(2));
}

/** Rates have four decimals at most. */
function scaled(ratePct: number, factor: number): number {
  return Number((ratePct * factor).toFixed(4));
}
