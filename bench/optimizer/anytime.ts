/**
 * How soon the optimizer has a good plan: `npm run bench:anytime`. Every household is planned with a time limit while
 * its incumbents and bounds are recorded, and compared with the best known plan of `anytime-best.json`, which the
 * referee replays first. Prints the shortfall of the incumbent at some moments, the proven gap, and the integrals of
 * both over the time limit (primal integral, Berthold 2013; the smaller the better), per cent of the best known value.
 *
 * Options: `--sizes 6,8,15,30` `--seeds 1,2,3` `--events 30` `--effort 100` (cents) `--limit 10000` (ms)
 * `--linked` (free deposits exchange money with the first current account only) `--limited` (transfers are limited)
 * `--without construct,nodes` (ablation: each of these stages left out alone, measured alternately with the whole)
 * `--repeat 1` `--against CHECKOUT` (another checkout of this repository, measured alternately)
 * `--clock cpu` (count the processor's time of this process, on a machine that does other things besides)
 * `--record` (replace best known plans by better ones)
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { optimize, type Incumbent, type OptimizationProgress } from '../../packages/optimizer/src/index.js';
import { evaluate, type Problem, type Transfer } from '../../packages/planning/src/index.js';
import { refuseUnknownStages } from './stages.js';
import { anytimeProblem, nameOf, type AnytimeMember } from './anytime-family.js';
import { argument, numbers } from '../support/arguments.js';

const SIZES = numbers('sizes', '6,8,15,30');
const SEEDS = numbers('seeds', '1,2,3');
const EVENTS = Number(argument('events', '30'));
const EFFORT_CENTS = Number(argument('effort', '100'));
const LIMIT_MS = Number(argument('limit', '10000'));
const REPEAT = Number(argument('repeat', '1'));
const WITHOUT = argument('without', '').split(',').filter(Boolean);
const LINKED = process.argv.includes('--linked');
const LIMITED = process.argv.includes('--limited');
const AGAINST = argument('against', '');
const clock = {
  now(): number {
    if (argument('clock', 'wall') !== 'cpu') return performance.now();
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
const MOMENTS_MS = [200, 1000, 3000, LIMIT_MS].filter((ms) => ms <= LIMIT_MS);

interface BestKnown {
  readonly objectiveCents: number;
  readonly transfers: readonly Transfer[];
}

const BEST_FILE = new URL('anytime-best.json', import.meta.url);
const bestKnown = new Map<string, BestKnown>(
  existsSync(BEST_FILE)
    ? Object.entries(JSON.parse(readFileSync(BEST_FILE, 'utf8')) as Record<string, BestKnown>)
    : [],
);

/** What the referee says a plan is worth; an error when it breaks a limit. */
function objectiveOf(problem: Problem, transfers: readonly Transfer[]): number {
  const { netReturnCents, violations } = evaluate(problem, transfers);
  if (violations.length > 0) throw new Error(`a plan breaks ${String(violations.length)} limits`);
  return netReturnCents - problem.settings.effortCostCents * transfers.length;
}

interface Point {
  readonly ms: number;
  readonly cents: number;
}

interface Recording {
  readonly incumbents: readonly Point[];
  readonly bounds: readonly Point[];
  readonly best: BestKnown;
}

async function record(run: typeof optimize, problem: Problem): Promise<Recording> {
  const incumbents: Point[] = [];
  const bounds: Point[] = [];
  let lowest = Infinity;
  const started = clock.now();
  const noteBound = (boundCents: number | undefined): void => {
    if (boundCents === undefined || boundCents >= lowest) return;
    lowest = boundCents;
    bounds.push({ ms: clock.now() - started, cents: boundCents });
  };
  const result = await run(
    problem,
    { timeLimitMs: LIMIT_MS, marginals: false },
    {
      clock,
      onProgress: ({ boundCents }: OptimizationProgress) => {
        noteBound(boundCents);
      },
      onIncumbent: ({ objectiveCents, boundCents }: Incumbent) => {
        incumbents.push({ ms: clock.now() - started, cents: objectiveCents });
        noteBound(boundCents);
      },
    },
  );
  noteBound(result.boundCents);
  const transfers = result.transfers.map(({ date, fromAccountId, toAccountId, amountCents }): Transfer => ({
    date,
    fromAccountId,
    toAccountId,
    amountCents,
  }));
  return { incumbents, bounds, best: { objectiveCents: objectiveOf(problem, transfers), transfers } };
}

interface Figures {
  readonly accounts: number;
  /** Per cent of the best known value, by moment. */
  readonly shortfall: readonly number[];
  readonly gap: number;
  readonly primalIntegral: number;
  readonly boundIntegral: number;
}

const valueAt = (points: readonly Point[], ms: number): number | undefined =>
  points.filter((point) => point.ms <= ms).at(-1)?.cents;

/** Time average, 0 to the limit, of the distance to the reference, per cent, at most 100. */
function integralOf(points: readonly Point[], percentOf: (cents: number) => number): number {
  let sum = 0;
  let [since, percent] = [0, 100];
  for (const { ms, cents } of points) {
    const at = Math.min(ms, LIMIT_MS);
    sum += percent * (at - since);
    [since, percent] = [at, Math.min(100, percentOf(cents))];
  }
  return (sum + percent * (LIMIT_MS - since)) / LIMIT_MS;
}

function figuresOf(
  { accounts }: AnytimeMember,
  { incumbents, bounds }: Recording,
  bestCents: number,
): Figures {
  const scale = Math.max(100, Math.abs(bestCents)) / 100;
  const below = (cents: number): number => Math.max(0, bestCents - cents) / scale;
  const above = (cents: number): number => Math.max(0, cents - bestCents) / scale;
  const [last, bound] = [incumbents.at(-1)?.cents ?? -Infinity, bounds.at(-1)?.cents ?? Infinity];
  return {
    accounts,
    shortfall: MOMENTS_MS.map((ms) => Math.min(100, below(valueAt(incumbents, ms) ?? -Infinity))),
    gap: Math.min(100, (bound - last) / scale),
    primalIntegral: integralOf(incumbents, below),
    boundIntegral: integralOf(bounds, above),
  };
}

const columns = (figures: Figures): number[] => [
  ...figures.shortfall,
  figures.gap,
  figures.primalIntegral,
  figures.boundIntegral,
];
const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? NaN;
const line = (label: string, values: readonly number[]): string =>
  [label.padEnd(64), ...values.map((value) => value.toFixed(3).padStart(9))].join('');

type Package = { readonly optimize: typeof optimize };

const rivals: [string, typeof optimize][] = [['', optimize]];
if (AGAINST !== '') {
  const entry = pathToFileURL(resolve(AGAINST, 'packages/optimizer/src/index.ts')).href;
  rivals.push(['against: ', ((await import(entry)) as Package).optimize]);
}

refuseUnknownStages(new Set(WITHOUT));
for (const stage of WITHOUT) {
  const without = new Set([stage]);
  rivals.push([`-${stage}: `, (problem, options, more) => optimize(problem, options, { ...more, without })]);
}

// The first run of a process compiles the engines' code.
for (const [, run] of rivals) {
  await run(anytimeProblem({ accounts: 3, seed: 1, events: 4, effortCents: 50 }), { timeLimitMs: 2000 });
}
const head = [...MOMENTS_MS.map((ms) => `${String(ms / 1000)} s %`), 'gap %', 'primal ∫', 'bound ∫'];
console.log(['household'.padEnd(64), ...head.map((title) => title.padStart(9))].join(''));
const all = rivals.map((): Figures[] => []);
for (const accounts of SIZES) {
  for (const seed of SEEDS) {
    const member: AnytimeMember = {
      accounts,
      seed,
      events: EVENTS,
      effortCents: EFFORT_CENTS,
      linked: LINKED,
      limited: LIMITED,
    };
    const name = nameOf(member);
    const problem = anytimeProblem(member);
    const known = bestKnown.get(name);
    if (known !== undefined && objectiveOf(problem, known.transfers) !== known.objectiveCents) {
      throw new Error(`the best known plan of ${name} is not worth what the file says`);
    }
    const recordings: [number, Recording][] = [];
    for (let repetition = 0; repetition < REPEAT; repetition += 1) {
      for (const [index, [, run]] of rivals.entries()) recordings.push([index, await record(run, problem)]);
    }
    const best = [...(known === undefined ? [] : [known]), ...recordings.map(([, one]) => one.best)].reduce(
      (one, other) => (other.objectiveCents > one.objectiveCents ? other : one),
    );
    bestKnown.set(name, best);
    for (const [index, recording] of recordings) {
      const lowest = recording.bounds.at(-1)?.cents ?? Infinity;
      if (lowest < best.objectiveCents) throw new Error(`a bound of ${name} is below a known plan`);
      const figures = figuresOf(member, recording, best.objectiveCents);
      all[index]?.push(figures);
      console.log(line(`${rivals[index]?.[0] ?? ''}${name}`, columns(figures)));
    }
  }
}
for (const [index, [label]] of rivals.entries()) {
  for (const accounts of SIZES) {
    const rows = (all[index] ?? []).filter((figures) => figures.accounts === accounts).map(columns);
    const across = (choose: (values: readonly number[]) => number): number[] =>
      (rows[0] ?? []).map((_, column) => choose(rows.map((row) => row[column] ?? NaN)));
    console.log(line(`${label}${String(accounts)} accounts, median`, across(middle)));
    console.log(
      line(
        `${label}${String(accounts)} accounts, worst`,
        across((values) => Math.max(...values)),
      ),
    );
  }
}
if (process.argv.includes('--record')) {
  const sorted = [...bestKnown].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  writeFileSync(BEST_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
}
