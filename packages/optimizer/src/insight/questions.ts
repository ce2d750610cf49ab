/** Every question a thread answers, as plain data in and out. */

import type { Cents, Problem } from '@fibado/planning';
import type { OptimizeDependencies } from '../optimize.js';
import type { AskOptions } from './transfers.js';
import type { Change } from './changes.js';
import { frontierOf, type Frontier } from './frontier.js';
import { limitPrices, type LimitPrices } from './limit-prices.js';
import { valueOfOffer, type Offer, type OfferValue } from './offer.js';
import { regretOf, type ClosedQuarter, type Regret } from './regret.js';
import { robustPlan, type RobustOptions, type RobustPlan } from './robust.js';
import { runScenario, type ScenarioOutcome } from './scenario.js';
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
  | (Asked & { readonly kind: 'ROBUST'; readonly wanted: RobustOptions })
  | (Asked & { readonly kind: 'SCENARIO'; readonly changes: readonly Change[] })
  | { readonly kind: 'REGRET'; readonly quarter: ClosedQuarter; readonly options: AskOptions };

interface Answers {
  readonly LIMIT_PRICES: LimitPrices;
  readonly WHY_NOT: WhyNot;
  readonly FRONTIER: Frontier;
  readonly OFFER: OfferValue;
  readonly ROBUST: RobustPlan;
  readonly SCENARIO: ScenarioOutcome;
  readonly REGRET: Regret;
}
export type AnswerTo<Q extends Question> = Answers[Q['kind']];

export function answer(
  question: Question,
  dependencies: OptimizeDependencies = {},
): Promise<AnswerTo<Question>> {
  switch (question.kind) {
    case 'LIMIT_PRICES':
      return limitPrices(question.problem, question.options, question.byCents, dependencies);
    case 'WHY_NOT':
      return lossOf(question.problem, question.options, question.choice, dependencies);
    case 'FRONTIER':
      return frontierOf(question.problem, question.options, question.most, dependencies);
    case 'OFFER':
      return valueOfOffer(question.problem, question.options, question.offer, dependencies);
    case 'ROBUST':
      return robustPlan(question.problem, question.options, question.wanted, dependencies);
    case 'SCENARIO':
      return runScenario(question.problem, question.changes, question.options, dependencies);
    case 'REGRET':
      return regretOf(question.quarter, question.options, dependencies);
  }
}
