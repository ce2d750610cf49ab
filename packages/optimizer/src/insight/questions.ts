/** Every question a thread answers, as plain data in and out. */

import type { Cents, Problem, TermOffer } from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import type { AskOptions } from './transfers.js';
import type { Change } from './changes.js';
import { frontierOf, type Frontier } from './frontier.js';
import { goalPrices, type GoalPrices } from './goal-prices.js';
import { limitPrices, type LimitPrices } from './limit-prices.js';
import { valueOfOffer, type Offer, type OfferValue } from './offer.js';
import { lotChoices, type LotChoices } from './lot-choices.js';
import { regretOf, type ClosedQuarter, type Regret } from './regret.js';
import { robustPlan, type RobustOptions, type RobustPlan } from './robust.js';
import { runScenario, type ScenarioOutcome } from './scenario.js';
import { rankOffers, type OfferRanking } from './term-offers.js';
import { lossOf, type Choice, type WhyNot } from './why-not.js';

interface Asked {
  readonly problem: Problem;
  readonly options: AskOptions;
}

export type Question =
  | (Asked & { readonly kind: 'LIMIT_PRICES'; readonly byCents: Cents })
  | (Asked & { readonly kind: 'WHY_NOT'; readonly choice: Choice })
  | (Asked & { readonly kind: 'FRONTIER'; readonly most: number })
  | (Asked & { readonly kind: 'OFFER'; readonly offer: Offer })
  | (Asked & { readonly kind: 'TERM_OFFERS'; readonly offers: readonly TermOffer[] })
  | (Asked & { readonly kind: 'LOT_CHOICES' })
  | (Asked & { readonly kind: 'GOALS' })
  | (Asked & { readonly kind: 'ROBUST'; readonly wanted: RobustOptions })
  | (Asked & { readonly kind: 'SCENARIO'; readonly changes: readonly Change[] })
  | { readonly kind: 'REGRET'; readonly quarter: ClosedQuarter; readonly options: AskOptions };

interface Answers {
  readonly LIMIT_PRICES: LimitPrices;
  readonly WHY_NOT: WhyNot;
  readonly FRONTIER: Frontier;
  readonly OFFER: OfferValue;
  readonly TERM_OFFERS: OfferRanking;
  readonly LOT_CHOICES: LotChoices;
  readonly GOALS: GoalPrices;
  readonly ROBUST: RobustPlan;
  readonly SCENARIO: ScenarioOutcome;
  readonly REGRET: Regret;
}
/** What came out, with the kind of the question it answers. */
export type Answer = {
  readonly [K in Question['kind']]: { readonly kind: K; readonly value: Answers[K] };
}[Question['kind']];

export async function answer(question: Question, dependencies: OptimizeDependencies = {}): Promise<Answer> {
  const { options } = question;
  switch (question.kind) {
    case 'LIMIT_PRICES': {
      const value = await limitPrices(question.problem, options, question.byCents, dependencies);
      return { kind: question.kind, value };
    }
    case 'WHY_NOT': {
      const value = await lossOf(question.problem, options, question.choice, dependencies);
      return { kind: question.kind, value };
    }
    case 'FRONTIER': {
      const value = await frontierOf(question.problem, options, question.most, dependencies);
      return { kind: question.kind, value };
    }
    case 'OFFER': {
      const value = await valueOfOffer(question.problem, options, question.offer, dependencies);
      return { kind: question.kind, value };
    }
    case 'TERM_OFFERS': {
      const value = await rankOffers(question.problem, options, question.offers, dependencies);
      return { kind: question.kind, value };
    }
    case 'LOT_CHOICES': {
      const value = await lotChoices(question.problem, options, dependencies);
      return { kind: question.kind, value };
    }
    case 'GOALS': {
      const value = await goalPrices(question.problem, options, dependencies);
      return { kind: question.kind, value };
    }
    case 'ROBUST': {
      const value = await robustPlan(question.problem, options, question.wanted, dependencies);
      return { kind: question.kind, value };
    }
    case 'SCENARIO': {
      const value = await runScenario(question.problem, question.changes, options, dependencies);
      return { kind: question.kind, value };
    }
    case 'REGRET':
      return { kind: question.kind, value: await regretOf(question.quarter, options, dependencies) };
  }
}
