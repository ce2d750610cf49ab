/**
 * How long the referee takes: `npm run bench:evaluate`. Prints a table and writes `bench/results/evaluate.json`.
 * The goals, once warm: 30 accounts and 300 operations over 92 days in less than 5 ms, since the web redraws its charts
 * while an amount is dragged; 30 accounts and 2,400 operations over 8 quarters with periods in less than 20 ms. Exit
 * code 1 when a goal is missed.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { evaluate, type Problem } from '../packages/planning/src/index.js';
import {
  randomHorizonPlan,
  randomPlan,
  type RandomHorizonSize,
  type RandomPlan,
} from '../packages/planning/src/testing/index.js';

const HOUSEHOLDS = 5;
const WARM_UP_RUNS = 30;
const RUNS = 100;

const SIZES = [
  { name: 'couple', banks: 3, groups: 3, accounts: 6, operations: 60, transfers: 8, quarters: 1 },
  { name: 'family', banks: 5, groups: 4, accounts: 15, operations: 150, transfers: 20, quarters: 1 },
  { name: 'goal', banks: 8, groups: 6, accounts: 30, operations: 300, transfers: 40, quarters: 1, goalMs: 5 },
  { name: 'large', banks: 20, groups: 12, accounts: 100, operations: 3000, transfers: 200, quarters: 1 },
  {
    name: 'two years',
    banks: 8,
    groups: 6,
    accounts: 30,
    // In each quarter.
    operations: 300,
    transfers: 40,
    quarters: 8,
    goalMs: 20,
  },
] as const satisfies readonly (RandomHorizonSize & { name: string; goalMs?: number })[];

/** Random households whose first quarter has 92 days; those over several quarters have periods of every rhythm. */
function households(size: (typeof SIZES)[number]): RandomPlan[] {
  const plans: RandomPlan[] = [];
  for (let seed = 1; plans.length < HOUSEHOLDS; seed += 1) {
    const plan = size.quarters === 1 ? randomPlan(seed, size) : randomHorizonPlan(seed, size);
    if (/-(07|10)-/.test(plan.problem.quarter)) plans.push(plan);
  }
  return plans;
}

function timed(plan: RandomPlan): number {
  const start = performance.now();
  evaluate(plan.problem, plan.transfers);
  return performance.now() - start;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

const results = SIZES.map((size) => {
  const plans = households(size);
  const firstMs = timed(plans[0] as RandomPlan);
  for (let run = 0; run < WARM_UP_RUNS; run += 1) plans.forEach(timed);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(...plans.map(timed));
  times.sort((a, b) => a - b);
  return {
    ...size,
    days: evaluate(plans[0]?.problem as Problem).days.length,
    firstMs: rounded(firstMs),
    medianMs: rounded(at(times, 0.5)),
    p95Ms: rounded(at(times, 0.95)),
    worstMs: rounded(at(times, 1)),
  };
});

console.table(
  Object.fromEntries(results.map(({ name, banks: _banks, groups: _groups, ...figures }) => [name, figures])),
);
const goals = results.flatMap((result) =>
  'goalMs' in result ? [{ name: result.name, goalMs: result.goalMs, met: result.p95Ms < result.goalMs }] : [],
);
for (const { name, goalMs, met } of goals) {
  console.log(`Goal: p95 below ${String(goalMs)} ms of ${name}: ${met ? 'met' : 'missed'}`);
}
const met = goals.every((goal) => goal.met);
const folder = new URL('results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('evaluate.json', folder),
  `${JSON.stringify(
    {
      bench: 'evaluate',
      node: process.version,
      cpu: cpus()[0]?.model ?? 'unknown',
      goals,
      runs: RUNS * HOUSEHOLDS,
      results,
    },
    null,
    2,
  )}\n`,
);
process.exitCode = met ? 0 : 1;
