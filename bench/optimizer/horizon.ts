/**
 * What planning a year at once is worth: `npm run bench:horizon`. Every household of `horizon-family.ts` is planned a quarter at
 * a time, one after the other, and over the whole horizon with the same time in total; the referee judges both over the
 * horizon. Prints the objective of doing nothing, of both plans, the price of myopia, the bound, and for the horizon how soon a
 * plan was there and how good it was at some moments, per cent of the last one.
 *
 * Options: `--sizes 4,6,8` `--seeds 1,2,3` `--quarters 4` `--events 30` (a quarter) `--effort 100` (cents)
 * `--limit 5000` (ms a quarter) `--clock cpu` (count the processor's time of this process, on a machine that does other
 * things besides) `--against CHECKOUT` (another checkout of this repository plans the same horizons)
 * `--without construct,solution-merging` (ablation: each of these stages left out alone)
 */

import '../support/cpu-clock.js';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { optimize, type Incumbent } from '../../packages/optimizer/src/index.js';
import { horizonOf, quartersOf, type Problem, type Transfer } from '../../packages/planning/src/index.js';
import { horizonProblem } from './horizon-family.js';
import { after, outcomeOf, quarterOf, type Outcome } from './quarters.js';
import { refuseUnknownStages } from './stages.js';
import { argument, numbers } from '../support/arguments.js';

const SIZES = numbers('sizes', '4,6,8');
const SEEDS = numbers('seeds', '1,2,3');
const QUARTERS = Number(argument('quarters', '4'));
const EVENTS = Number(argument('events', '30'));
const EFFORT_CENTS = Number(argument('effort', '100'));
const LIMIT_MS = Number(argument('limit', '5000'));
const AGAINST = argument('against', '');
const WITHOUT = argument('without', '').split(',').filter(Boolean);
const MOMENTS_MS = [500, 1000, 5000];

const euro = (cents: number): string => (cents / 100).toFixed(2).padStart(9);

/** Every quarter by itself, each from what the one before leaves. */
async function quarterByQuarter(problem: Problem): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  let rest = problem;
  for (const quarter of quartersOf(horizonOf(problem))) {
    const alone = quarterOf(rest, quarter);
    const plan = await optimize(alone, { marginals: false, timeLimitMs: LIMIT_MS });
    transfers.push(...plan.transfers);
    rest = after(rest, alone, plan.transfers);
  }
  return transfers;
}

type Optimize = typeof optimize;

async function otherOptimize(): Promise<Optimize> {
  const url = pathToFileURL(resolve(AGAINST, 'packages/optimizer/src/index.ts')).href;
  return ((await import(url)) as { optimize: Optimize }).optimize;
}

refuseUnknownStages(new Set(WITHOUT));
const RUNS: readonly (readonly [string, Optimize])[] = [
  ...(AGAINST === '' ? [] : [['other', await otherOptimize()] as const]),
  ...WITHOUT.map((stage): [string, Optimize] => {
    const without = new Set([stage]);
    return [`-${stage}`, (problem, options, more) => optimize(problem, options, { ...more, without })];
  }),
  ['here', optimize],
];

interface Compared {
  readonly label: string;
  readonly problem: Problem;
  readonly stillCents: number;
  readonly myopic: Outcome;
}

/** The price of myopia, cents. */
async function measured({ label, problem, stillCents, myopic }: Compared, run: Optimize): Promise<number> {
  const started = performance.now();
  const incumbents: (Incumbent & { readonly ms: number })[] = [];
  const plan = await run(
    problem,
    { marginals: false, timeLimitMs: LIMIT_MS * QUARTERS },
    { onIncumbent: (incumbent) => incumbents.push({ ...incumbent, ms: performance.now() - started }) },
  );
  const first = incumbents.find(({ transfers }) => transfers.length > 0);
  const shortfall = (ms: number): string => {
    const then = incumbents.filter((one) => one.ms <= ms).at(-1)?.objectiveCents;
    if (then === undefined) return '-'.padStart(7);
    return `${((100 * (plan.objectiveCents - then)) / plan.objectiveCents).toFixed(2)} %`.padStart(7);
  };
  const gap = (100 * plan.gapCents) / plan.boundCents;
  const price = plan.objectiveCents - myopic.objectiveCents;
  console.log(
    [
      label.padEnd(26),
      euro(stillCents),
      `${euro(myopic.objectiveCents)}${myopic.violations > 0 ? '!' : ' '}`,
      euro(plan.objectiveCents),
      euro(price),
      euro(plan.boundCents),
      `${gap.toFixed(1)} %`.padStart(7),
      `${((first?.ms ?? NaN) / 1000).toFixed(1)} s`.padStart(7),
      ...MOMENTS_MS.map(shortfall),
    ].join(' | '),
  );
  return price;
}

/** The price of myopia, cents; `undefined` where quarters planned by themselves break a limit of the horizon. */
async function measure(size: number, seed: number): Promise<number | undefined> {
  const member = { accounts: size, seed, events: EVENTS, effortCents: EFFORT_CENTS };
  const problem = horizonProblem(member, QUARTERS);
  const myopic = outcomeOf(problem, await quarterByQuarter(problem));
  const stillCents = outcomeOf(problem, []).objectiveCents;
  let price = 0;
  for (const [name, run] of RUNS) {
    const label = `${String(size)} accounts, seed ${String(seed)}${RUNS.length > 1 ? `, ${name}` : ''}`;
    price = await measured({ label, problem, stillCents, myopic }, run);
  }
  return myopic.violations > 0 ? undefined : price;
}

console.log(
  [
    'household'.padEnd(26),
    ...['nothing', 'quarters', 'horizon', 'price', 'bound'].map((head) => head.padStart(9)),
    ...['gap', 'first', ...MOMENTS_MS.map((ms) => `${String(ms / 1000)} s`)].map((head) => head.padStart(7)),
  ].join(' | '),
);
const prices: number[] = [];
for (const size of SIZES) {
  for (const seed of SEEDS) {
    const price = await measure(size, seed);
    if (price !== undefined) prices.push(price);
  }
}
const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length / 100;
console.log(
  `! breaks a limit; price of myopia of the other ${String(prices.length)}: mean ${mean.toFixed(2)} euro`,
);
