/* global describe, it, test, expect, beforeAll, afterAll */
/** The documents' recipes as they stand there, against a started instance. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse } from 'yaml';
import { commandIn } from './support/command.mjs';
import { newHousehold, newKey, root, runProgram, startInstance } from './support/instance.mjs';

/** The blocks of a document marked `<!-- test: name -->`. */
function recipes(document, name) {
  const text = readFileSync(join(root, 'docs/clients', document), 'utf8');
  const blocks = [...text.matchAll(/<!-- test: (\w+) -->\s+```\w+\n([^]*?)```/g)];
  return blocks.filter(([, kind]) => kind === name).map(([, , code]) => code);
}

let instance;
let folder;
let fibado;
let env;
let person;

beforeAll(async () => {
  instance = await startInstance();
  folder = join(instance.folder, 'home');
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  person = await newHousehold(instance.origin);
  const key = await newKey(instance.origin, person);
  env = { FIBADO_URL: instance.origin, FIBADO_API_KEY: key, PATH: `${bin}:${process.env.PATH}` };
  env.FIBADO_CONFIG = join(folder, 'config');
  fibado = commandIn(folder, env);
  const main = join(root, 'packages/client/dist/cli/main.js');
  writeFileSync(join(bin, 'fibado'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  });
});
afterAll(() => instance?.stop());

it('the command: from nothing to a plan', async () => {
  const [script] = recipes('command.md', 'shell');
  const done = await runProgram('sh', ['-e', '-c', script], { cwd: folder, env });
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toMatch(/Accepted: [1-4] transfers are planned/);
  expect(done.stdout).toMatch(/Newest plan: gain \d+\.\d\d, accepted/);
});

describe('cron', () => {
  it('imports a folder, plans, tells', async () => {
    const [script] = recipes('cron.md', 'cron');
    const file = join(folder, 'fibado-night');
    writeFileSync(file, script, { mode: 0o755 });
    const account = join(folder, 'statements/Corrente');
    mkdirSync(account, { recursive: true });
    const head =
      'Conto;Data contabile;Data valuta;Importo (EUR);Descrizione;Categoria;Tipo;Stato;Conto collegato';
    writeFileSync(
      join(account, 'gennaio.csv'),
      `${head}\nCorrente;2027-01-11;2027-01-11;-85,20;Spesa al mercato;Casa;Spesa;Eseguita;`,
    );
    writeFileSync(join(account, 'rotto.csv'), 'nothing;a bank\nwould;write');
    await fibado.text(
      'operations',
      'save',
      'kind=EXPENSE',
      'date=2027-01-25',
      'account=Corrente',
      'amount=42',
      'description=Libreria',
      'status=DONE',
    );
    writeFileSync(
      join(account, 'sospetto.csv'),
      `${head}\nCorrente;2027-01-25;2027-01-25;-42,00;Libreria;Casa;Spesa;Eseguita;`,
    );
    const mail = join(folder, 'mail.txt');
    const told = { ...env, NOTIFY: `tee ${mail}` };
    const done = await runProgram(file, [join(folder, 'statements'), '2027-Q1'], { cwd: folder, env: told });
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(readdirSync(join(account, 'done'))).toEqual(['gennaio.csv']);
    expect(readdirSync(join(account, 'look')).sort()).toEqual(['rotto.csv', 'sospetto.csv']);
    const text = readFileSync(mail, 'utf8');
    expect(text).toContain('Spesa al mercato');
    // The refused file by its name, in a sentence and without a code.
    expect(text).toMatch(/rotto\.csv: \w+/);
    expect(text).not.toMatch(/FILE_[A-Z_]+/);
    expect(text).toMatch(/Net return -?\d/);
    // The next night there is nothing to tell.
    writeFileSync(mail, '');
    await runProgram(file, [join(folder, 'statements'), '2027-Q1'], { cwd: folder, env: told });
    expect(readFileSync(mail, 'utf8')).toBe('');
  });

  it('works out the quarter of the day', async () => {
    const document = readFileSync(join(root, 'docs/clients/cron.md'), 'utf8');
    const [, expression] = /statements "([^]*?)"\n```/.exec(document);
    const done = await runProgram('sh', ['-c', `echo "${expression.replaceAll('\\%', '%')}"`]);
    const now = new Date();
    expect(done.stdout.trim()).toBe(`${now.getFullYear()}-Q${Math.floor(now.getMonth() / 3) + 1}`);
  });
});

test.each(recipes('curl.md', 'curl').map((code, index) => [index + 1, code]))('curl %i', async (_, code) => {
  const done = await runProgram('sh', ['-c', code], { cwd: folder, env });
  expect([done.code, done.stderr]).toEqual([0, '']);
  if (code.includes('--output'))
    expect(readFileSync(join(folder, '2027-Q1.xlsx')).length).toBeGreaterThan(1000);
  else expect(JSON.parse(done.stdout)).toBeTruthy();
});

it('there are curl recipes at all', () => {
  expect(recipes('curl.md', 'curl')).toHaveLength(5);
});

describe('the tools for assistants, as the document configures them', () => {
  const clients = [];
  afterAll(() => Promise.all(clients.map((client) => client.close())));
  const [configuration] = recipes('mcp.md', 'mcp').map((text) => JSON.parse(text).mcpServers.fibado);

  async function connect(scopes, more = []) {
    const key = await newKey(instance.origin, person, scopes);
    const { command, args } = configuration;
    const named = { ...configuration.env, FIBADO_URL: instance.origin, FIBADO_API_KEY: key };
    expect(Object.keys(named)).toEqual(Object.keys(configuration.env));
    const own = { ...named, PATH: env.PATH, FIBADO_CONFIG: join(folder, 'no-login') };
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args: [...args, ...more], env: own }));
    clients.push(client);
    const call = async (name, given = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      return isError ? { refused: content[0].text } : JSON.parse(content[0].text);
    };
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    return { client, call, names };
  }
  const READ = ['accounts', 'to_do', 'summary', 'goals', 'tax_dossier', 'year_end'];
  const PLAN = ['plan', 'what_if', 'why_not', 'offer', 'term_offers', 'goal_prices'];
  const WRITE = ['make_plan', 'accept_plan', 'save_operation', 'save_goal', 'mark_done'];

  it('are those that the key opens, and those that write only on demand', async () => {
    expect((await connect(['FINANCE_READ'], ['--write']).catch(() => undefined))?.names).toBeUndefined();
    expect((await connect(['FINANCE_READ'])).names).toEqual(READ);
    expect((await connect(undefined)).names).toEqual([...READ, ...PLAN]);
    const { client, names } = await connect(undefined, ['--write']);
    expect(names).toEqual([...READ, ...PLAN, ...WRITE]);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toEqual(
      WRITE,
    );
    expect(JSON.stringify(tools)).not.toContain('$ref');
  });

  it('answer with the figures of the API, the hash of their run and the names of ids, and store nothing', async () => {
    const { call } = await connect(['FINANCE_READ', 'OPTIMIZE']);
    const runs = () => fibado.json('quarter', 'summary', '2027-Q1').then(({ latestPlan }) => latestPlan);
    const before = await runs();
    const planned = await call('plan', { quarter: '2027-Q1', options: { maxTransfers: 4 } });
    expect(planned.inputHash).toMatch(/^[0-9a-f]{64}$/);
    expect(planned.answer).toMatchObject({ status: 'OPTIMAL', inputHash: planned.inputHash });
    expect(Object.values(planned.names)).toEqual(expect.arrayContaining(['Corrente', 'Deposito']));
    const closed = { kind: 'CLOSE_ACCOUNT', accountId: 'Deposito', on: '2027-02-26' };
    const tried = await call('what_if', { quarter: '2027-Q1', changes: [closed], timeLimitMs: 2000 });
    expect(tried.inputHash).toMatch(/^[0-9a-f]{64}$/);
    expect(tried.answer.worthCents).toBe(
      tried.answer.plan.objectiveCents - tried.answer.reference.objectiveCents,
    );
    const options = { timeLimitMs: 2000 };
    const pair = { fromAccountId: 'Corrente', toAccountId: 'Deposito' };
    const forbidden = await call('why_not', { quarter: '2027-Q1', forbidden: [pair], options });
    expect(forbidden.inputHash).toMatch(/^[0-9a-f]{64}$/);
    expect(forbidden.answer.lossCents).toBeGreaterThanOrEqual(0);
    const { answer: summary, inputHash } = await call('summary', { quarter: '2027-Q1' });
    const { latestPlan, evaluation } = await fibado.json('quarter', 'summary', '2027-Q1');
    expect([inputHash, summary.latestPlan]).toEqual([latestPlan.inputHash, latestPlan]);
    expect(summary.evaluation.netReturnCents).toBe(evaluation.netReturnCents);
    expect(await runs()).toEqual(before);
    expect((await call('tax_dossier', { year: 2027 })).answer.isee.referenceYear).toBe(2027);
    expect((await call('accounts')).answer.accounts).toEqual(await fibado.json('accounts', 'list'));
    const { answer } = await call('offer', {
      quarter: '2027-Q1',
      offer: await offered(),
      options,
    });
    expect(answer.gainCents).toBe(answer.withOffer.objectiveCents - answer.base.objectiveCents);
  });

  /** The deposit at another rate, of a bank named by its name. */
  async function offered() {
    const all = await fibado.json('accounts', 'list');
    const { id: _id, version: _version, ...account } = all.find(({ name }) => name === 'Deposito');
    const rates = [{ ...account.rates[0], tiers: [{ upToCents: null, ratePct: 4 }] }];
    return { ...account, name: 'Offerta', bankId: 'Banca Uno', accountGroupId: 'Anna', rates };
  }

  it('say what is wrong in words', async () => {
    const { call } = await connect(['FINANCE_READ', 'OPTIMIZE']);
    expect((await call('summary', { quarter: '2099-Q1' })).refused).toContain('[NOT_FOUND');
    const wrong = { quarter: '2027-Q1', changes: [{ kind: 'CLOSE_ACCOUNT', accountId: 'Nessuno', on: 'x' }] };
    expect((await call('what_if', wrong)).refused).toBe('There is no account Nessuno.');
    expect((await call('save_operation')).refused).toBe('There is no such tool.');
  });

  it('plan, accept and tick with a key that may write', async () => {
    const { call } = await connect(undefined, ['--write']);
    const made = await call('make_plan', { quarter: '2027-Q1', options: { maxTransfers: 4 } });
    const { runId, result } = made.answer;
    expect(made.inputHash).toBe(result.inputHash);
    const accepted = await call('accept_plan', { runId });
    expect(accepted).toMatchObject({
      inputHash: made.inputHash,
      answer: { runId, transfers: result.transfers.length },
    });
    const saved = await call('save_operation', {
      quarter: '2027-Q1',
      kind: 'EXPENSE',
      date: '2027-03-10',
      valueDate: '2027-03-10',
      accountId: 'Corrente',
      amountCents: 4200,
      description: 'Libri',
    });
    const ticked = await call('mark_done', { quarter: '2027-Q1', operationId: saved.answer.id });
    expect(ticked.answer).toMatchObject({ status: 'DONE', amountCents: 4200 });
    const goal = { name: 'Auto', date: '2027-03-15', amountCents: 10_000, accountIds: ['Corrente'] };
    const kept = await call('save_goal', goal);
    expect((await call('goals')).answer).toEqual([kept.answer]);
    const prices = await call('goal_prices', { quarter: '2027-Q1' });
    expect(prices.inputHash).toMatch(/^[0-9a-f]{64}$/);
    expect(prices.names[kept.answer.id]).toBe('Auto');
    expect(prices.answer.goals.map(({ goalId }) => goalId)).toEqual([kept.answer.id]);
    const { answer } = await call('to_do');
    const planned = (await fibado.json('operations', 'list', '2027-Q1')).filter(
      ({ kind, status }) => kind === 'TRANSFER' && status === 'PLANNED',
    );
    expect(answer.transfers).toEqual(planned);
    expect(planned.length).toBeGreaterThan(0);
  });
});

/** Python with the template language of Home Assistant, installed beside the test where the machine has none. */
async function pythonWithJinja() {
  if ((await runProgram('python3', ['-c', 'import jinja2'])).code === 0) return {};
  const target = join(folder, 'python');
  const done = await runProgram('python3', [
    '-m',
    'pip',
    'install',
    '-q',
    '--target',
    target,
    'jinja2==3.1.6',
  ]);
  expect([done.code, done.stderr]).toEqual([0, expect.anything()]);
  return { PYTHONPATH: target };
}

it('Home Assistant: its sensors read what the API answers', async () => {
  const [text] = recipes('home-assistant.md', 'homeassistant');
  const secret = { tag: '!secret', resolve: (name) => name };
  const { rest } = parse(text, { customTags: [secret] });
  await fibado.text(
    'accounts',
    'save',
    'name=Vincolato',
    'bank=Banca Uno',
    'group=Anna',
    'kind=DEPOSIT_TERM',
    'dutyRegime=PROPORTIONAL',
    'openedOn=2027-01-04',
    'maturityDate=2027-03-01',
    'linkedAccount=Corrente',
    'rate=2',
  );
  const key = await newKey(instance.origin, person, ['FINANCE_READ']);
  const input = JSON.stringify({ rest, origin: instance.origin, key, now: '2027-02-01T09:00:00+01:00' });
  const script = join(root, 'test/clients/support/home-assistant.py');
  const done = await runProgram('python3', [script], { input, env: await pythonWithJinja() });
  expect([done.code, done.stderr]).toEqual([0, '']);
  const planned = (await fibado.json('operations', 'list', '2027-Q1'))
    .filter(({ kind, status }) => kind === 'TRANSFER' && status === 'PLANNED')
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  const { latestPlan } = await fibado.json('quarter', 'summary', '2027-Q1');
  const values = JSON.parse(done.stdout);
  expect(values.fibado_next_transfer).toBe(planned[0].date);
  expect(Number(values.fibado_next_transfer_amount) * 100).toBeCloseTo(planned[0].amountCents);
  expect(Number(values.fibado_gain) * 100).toBeCloseTo(latestPlan.gainCents);
  expect(values.fibado_days_to_maturity).toBe('28');
});

describe('the package, packed by plain npm and installed in an empty project', () => {
  let project;
  // How loud it is, too: an npm that runs the tests hands its own settings on.
  const settings = { npm_config_update_notifier: 'false', npm_config_loglevel: 'notice' };
  const npm = (...args) => runProgram('npm', args, { cwd: project, env: settings });
  beforeAll(async () => {
    project = join(folder, 'project');
    mkdirSync(project);
    const packed = await runProgram('npm', ['pack', '--silent', '--pack-destination', project], {
      cwd: join(root, 'packages/client'),
    });
    expect([packed.code, packed.stderr.replaceAll(/^Building .*\n/gm, '')]).toEqual([0, '']);
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    const installed = await npm(
      'install',
      '--no-audit',
      '--no-fund',
      `./${packed.stdout.trim().split('\n').at(-1)}`,
      `@types/node@${manifest('package.json').devDependencies['@types/node']}`,
    );
    expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining('added')]);
  });
  const manifest = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const installedAt = (path = '') => join(project, 'node_modules/@fibado/client', path);

  it('holds what it needs, and nothing of the workspace', () => {
    const { dependencies } = JSON.parse(readFileSync(installedAt('package.json'), 'utf8'));
    expect(JSON.stringify(dependencies)).not.toContain('workspace:');
    // What comes from the contracts has their version.
    const { zod } = manifest('packages/contracts/package.json').dependencies;
    expect(dependencies).toMatchObject({ zod });
    const files = readdirSync(installedAt(), { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(files.filter((name) => /\.map$|\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
    expect(readdirSync(join(project, 'node_modules/@fibado'))).toEqual(['client']);
  });

  it('leaves out the kit for assistants, and says how to install it', async () => {
    expect(readdirSync(join(project, 'node_modules'))).not.toContain('@modelcontextprotocol');
    const main = installedAt('dist/published/cli/main.js');
    const done = await runProgram(process.execPath, [main, 'mcp'], { env });
    expect(done.code).toBe(1);
    const { peerDependencies } = manifest('packages/client/package.json');
    const [[name, version]] = Object.entries(peerDependencies);
    expect(done.stderr).toContain(`npm install -g ${name}@${version}`);
    expect(readFileSync(join(root, 'docs/clients/mcp.md'), 'utf8')).toContain(`${name}@${version}`);
  });

  it.each([
    ['Node', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
    ['a bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: ['node'] }],
  ])('type-checks strictly for %s, the libraries too', async (_, settings) => {
    const [code] = recipes('typescript.md', 'typescript');
    writeFileSync(join(project, 'script.ts'), code);
    writeFileSync(
      join(project, 'wrong.ts'),
      `${code}\n// @ts-expect-error there is no such field\nawait client.call(api.banks.save, { body: { nome: 'x' } });\n` +
        `// @ts-expect-error the answer is a list\n(await client.call(api.banks.get)).name;\n`,
    );
    const compilerOptions = {
      target: 'es2023',
      strict: true,
      skipLibCheck: false,
      ...settings,
    };
    const files = ['script.ts', 'wrong.ts'];
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
    const compiled = await runProgram(process.execPath, [tsc, '-p', '.'], { cwd: project });
    expect([compiled.code, compiled.stdout]).toEqual([0, '']);
  });

  it('runs: the script, and the command under the name of the package', async () => {
    const ran = await runProgram(process.execPath, ['script.js'], { cwd: project, env });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(
      /^[23] accounts\nNo: PREVIOUS_MISSING\nsaved 1\n(\d+ of \d+ bytes\n)+1 sheet\n$/,
    );
    const npx = (...args) =>
      runProgram('npx', ['--no-install', '@fibado/client', ...args], { cwd: project, env });
    const { version } = manifest('packages/client/package.json');
    expect(await npx('--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
    const listed = await npx('banks', 'list', '--json');
    expect(JSON.parse(listed.stdout).map(({ name }) => name)).toContain('Banca via TypeScript');
  });
});

it('no document or help sends to the command without its scope', () => {
  const files = ['docs', 'packages/client/src', 'packages/client/README.md', 'README.md', 'README.it.md'];
  const found = spawnSync('grep', ['-rnE', '(npx|npm (install|i|exec)( -g)?) +(--yes +)?fibado', ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = found.stdout.split('\n').filter((line) => line && !line.includes('never `npx fibado`'));
  expect(lines).toEqual([]);
});

it('Python, with its standard library alone', async () => {
  const [code] = recipes('python.md', 'python');
  const done = await runProgram('python3', ['-I', '-W', 'error', '-'], { cwd: folder, env, input: code });
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toMatch(
    /^Corrente CURRENT\nDeposito DEPOSIT_FREE\n(Vincolato DEPOSIT_TERM\n)?No: PREVIOUS_MISSING\nsaved 1\nnet return -?[\d.]+\n$/,
  );
});
