/** What an account not yet opened would be worth, and the rate from which on it would be. */

import {
  evaluate,
  newMoneyLostCents,
  type Account,
  type Bank,
  type Cents,
  type Problem,
  type Transfer,
} from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import { Asker, improved } from './asker.js';
import { type BreakEven, breakEvenOf, pct, type RateTrial, scaled, UNITS_PER_PCT } from './break-even.js';
import { withoutPlan, type AskOptions } from './transfers.js';
import { differenceOf, outlineOf, type PlanDifference, type PlanOutline } from './outline.js';

/** An account that would be opened empty, with its bank when that is new. */
export interface Offer {
  readonly account: Account;
  readonly bank?: Bank | undefined;
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
  /** Unset when no rate up to 20 % is worth anything, or time was short. */
  readonly breakEven?: BreakEven | undefined;
}

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
      : await breakEvenOf(new AccountTrial(asker, bare, options, offer, free.objectiveCents), best.transfers),
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

/** The household with the account at another rate. */
class AccountTrial implements RateTrial<readonly Transfer[]> {
  readonly headline: number;

  constructor(
    private readonly asker: Asker,
    private readonly problem: Problem,
    private readonly options: AskOptions,
    private readonly offer: Offer,
    private readonly baseCents: Cents,
  ) {
    const rates = offer.account.rates.flatMap(({ tiers }) => tiers.map(({ ratePct }) => ratePct));
    this.headline = Math.max(0, Math.ceil(Math.max(0, ...rates) * UNITS_PER_PCT));
  }

  hasTime(): boolean {
    return this.asker.hasTime();
  }

  async plan(
    units: number,
    known: readonly (readonly Transfer[])[],
  ): Promise<readonly Transfer[] | undefined> {
    const result = await this.asker.best(this.withRate(units), {}, 0.4, known);
    return result.status === 'INFEASIBLE' ? undefined : result.transfers;
  }

  gainOf(transfers: readonly Transfer[], units: number): Cents {
    const effortCents = this.options.effortCostCents ?? this.problem.settings.effortCostCents;
    const problem = this.withRate(units);
    const evaluation = evaluate(problem, transfers);
    const lostCents = newMoneyLostCents(problem, evaluation);
    return evaluation.netReturnCents - lostCents - effortCents * transfers.length - this.baseCents;
  }

  private withRate(units: number): Problem {
    const { headline } = this;
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
