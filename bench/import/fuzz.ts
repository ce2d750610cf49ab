/**
 * Reads thousands of harmed files in a thread with its limits: nothing may crash, hang beyond the limit or be a fault
 * of the reader's own. Every second file is read with a person's answers, so that no question ends it early. `pnpm fuzz:import [files] [first seed]`; every seed gives its file again.
 */
import { randomOf } from '../../packages/planning/src/testing/index.js';
import { ReaderThread } from '../../packages/spreadsheets/test/support/reader-thread.js';
import { corpus } from '../../packages/spreadsheets/test/fuzz/corpus.js';
import { mutate } from '../../packages/spreadsheets/test/fuzz/mutate.js';

const LIMIT_MS = 5_000;
const count = Number(process.argv[2] ?? 20_000);
const firstSeed = Number(process.argv[3] ?? 1);

const files = await corpus();
const thread = new ReaderThread(() => LIMIT_MS);
const outcomes = new Map<string, number>();
const faults: string[] = [];
/** Milliseconds by seed, of the files that took long and were answered. */
const slow: { readonly seed: number; readonly ms: number; readonly word: string }[] = [];
let peakMiB = 0;
const started = performance.now();

for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
  const random = randomOf(seed);
  const bytes = await mutate(random.pick(files), random, random.pick(files));
  const before = performance.now();
  const options = seed % 2 === 0 ? {} : ({ signs: 'SPENDING_POSITIVE', acceptDifferences: true } as const);
  const outcome = await thread.read({ kind: 'statement', bytes, options });
  const took = performance.now() - before;
  const word = outcome.ok ? 'READ' : outcome.error.code;
  outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
  if (word === 'FILE_TIMEOUT') console.log(`seed ${String(seed)} was ended by the limit`);
  else slow.push({ seed, ms: Math.round(took), word });
  if (!outcome.ok && (outcome.error.code === 'UNEXPECTED' || outcome.error.code === 'DIED'))
    faults.push(`seed ${String(seed)}: ${outcome.error.code} ${outcome.error.message}`);
  peakMiB = Math.max(peakMiB, process.memoryUsage.rss() / 1_048_576);
}
await thread.end();
const slowestFirst = slow.sort((a, b) => b.ms - a.ms).slice(0, 5);

console.table(Object.fromEntries([...outcomes].sort(([, a], [, b]) => b - a)));
console.log(
  `${String(count)} files in ${((performance.now() - started) / 1000).toFixed(1)} s, slowest answer ${String(slowestFirst[0]?.ms ?? 0)} ms, peak ${peakMiB.toFixed(0)} MiB`,
);
console.table(slowestFirst);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
