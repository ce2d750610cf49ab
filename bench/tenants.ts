/**
 * What other households' data do to one's own: `npm run bench:tenants`. Two instances side by side: in one a household
 * is among ten others, in the other among TENANTS, all with QUARTERS quarters of OPERATIONS operations each.
 * The two are asked in turns for the list and the summary, so that whatever else the machine does slows both. Then the
 * very statements the API sent are explained by PostgreSQL, under the role and the row-level security of the API.
 * Prints tables, writes `bench/results/tenants.json`; exit code 1 when the 95th percentile of the full instance is more than 1.3
 * times that of the other, or when a large table is read whole.
 *
 * By default 5.1 million rows, minutes to write; shorter: `TENANTS=50 OPERATIONS=60`.
 */
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { explained, type SentStatement } from '../apps/api/test/support/explain.js';
import { pause } from '../apps/api/test/support/waiting.js';
import { copyHousehold } from '../apps/api/test/support/many-households.js';
import { adminToken, request, root, startInstance } from '../test/clients/support/instance.mjs';
import { QUARTER } from './support/household-finances.mjs';
import { newHousehold, percentile, tenantOf } from './support/household-traffic.js';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
const SIZE = {
  tenants: setting('TENANTS', 1000),
  quarters: setting('QUARTERS', 17),
  operations: setting('OPERATIONS', 300),
};
const SLOWER = 1.3;
const FEW = 10;
const WARM_UP = 100;
const SAMPLES = 600;
const CODE = 'casa';
const READINGS = {
  list: `/api/finance/operations/get/${QUARTER}`,
  summary: `/api/finance/quarters/summary/${QUARTER}`,
};
/** Tables that are large here; of the others a few pages are read whole at less cost than by an index. */
const WHOLE = /Seq Scan on (?:operations|setups|quarters)\b/;

type Instance = Awaited<ReturnType<typeof startInstance>>;

interface Times {
  readonly p50: number;
  readonly p95: number;
}

function timesOf(samples: number[]): Times {
  const sorted = samples.sort((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

/** The embedded database's address as its owner. */
function ownerUrl(data: string): string {
  const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
  const key = createHash('sha256').update(secret).digest();
  const password = createHmac('sha256', key).update('postgres-owner').digest('base64url');
  const port = readFileSync(join(data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://fibado:${password}@127.0.0.1:${port}/fibado`;
}

/** One household of its own in an instance: who asks there. */
async function settle({ origin }: Instance) {
  const admin = await adminToken(origin);
  const home = await newHousehold(origin, admin, CODE, { people: 1, operations: SIZE.operations });
  const [person] = home.people;
  if (!person) throw new Error('A household without people');
  return { ...person, tenantId: await tenantOf(origin, admin, CODE) };
}

/** The statements one request sends; others' work in the background is left out by taking the shortest of three. */
async function recorded(
  instance: Instance,
  file: string,
  send: () => Promise<unknown>,
): Promise<SentStatement[]> {
  let shortest: SentStatement[] | undefined;
  for (let i = 0; i < 3; i += 1) {
    rmSync(file, { force: true });
    instance.child.kill('SIGUSR2');
    await pause(50);
    await send();
    instance.child.kill('SIGUSR2');
    while (!existsSync(file)) await pause(10);
    await pause(20);
    const statements = JSON.parse(readFileSync(file, 'utf8')) as SentStatement[];
    if (!shortest || statements.length < shortest.length) shortest = statements;
  }
  return shortest ?? [];
}

const sqlFile = join(root, 'bench/results', `sql-${process.pid}.json`);
mkdirSync(join(root, 'bench/results'), { recursive: true });
const record = ['--import', join(root, 'bench/support/record-sql.mjs')];
const environment = { TOKEN_MINUTES: '240', RECORD_SQL: sqlFile };
const instances: Instance[] = [];
try {
  const small = await startInstance(environment, record);
  instances.push(small);
  const full = await startInstance(environment, record);
  instances.push(full);
  const few = await settle(small);
  const many = await settle(full);
  const began = performance.now();
  await copyHousehold(ownerUrl(join(small.folder, 'data')), few.tenantId, { ...SIZE, tenants: FEW });
  await copyHousehold(ownerUrl(join(full.folder, 'data')), many.tenantId, SIZE);
  const wroteSeconds = (performance.now() - began) / 1000;

  const figures: Record<string, { few: Times; many: Times; ratio: number; plans: string[] }> = {};
  for (const [name, path] of Object.entries(READINGS)) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let i = 0; i < WARM_UP + SAMPLES; i += 1) {
      for (const [which, { origin, token }] of Object.entries({ few, many })) {
        const started = performance.now();
        await request(origin, path, { token });
        if (i >= WARM_UP) times[which as 'few' | 'many'].push(performance.now() - started);
      }
    }
    const [one, other] = [timesOf(times.few), timesOf(times.many)];
    const { origin, token } = many;
    const statements = await recorded(full, sqlFile, () => request(origin, path, { token }));
    figures[name] = {
      few: one,
      many: other,
      ratio: other.p95 / one.p95,
      plans: await explained(statements),
    };
  }
  const rows = SIZE.tenants * SIZE.quarters * SIZE.operations;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
  console.log(
    `\n${SIZE.tenants} tenants × ${SIZE.quarters} quarters × ${SIZE.operations} operations = ${rows}`,
  );
  console.log(`rows, written in ${wroteSeconds.toFixed(0)} s, on ${machine}\n`);
  console.log(`| | among ${FEW} | among ${SIZE.tenants} | ratio of p95 |\n| --- | --- | --- | --- |`);
  const ms = ({ p50, p95 }: Times) => `${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`;
  for (const [name, one] of Object.entries(figures))
    console.log(`| ${name} | ${ms(one.few)} | ${ms(one.many)} | ${one.ratio.toFixed(2)} |`);
  const plans = Object.values(figures).flatMap((one) => one.plans);
  const whole = plans.filter((plan) => WHOLE.test(plan));
  const byIndex = plans.filter((plan) => /Index.* on operations\b|on operations_/.test(plan));
  console.log(`\nHow PostgreSQL reads the operations:\n\n${byIndex[0] ?? 'not by an index'}`);
  for (const plan of whole) console.error(`\nRead whole:\n${plan}`);
  const met =
    Object.values(figures).every(({ ratio }) => ratio <= SLOWER) && whole.length === 0 && byIndex.length > 0;
  writeFileSync(
    join(root, 'bench/results/tenants.json'),
    `${JSON.stringify({ machine, machineLoad: loadavg()[1], size: SIZE, rows, wroteSeconds, goal: SLOWER, met, figures }, null, 2)}\n`,
  );
  process.exitCode = met ? 0 : 1;
} finally {
  for (const instance of instances) await instance.stop();
  rmSync(sqlFile, { force: true });
}
