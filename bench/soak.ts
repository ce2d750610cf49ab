/**
 * Whether an instance leaks: `npm run soak -- leak`. What a small instance is asked in twelve hours, as fast as it goes:
 * sessions that begin and end, reads, saves taken back, files compared and written, plans, pages' lines opened and
 * closed, refusals. Nothing is left behind, so what the process holds after a full collection has to stay where it was
 * once its caches are full: the median of the last quarter of the run is compared with that of the second.
 * Prints a table, writes `bench/results/soak.json`; exit code 1 when a request failed or the heap grew. Two heap
 * snapshots to compare are written to the folder SOAK_SNAPSHOTS, where it is set; an empty SOAK_RESULTS keeps no figures.
 *
 * Twelve hours are a deed every 20 seconds of each of 32 people (SOAK_DEEDS).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { adminToken, root, startInstance } from '../test/clients/support/instance.mjs';
import { drive, inTurns, newHousehold, PASSING, percentile } from './support/household-traffic.js';
import { median, MemoryProbe, slope } from './support/memory.js';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const HOURS = 12;
const SECONDS_A_DEED = 20;
const HOUSEHOLDS = setting('SOAK_HOUSEHOLDS', 8);
const PEOPLE = setting('SOAK_PEOPLE', 4);
const DEEDS = setting('SOAK_DEEDS', (HOURS * 3600 * HOUSEHOLDS * PEOPLE) / SECONDS_A_DEED);
/** Deeds before the first sample: code is loaded and compiled, threads are started. */
const WARM_UP = Math.min(2000, Math.round(DEEDS / 2));
const SAMPLES = 24;
/** What the heap may have grown by from the second quarter to the last, MiB and share: the garbage of a moment. */
const BOUND = { mib: 2, share: 0.04 };

const probe = await MemoryProbe.create();
const instance = await startInstance({ SESSION_HOURS: '24', TOKEN_MINUTES: '1440', ...probe.environment }, [
  ...probe.nodeArguments,
  // Deliberate, to see that it is found: a module that keeps something of each request.
  ...(process.env['SOAK_IMPORT'] ? ['--import', process.env['SOAK_IMPORT']] : []),
]);
try {
  const { origin } = instance;
  const admin = await adminToken(origin);
  const homes = await inTurns(HOUSEHOLDS, 2, (n) =>
    newHousehold(origin, admin, `casa${n}`, { people: PEOPLE, operations: 40 }),
  );
  const people = homes.flatMap((home) => home.people);
  const errors: string[] = [];
  const times = new Map<string, number[]>();
  let turnedAway = 0;
  const run = async (deeds: number) => {
    const tally = await drive(people, PASSING, { thinkMs: 0, goesOn: (done) => done < deeds });
    errors.push(...tally.errors);
    turnedAway += tally.turnedAway;
    for (const [name, all] of tally.times) times.set(name, [...(times.get(name) ?? []), ...all]);
  };
  const snapshots = process.env['SOAK_SNAPSHOTS'];
  const snapshot = async (name: string) => {
    if (snapshots) await probe.snapshot(join(snapshots, `${name}.heapsnapshot`));
  };
  const began = performance.now();
  await run(WARM_UP);
  for (let n = 0; n < SAMPLES; n += 1) {
    await run(Math.round(DEEDS / SAMPLES));
    await probe.sample();
    if (n === SAMPLES / 4) await snapshot('before');
  }
  await snapshot('after');
  const seconds = (performance.now() - began) / 1000;
  const quarter = SAMPLES / 4;
  const quarters = [0, 1, 2, 3].map((n) => {
    const part = probe.samples.slice(n * quarter, (n + 1) * quarter);
    return {
      heapMiB: median(part.map(({ heapMiB }) => heapMiB)),
      residentMiB: median(part.map(({ rssMiB }) => rssMiB)),
    };
  });
  const [second, last] = [quarters[1]?.heapMiB ?? 0, quarters[3]?.heapMiB ?? 0];
  const bound = Math.max(BOUND.mib, second * BOUND.share);
  const judged = probe.samples.slice(quarter);
  const perThousand = slope(judged.map(({ heapMiB }, i) => [(i * DEEDS) / SAMPLES / 1000, heapMiB]));
  const done = [...times.values()].reduce((sum, all) => sum + all.length, 0);
  console.log(
    `\n${done} deeds in ${seconds.toFixed(0)} s, ${errors.length} errors, ${turnedAway} turned away by a full line\n`,
  );
  console.log('| deed | count | 50th | 99th |\n| --- | --- | --- | --- |');
  for (const [name, all] of times) {
    const sorted = all.sort((a, b) => a - b);
    const at = (share: number) => `${percentile(sorted, share).toFixed(0)} ms`;
    console.log(`| ${name} | ${all.length} | ${at(0.5)} | ${at(0.99)} |`);
  }
  console.log('\n| quarter of the run | heap after collection | resident |\n| --- | --- | --- |');
  quarters.forEach(({ heapMiB, residentMiB }, n) =>
    console.log(`| ${n + 1} | ${heapMiB.toFixed(1)} MiB | ${residentMiB.toFixed(0)} MiB |`),
  );
  console.log(
    `\nHeap: ${(last - second).toFixed(1)} MiB more than in the second quarter, at most ${bound.toFixed(1)}; ${(perThousand * 1024).toFixed(0)} KiB a thousand deeds`,
  );
  for (const error of errors.slice(0, 5)) console.error(error);
  if (errors.length > 0) console.error(instance.output().slice(-2000));
  const grew = last - second > bound;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
  const result = { machine, machineLoad: loadavg()[1], deeds: done, seconds, turnedAway, bound };
  const kept = process.env['SOAK_RESULTS'] ?? join(root, 'bench/results');
  if (kept) mkdirSync(kept, { recursive: true });
  if (kept)
    writeFileSync(
      join(kept, 'soak.json'),
      `${JSON.stringify({ ...result, errors: errors.length, kibPerThousandDeeds: perThousand * 1024, quarters, samples: probe.samples }, null, 2)}\n`,
    );
  if (grew || errors.length > 0) process.exitCode = 1;
} finally {
  await instance.stop();
}
