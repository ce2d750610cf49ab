/**
 * What a start costs: `npm run bench:start`. An instance with the demonstration household and the embedded database,
 * started as `npm start` does once everything is built: the first time on an empty data folder, then START_RUNS times on
 * the folder that is there. Seconds from the command to the line that says ready, the processor time of the API process
 * up to there, which tells more than the clock on a busy machine, and the memory of that process (resident, the database's
 * processes not counted) START_REST_S seconds later, without requests. Prints a table
 * and writes `bench/results/start.json`; exit code 1 when the best warm start or the memory misses its goal: a busy
 * machine can only make a start look slower than it is.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/free-port.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNS = Number(process.env.START_RUNS ?? 5);
const REST_S = Number(process.env.START_REST_S ?? 10);
const GOALS = { warmSeconds: 2, memoryMiB: 150 };
/** Of the kernel's clock ticks, in which it tells processor time. */
const TICK_S = 0.01;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Resident memory of a process, MiB; nothing where the system does not tell. */
function residentMiB(pid) {
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb) / 1024;
  } catch {
    return undefined;
  }
}

/** Processor time of a process so far, seconds; nothing where the system does not tell. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_S;
  } catch {
    return undefined;
  }
}

async function start(data) {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, FIBADO_ENV_FILE: '', FIBADO_DATA: data, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const seconds = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`It did not start:\n${output}`)));
    child.stdout.on('data', (text) => {
      output += text;
      if (output.includes('Fibado is ready')) resolve((performance.now() - began) / 1000);
    });
  });
  const processor = processorSeconds(child.pid);
  await pause(REST_S * 1000);
  const memoryMiB = residentMiB(child.pid);
  child.kill('SIGTERM');
  await ended;
  return { seconds, processor, memoryMiB };
}

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'fibado-start-'));
try {
  const first = await start(join(folder, 'data'));
  const warm = [];
  for (let run = 0; run < RUNS; run += 1) warm.push(await start(join(folder, 'data')));
  const rounded = (value, digits) => (value === undefined ? undefined : Number(value.toFixed(digits)));
  const range = (values, digits) =>
    `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  const starts = warm.map(({ seconds }) => seconds);
  const memory = warm.flatMap(({ memoryMiB }) => memoryMiB ?? []);
  const processor = warm.flatMap((one) => one.processor ?? []);
  const load = loadavg()[0].toFixed(1);
  console.log(
    `\nNode ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${load}\n`,
  );
  console.log('| what | figure | goal |\n| --- | --- | --- |');
  console.log(`| ready, the first time | ${first.seconds.toFixed(1)} s | |`);
  console.log(`| ready, ${RUNS} warm starts | ${range(starts, 1)} s | ${GOALS.warmSeconds} s |`);
  if (processor.length > 0) console.log(`| processor time until then | ${range(processor, 2)} s | |`);
  if (memory.length > 0) console.log(`| memory at rest | ${range(memory, 0)} MiB | ${GOALS.memoryMiB} MiB |`);
  const met =
    Math.min(...starts) < GOALS.warmSeconds && (memory.length === 0 || Math.max(...memory) < GOALS.memoryMiB);
  const result = {
    bench: 'start',
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    load: Number(load),
    restSeconds: REST_S,
    goals: GOALS,
    met,
    firstSeconds: rounded(first.seconds, 2),
    warm: warm.map((one) => ({
      seconds: rounded(one.seconds, 2),
      processorSeconds: rounded(one.processor, 2),
      memoryMiB: rounded(one.memoryMiB, 1),
    })),
  };
  mkdirSync(join(root, 'bench/results'), { recursive: true });
  writeFileSync(join(root, 'bench/results/start.json'), `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = met ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
