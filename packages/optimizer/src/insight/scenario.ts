import type { Cents, Problem } from '@fibado/planning';
import { inputHash } from '../hash.js';
import type { OptimizeDependencies } from '../optimize.js';
import type { OptimizationResult } from '../types.js';
import { Asker, improved } from './asker.js';
import { withoutPlan, type AskOptions } from './transfers.js';
import { applyChanges, type Change } from './changes.js';
import { outlineOf, type PlanOutline } from './outline.js';

export interface ScenarioOutcome {
  /** Of the changed problem and its options. */
  readonly inputHash: string;
  readonly plan: PlanOutline;
  /** The best plan without the changes. */
  readonly reference: PlanOutline;
  /** Objective of the plan less that of the reference: what the changes are worth. */
  readonly worthCents: Cents;
  /** Whether both are proven best. */
  readonly exact: boolean;
  /** The plan in full, to be kept when the scenario is made real. */
  readonly result: OptimizationResult;
}

/** Plans a problem's horizon with and without changes. Throws `ChangeError` when a change refers to what is not there. */
export async function runScenario(
  problem: Problem,
  changes: readonly Change[],
  options: AskOptions,
  dependencies: OptimizeDependencies = {},
): Promise<ScenarioOutcome> {
  const changed = applyChanges(withoutPlan(problem, options), changes);
  const asker = new Asker(options, dependencies);
  const first = await asker.best(problem, {}, 0.45);
  const result = await asker.best(changed.problem, changed.options, 1, [first.transfers]);
  const reference = improved(problem, options, first, [result]);
  const changedOptions = { ...options, ...changed.options };
  return {
    inputHash: inputHash(changed.problem, changedOptions),
    plan: outlineOf(changed.problem, changedOptions, result),
    reference: outlineOf(problem, options, reference),
    worthCents: result.objectiveCents - reference.objectiveCents,
    exact: reference.status === 'OPTIMAL' && result.status === 'OPTIMAL',
    result,
  };
}
