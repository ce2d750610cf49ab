/**
 * How well and how fast the optimizer plans: `npm run bench:optimizer`. Prints a table and writes
 * `bench/results/optimizer.json`. A fixed family of seeded households is planned beside three rivals: the plain
 * pairwise model on both engines (`--plain`, 60 s each), filling the best rate first, and doing nothing.
 *
 * Options: `--accounts 5,8` `--efforts 0,50` `--events 10,40` `--seeds 3` `--lead-days 0` `--limit 10000` (ms)
 * `--plain` (ms cap, 0: off) `--without nodes,construct` (ablation: stages to leave out, see `STAGES`)
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { loadEngines, optimize, type Engine } from '../packages/optimizer/src/index.js';
import { isPlain, plainModel } from '../packages/optimizer/test/support/plain-model.js';
import type { Problem } from '../packages/planning/src/index.js';
import { familyProblem } from './optimizer/family.js';
import { refuseUnknownStages } from './optimizer/stages.js';
import { waterfall } from './optimizer/waterfall.js';
import { argument, numbers } from './support/arguments.js';

const ACCOUNTS = numbers('accounts', '5,8,15,20,30');
const EFFORTS = numbers('efforts', '0,50,200');
const EVENTS = numbers('events', '10,40');
const SEEDS = Number(argument('seeds', '3'));
const LEAD_DAYS = Number(argument('lead-days', '0'));
const LIMIT_MS = Number(argument('limit', '10000'));
const WITHOUT = new Set(argument('without', '').split(',').filter(Boolean));
const PLAIN_MS = Number(argument('plain', '0'));

interface Row {
  readonly accounts: number;
  readonly events: number;
  readonly effortCents: number;
  readonly optimal: number;
  readonly runs: number;
  readonly medianMs: number;
  readonly worstGapCents: number;
  readonly nodes: number;
  readonly gainCents: number;
  readonly overWaterfallCents: number;
  readonly plainHighs: string;
  readonly plainGlpk: string;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const euro = (cents: number): string => (cents / 100).toFixed(2);

/** How the plain model fares: seconds when it proves its optimum, else that it did not within the cap. */
function plain(engine: Engine, problems: readonly Problem[]): string {
  if (PLAIN_MS === 0) return '-';
  const times = problems.map((problem) => {
    if (!isPlain(problem)) return undefined;
    const start = performance.now();
    const outcome = engine.solve(plainModel(problem, problem.quarter), {
      timeLimitMs: PLAIN_MS,
      absoluteGap: 1.5,
    });
    return outcome.status === 'OPTIMAL' ? performance.now() - start : Infinity;
  });
  const known = times.filter((time) => time !== undefined);
  const finished = known.filter(Number.isFinite);
  if (finished.length === 0) return `0/${String(known.length)} in ${String(PLAIN_MS / 1000)} s`;
  return `${String(finished.length)}/${String(known.length)} ${(median(finished) / 1000).toFixed(2)} s`;
}

const engines = await loadEngines();
// The first solve of a process compiles the engines' code.
await optimize(familyProblem({ accounts: 3, events: 4, effortCents: 50, seed: 1 }), { timeLimitMs: 2000 });

const demoFile = new URL('../examples/famiglia.json', import.meta.url);
const { problem: demo } = JSON.parse(readFileSync(demoFile, 'utf8')) as { problem: Problem };
const demoResult = await optimize(demo, { timeLimitMs: LIMIT_MS, marginals: false }, { without: WITHOUT });
refuseUnknownStages(WITHOUT);
console.log(
  `demo household: ${demoResult.status}, ${String(demoResult.solver.timeMs)} ms, gap ${euro(demoResult.gapCents)} €, gain ${euro(demoResult.gainCents)} €\n`,
);

const rows: Row[] = [];
console.log(
  [
    'acc',
    'events',
    'effort',
    'optimal',
    'median ms',
    'worst gap €',
    'nodes',
    'gain €',
    'over waterfall €',
    'plain HiGHS',
    'plain GLPK',
  ].join('\t'),
);
for (const accounts of ACCOUNTS) {
  for (const effortCents of EFFORTS) {
    for (const events of EVENTS) {
      const problems = Array.from({ length: SEEDS }, (_, index) =>
        familyProblem({ accounts, events, effortCents, seed: index + 1, leadDays: LEAD_DAYS }),
      );
      const results = [];
      for (const problem of problems) {
        results.push(
          await optimize(problem, { timeLimitMs: LIMIT_MS, marginals: false }, { without: WITHOUT }),
        );
      }
      const rivals = problems.map((problem) => waterfall(problem));
      const row: Row = {
        accounts,
        events,
        effortCents,
        optimal: results.filter(({ status }) => status === 'OPTIMAL').length,
        runs: results.length,
        medianMs: median(results.map(({ solver }) => solver.timeMs)),
        worstGapCents: Math.max(...results.map(({ gapCents }) => gapCents)),
        nodes: median(results.map(({ solver }) => solver.nodes)),
        gainCents: mean(results.map(({ gainCents }) => gainCents)),
        overWaterfallCents: mean(
          results.map(({ objectiveCents }, index) => objectiveCents - (rivals[index] ?? 0)),
        ),
        plainHighs: plain(engines.highs, problems),
        plainGlpk: plain(engines.glpk, problems),
      };
      rows.push(row);
      console.log(
        [
          row.accounts,
          row.events,
          euro(row.effortCents),
          `${String(row.optimal)}/${String(row.runs)}`,
          Math.round(row.medianMs),
          euro(row.worstGapCents),
          row.nodes,
          euro(row.gainCents),
          euro(row.overWaterfallCents),
          row.plainHighs,
          row.plainGlpk,
        ].join('\t'),
      );
    }
  }
}
const folder = new URL('results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('optimizer.json', folder),
  `${JSON.stringify({ node: process.version, cpu: cpus()[0]?.model, limitMs: LIMIT_MS, leadDays: LEAD_DAYS, without: [...WITHOUT], demo: { status: demoResult.status, timeMs: demoResult.solver.timeMs, gapCents: demoResult.gapCents, gainCents: demoResult.gainCents }, rows }, null, 2)}\n`,
);
