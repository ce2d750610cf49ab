export type * from './types.js';
export type { Clock } from './budget.js';
export type { Engine, Engines } from './engines/port.js';
export { loadEngines } from './engines/load.js';
export { optimize, type OptimizeDependencies } from './optimize.js';
export { NoPlanInTimeError } from './no-plan.js';
export { inputHash } from './hash.js';
export {
  frontierOf,
  limitPrices,
  lossOf,
  valueOfOffer,
  type Choice,
  type FrontierPoint,
  type LimitPrice,
} from './what-if.js';
export type { OptimizeJob } from './worker.js';
