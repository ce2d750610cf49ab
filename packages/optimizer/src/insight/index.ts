/** What is asked of plans without solving anything: no engine is loaded by it. */

export {
  accountOf,
  applyChanges,
  ChangeError,
  limited,
  otherwise,
  withPeriod,
  type Change,
  type OfferedAccount,
} from './changes.js';
export {
  differenceOf,
  objectiveOfGiven,
  outlineOfGiven,
  type PlanDifference,
  type PlanOutline,
} from './outline.js';
export { acceptedPlan, type AskOptions, withoutPlan } from './transfers.js';
