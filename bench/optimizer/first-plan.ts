/**
 * How good a plan is soon after it was asked for, in a thread that was just started and in one that was warmed up:
 * `npm run build && npm run bench:first-plan`. The households are those of `bench:anytime`, the threads run the
 * product's program. Prints when the first transfers came, and how far below the best known plan of
 * `anytime-best.json` the incumbent was at some moments, per cent.
 *
 * Options: `--sizes 6,8` `--seeds 1,2,3,4,5,6` `--warm-up 600` (ms)
 */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { WARM_UP_MS, WARM_UP_PROBLEM } from '../../apps/api/src/finance/solver/built-in-households.js';
import type { Incumbent } from '../../packages/optimizer/src/index.js';
import type { Problem } from '../../packages/planning/src/index.js';
import { anytimeProblem, nameOf, type AnytimeMember } from './anytime-family.js';
import { argument, numbers } from '../support/arguments.js';

const WARM_UP = Number(argument('warm-up', String(WARM_UP_MS)));
const LIMIT_MS = 2000;
const MOMENTS_MS = [200, 500, 1000, LIMIT_MS];
const PROGRAM = new URL('../../apps/api/dist/finance/solver/optimize.worker.js', import.meta.url);
if (!existsSync(fileURLToPath(PROGRAM))) throw new Error('Build the product first: npm run build');

const THREAD = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', async (job) => {
  const { default: solve } = await import(${JSON.stringify(PROGRAM.href)});
  await solve(job);
  parentPort.postMessage('done');
});`;

interface Moment {
  readonly ms: number;
  readonly objectiveCents: number;
}

/** The incumbents of a run in a thread, in order. */
async function incumbentsOf(thread: Worker, problem: Problem, timeLimitMs: number): Promise<Moment[]> {
  const { port1: receiving, port2: incumbentPort } = new MessageChannel();
  const incumbents: Moment[] = [];
  const began = performance.now();
  receiving.on('message', ({ objectiveCents }: Incumbent) => {
    incumbents.push({ ms: performance.now() - began, objectiveCents });
  });
  const ended = new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  thread.postMessage({ problem, options: { timeLimitMs, marginals: false }, incumbentPort }, [incumbentPort]);
  await ended;
  receiving.close();
  return incumbents;
}

const bestKnown = JSON.parse(readFileSync(new URL('anytime-best.json', import.meta.url), 'utf8')) as Record<
  string,
  { readonly objectiveCents: number }
>;

const rows: Record<string, string | number>[] = [];
for (const accounts of numbers('sizes', '6,8')) {
  for (const seed of numbers('seeds', '1,2,3,4,5,6')) {
    const member: AnytimeMember = { accounts, seed, events: 30, effortCents: 100 };
    const best = bestKnown[nameOf(member)]?.objectiveCents;
    if (best === undefined) throw new Error(`No best known plan of ${nameOf(member)}`);
    for (const isWarm of [false, true]) {
      const thread = new Worker(THREAD, { eval: true, env: {} });
      if (isWarm) await incumbentsOf(thread, WARM_UP_PROBLEM, WARM_UP);
      const incumbents = await incumbentsOf(thread, anytimeProblem(member), LIMIT_MS);
      await thread.terminate();
      const below = (ms: number): string => {
        const last = incumbents.filter((one) => one.ms <= ms).at(-1);
        return last === undefined ? 'none' : (((best - last.objectiveCents) / best) * 100).toFixed(2);
      };
      rows.push({
        accounts,
        seed,
        thread: isWarm ? 'warm' : 'new',
        'first ms': Math.round(incumbents[0]?.ms ?? NaN),
        ...Object.fromEntries(MOMENTS_MS.map((ms) => [`% at ${String(ms)} ms`, below(ms)])),
      });
    }
  }
}
console.table(rows);
