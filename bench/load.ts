/**
 * What an instance carries: `npm run bench:load`. Households with several people each, mixed traffic (lists, summaries,
 * saves, bulk saves, imports compared, notifications, now and then a plan) for a while: requests a second, 50th and
 * 99th percentile, errors, and what the process holds after a full collection, over time. Prints tables, writes
 * `bench/results/load.json`; exit code 1 when a request failed or memory grew.
 *
 * The size by default, six minutes and more; shorter: `LOAD_HOUSEHOLDS=4 LOAD_SECONDS=20 LOAD_THINK_MS=300`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { adminToken, root, startInstance } from '../test/clients/support/instance.mjs';
import { DAILY, drive, inTurns, newHousehold, percentile } from './support/household-traffic.js';
import { median, MemoryProbe, slope } from './support/memory.js';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const SIZE = {
  households: setting('LOAD_HOUSEHOLDS', 200),
  people: setting('LOAD_USERS', 4),
  seconds: setting('LOAD_SECONDS', 300),
  /** Between two clicks of a person, on average. */
  thinkMs: setting('LOAD_THINK_MS', 15_000),
};
/** Memory samples in all; those of the first part, while caches fill, are not judged. */
const SAMPLES = 20;
const WARM_SHARE = 0.3;
/** What the heap may grow by between the beginning and the end of the judged part, MiB. */
const MAX_GROWTH_MIB = 12;

const ms = (value: number) => `${value.toFixed(0)} ms`;
const mib = (value: number) => `${value.toFixed(0)} MiB`;

/** Resident memory of a process at its highest, MiB; nothing where the system does not tell. */
function peakMiB(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  const kb = existsSync(file) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kb === undefined ? undefined : Number(kb) / 1024;
}

const probe = await MemoryProbe.create();
const instance = await startInstance({ TOKEN_MINUTES: '240', ...probe.environment }, probe.nodeArguments);
try {
  const { origin } = instance;
  const admin = await adminToken(origin);
  const homes = await inTurns(SIZE.households, 4, (n) =>
    newHousehold(origin, admin, `casa${n}`, { people: SIZE.people, operations: 40 }),
  );
  const people = homes.flatMap((home) => home.people);
  const until = performance.now() + SIZE.seconds * 1000;
  const load = await probe.during(SIZE.seconds / SAMPLES, () =>
    drive(people, DAILY, { thinkMs: SIZE.thinkMs, goesOn: () => performance.now() < until }),
  );
  const deeds = [...load.times].map(([name, all]) => {
    const sorted = all.sort((a, b) => a - b);
    const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
    return { name, requests: all.length, p50Ms: Math.round(p50), p99Ms: Math.round(p99) };
  });
  const requests = deeds.reduce((sum, deed) => sum + deed.requests, 0);
  const judged = probe.samples.filter(({ seconds }) => seconds > SIZE.seconds * WARM_SHARE);
  const third = Math.max(1, Math.floor(judged.length / 3));
  const heaps = judged.map(({ heapMiB }) => heapMiB);
  const memory = {
    growthMiB: median(heaps.slice(-third)) - median(heaps.slice(0, third)),
    heapMiBPerMinute: slope(judged.map(({ seconds, heapMiB }) => [seconds / 60, heapMiB])),
    residentMiBPerMinute: slope(judged.map(({ seconds, rssMiB }) => [seconds / 60, rssMiB])),
    peakMiB: peakMiB(instance.child.pid ?? 0),
    samples: probe.samples,
  };
  const result = {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
    machineLoad: loadavg()[1],
    size: SIZE,
    requests,
    perSecond: requests / load.seconds,
    errors: load.errors.length,
    turnedAway: load.turnedAway,
    deeds,
    memory,
  };
  console.log(
    `\n${SIZE.households} households × ${SIZE.people} people, ${SIZE.seconds} s, on ${result.machine}\n`,
  );
  console.log('| request | count | 50th | 99th |\n| --- | --- | --- | --- |');
  for (const deed of deeds)
    console.log(`| ${deed.name} | ${deed.requests} | ${ms(deed.p50Ms)} | ${ms(deed.p99Ms)} |`);
  console.log(
    `\n${result.perSecond.toFixed(1)} requests a second, ${load.errors.length} errors, ${load.turnedAway} turned away by a full line`,
  );
  console.log('\n| after | heap after collection | resident |\n| --- | --- | --- |');
  for (const { seconds, heapMiB, rssMiB } of probe.samples)
    console.log(`| ${seconds.toFixed(0)} s | ${mib(heapMiB)} | ${mib(rssMiB)} |`);
  console.log(
    `\nAfter the first ${WARM_SHARE * 100} %: heap ${memory.heapMiBPerMinute.toFixed(2)} MiB a minute (${memory.growthMiB.toFixed(1)} MiB in all, at most ${MAX_GROWTH_MIB}), resident ${memory.residentMiBPerMinute.toFixed(2)} MiB a minute, at its highest ${mib(memory.peakMiB ?? 0)}`,
  );
  for (const error of load.errors.slice(0, 5)) console.error(error);
  if (load.errors.length > 0) console.error(instance.output().slice(-2000));
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  writeFileSync(join(root, 'bench/results/load.json'), `${JSON.stringify(result, null, 2)}\n`);
  if (load.errors.length > 0 || memory.growthMiB > MAX_GROWTH_MIB) process.exitCode = 1;
} finally {
  await instance.stop();
}
