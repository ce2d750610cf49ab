/**
 * Isolation of one household's latency from another's load: `npm run bench:hostile`. A household's dashboard is loaded at a
 * steady pace, first alone and then while another household, in a process of its own, floods the instance with uploads,
 * questions, password attempts or sockets. Every hostile phase stands between two quiet ones of the same run, so that
 * other load weighs on both. Prints p95 of quiet and hostile with their ratio and the processor time of the API, and
 * writes `bench/results/hostile.json`. The goal is a ratio of less than 2; exit code 1 when it is missed.
 * `-- --only uploads` runs one kind and writes nothing.
 */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newHousehold, root, signIn, startInstance } from '../test/clients/support/instance.mjs';
import { enterFinances, QUARTER } from './support/household-finances.mjs';
import { agentOf, pause, send } from './support/http-load.mjs';

const KINDS = ['uploads', 'questions', 'passwords', 'sockets'];
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '8' } },
});
const SECONDS = Number(options.seconds);
/** Dashboards a second: several members of a household at work. */
const PACE = 8;
const GOAL = 2;

/** A household of 6 accounts and 300 operations. */
const seed = (origin, token) =>
  enterFinances(origin, token, {
    accounts: 6,
    ratePct: (account) => account / 2,
    openingBalanceCents: 1_000_000,
    operations: 300,
    status: 'PLANNED',
  });

/** Loads dashboards at the pace. @returns milliseconds of each. */
async function dashboards(origin, token) {
  const agent = agentOf(8);
  const paths = [
    '/api/finance/quarters/list',
    `/api/finance/quarters/get-quarter/${QUARTER}`,
    '/api/finance/accounts/get',
    `/api/finance/operations/get/${QUARTER}`,
  ];
  const took = [];
  const running = [];
  const load = async () => {
    const started = performance.now();
    const statuses = await Promise.all(paths.map((path) => send(origin, agent, { path, token })));
    if (statuses.some((status) => status !== 200)) throw new Error(`A dashboard was answered ${statuses}`);
    took.push(performance.now() - started);
  };
  // Open loop: requests are sent by the clock, so that a stalled server does not slow the load down.
  for (let i = 0; i < SECONDS * PACE; i += 1) {
    running.push(load());
    await pause(1000 / PACE);
  }
  await Promise.all(running);
  agent.destroy();
  return took;
}

const p95 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)];

/** Processor seconds a process has used, its threads included; Linux counts them in hundredths. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Starts the flood of a kind. @returns how to stop it, and the answers it got. */
function startFlood(kind, origin, token) {
  const child = fork(join(root, 'bench/support/flood.mjs'), [kind, origin, token]);
  return () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`The flood ended with ${code}`)));
      child.send('stop');
    });
}

async function measure({ origin, child }, kind, { victim, hostile }) {
  const before = await dashboards(origin, victim);
  const stop = startFlood(kind, origin, hostile);
  await pause(1000);
  const began = performance.now();
  const used = processorSeconds(child.pid);
  const during = await dashboards(origin, victim);
  const processors = ((processorSeconds(child.pid) - used) * 1000) / (performance.now() - began);
  const answers = await stop();
  // Work already begun ends before the quiet phase.
  await pause(3000);
  const after = await dashboards(origin, victim);
  const quietMs = p95(before.concat(after));
  return { kind, quietMs, hostileMs: p95(during), ratio: p95(during) / quietMs, processors, answers };
}

const instance = await startInstance({ LOG_LEVEL: 'silent', SESSION_HOURS: '4', TOKEN_MINUTES: '240' });
try {
  const { origin } = instance;
  const people = [await newHousehold(origin, 'rossi', 'anna'), await newHousehold(origin, 'neri', 'nero')];
  const [victim, hostile] = await Promise.all(
    people.map(({ username, password }) => signIn(origin, username, password)),
  );
  await seed(origin, victim);
  await seed(origin, hostile);
  await dashboards(origin, victim);
  const rows = [];
  for (const kind of KINDS)
    if (options.only === undefined || kind === options.only)
      rows.push(await measure(instance, kind, { victim, hostile }));
  console.log(`Load of the machine: ${loadavg()[0].toFixed(1)} on ${cpus().length} processors`);
  console.log(
    'kind       quiet p95   hostile p95   ratio   processors of the API   answers to the hostile household',
  );
  for (const { kind, quietMs, hostileMs, ratio, processors, answers } of rows)
    console.log(
      `${kind.padEnd(10)} ${quietMs.toFixed(0).padStart(6)} ms ${hostileMs.toFixed(0).padStart(10)} ms ` +
        `${ratio.toFixed(2).padStart(7)} ${processors.toFixed(2).padStart(23)}   ${JSON.stringify(answers)}`,
    );
  if (options.only === undefined) {
    const folder = join(root, 'bench/results');
    mkdirSync(folder, { recursive: true });
    const machine = { cpus: cpus().length, model: cpus()[0]?.model, load: loadavg()[0] };
    const result = { ...machine, pace: PACE, seconds: SECONDS, rows };
    writeFileSync(join(folder, 'hostile.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  }
  process.exitCode = rows.every(({ ratio }) => ratio < GOAL) ? 0 : 1;
} finally {
  await instance.stop();
}
