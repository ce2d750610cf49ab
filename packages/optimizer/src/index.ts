export type * from './types.js';
export type { Clock } from './budget.js';
export type { Engine, Engines } from './engines/port.js';
export { loadEngines } from './engines/load.js';
export { optimize, type OptimizeDependencies } from './optimize.js';
export { optimizeWithLots } from './lots/optimize-with-lots.js';
export { NoPlanInTimeError } from './no-plan.js';
export { inputHash } from './hash.js';
export type { AskOptions } from './insight/transfers.js';
export type { Change, OfferedAccount } from './insight/changes.js';
export { frontierOf, type Frontier, type FrontierPoint } from './insight/frontier.js';
export { limitPrices, type LimitPrice, type LimitPrices } from './insight/limit-prices.js';
export { lotChoices, type ChoicesOfLot, type LotChoice, type LotChoices } from './insight/lot-choices.js';
export { valueOfOffer, type Offer, type OfferValue } from './insight/offer.js';
export type { PlanDifference, PlanOutline } from './insight/outline.js';
export type { Answer, Question } from './insight/questions.js';
export { regretOf, type ClosedQuarter, type Regret } from './insight/regret.js';
export { robustPlan, type RobustOptions, type RobustPlan } from './insight/robust.js';
export { runScenario, type ScenarioOutcome } from './insight/scenario.js';
export {
  rankOffers,
  type ExitWorth,
  type OfferRanking,
  type OfferSet,
  type RankedOffer,
} from './insight/term-offers.js';
export { lossOf, type Choice, type WhyNot } from './insight/why-not.js';
export type { OptimizeJob } from './worker.js';
export type { QuestionJob } from './insight/worker.js';
export type { FoundPlan } from './incumbent-result.js';
