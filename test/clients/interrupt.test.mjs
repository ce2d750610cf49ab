/* global describe, it, expect, beforeAll, afterAll */
/** Ctrl-C: the command ends at once with exit code 130, and the instance goes on with nothing it was asked. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandIn } from './support/command.mjs';
import {
  newHousehold,
  PASSWORD,
  request,
  root,
  runProgram,
  signIn,
  startInstance,
} from './support/instance.mjs';
import { freePort } from '../../scripts/free-port.mjs';

/** Far longer than any wait here: a command that ends sooner was interrupted. */
const LOOKS_FOR_SECONDS = 60;
const QUARTER = '2027-04-01';

let instance;
let fibado;
let folder;
let token;
let problem;
let metrics;

/** The problem of the solver's own tests that no engine is done with soon. */
async function hardProblem() {
  const script = `
    import { hardProblem } from './packages/planning/src/testing/hard-problem.ts';
    process.stdout.write(JSON.stringify(hardProblem()));`;
  const args = ['--no-warnings', '--import', './scripts/typescript.mjs', '--input-type=module', '-e', script];
  const { code, stdout, stderr } = await runProgram(process.execPath, args);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  const port = await freePort();
  instance = await startInstance({ METRICS_PORT: String(port) });
  metrics = `http://127.0.0.1:${port}/metrics`;
  const person = await newHousehold(instance.origin);
  token = await signIn(instance.origin, person.username, person.password);
  folder = join(instance.folder, 'home');
  mkdirSync(folder);
  fibado = commandIn(folder);
  const signedIn = await fibado.run(['login', instance.origin, '-u', person.username], `${PASSWORD}\n`);
  expect(signedIn).toMatchObject({ code: 0, stderr: '' });
  problem = await hardProblem();
});
afterAll(() => instance?.stop());

const api = (path, body) => request(instance.origin, `/api/finance/${path}`, { token, body });

/** The same as a household of the instance. */
async function seed() {
  const bank = await api('banks/save', {
    name: 'Banca',
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'ACTUAL_DAYS',
  });
  const group = await api('accountGroups/save', { name: 'Anna', holders: ['Anna Rossi'] });
  const ids = new Map();
  for (const account of problem.accounts) {
    const { id } = await api('accounts/save', {
      name: account.name,
      bankId: bank.id,
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: account.rates,
      minBalanceCents: account.minBalanceCents,
    });
    ids.set(account.id, id);
  }
  await api('quarters/init-quarter', { date: QUARTER });
  await api('quarters/save-setups', {
    date: QUARTER,
    setups: problem.setups.map(({ accountId, openingBalanceCents }) => ({
      accountId: ids.get(accountId),
      openingBalanceCents,
    })),
  });
  await api('operations/save-bulk', {
    operations: problem.operations.map(({ kind, date, valueDate, accountId, amountCents }) => ({
      quarter: QUARTER,
      kind,
      date,
      valueDate,
      accountId: ids.get(accountId),
      amountCents,
      description: 'Movimento',
      status: 'PLANNED',
    })),
  });
}

const busy = async () => {
  const text = await (await fetch(metrics)).text();
  return Number(/^fibado_solver_busy (\d+)$/m.exec(text)?.[1]);
};

async function until(what, holds, ms = 30_000) {
  for (const end = Date.now() + ms; !(await holds());) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs the command, sends it the signal once a solver works, and tells how it ended and what it said. */
async function interrupted(...args) {
  const main = join(root, 'packages/client/dist/cli/main.js');
  const env = { ...process.env, FIBADO_CONFIG: join(folder, 'config') };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (text) => (said[name] += text));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  await until('a solver at work', async () => (await busy()) === 1);
  const at = Date.now();
  child.kill('SIGINT');
  const how = await ended;
  expect(Date.now() - at).toBeLessThan(5000);
  return { ...how, ...said };
}

const QUIET = { code: 130, signal: null, stdout: '', stderr: '' };

describe('Ctrl-C', () => {
  it('ends a plan of a file, and the solver that looked for it', async () => {
    const file = join(folder, 'hard.json');
    writeFileSync(file, JSON.stringify({ problem, options: { timeLimitMs: LOOKS_FOR_SECONDS * 1000 } }));
    expect(await interrupted('what-if', file)).toEqual(QUIET);
    await until('the solver to rest', async () => (await busy()) === 0, 15_000);
  });

  it('ends a plan of a quarter: its run is cancelled, and nothing is taken over', async () => {
    await seed();
    const before = await api(`operations/get/${QUARTER}`);
    const limit = ['--time-limit', String(LOOKS_FOR_SECONDS)];
    expect(await interrupted('optimize', '2027-Q2', '--accept', ...limit)).toEqual(QUIET);
    await until('the solver to rest', async () => (await busy()) === 0, 15_000);
    const { items } = await api('optimizer/runs');
    expect(items.map(({ state }) => state)).toEqual(['CANCELLED']);
    expect(await api(`operations/get/${QUARTER}`)).toEqual(before);
  });
});
