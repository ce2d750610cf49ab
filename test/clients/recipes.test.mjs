/* global describe, it, test, expect, beforeAll, afterAll */
/** The documents' recipes as they stand there, against a started instance. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

beforeAll(async () => {
  instance = await startInstance();
  folder = join(instance.folder, 'home');
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const person = await newHousehold(instance.origin);
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

describe('the package, packed by plain npm and installed in an empty project', () => {
  let project;
  const npm = (...args) =>
    runProgram('npm', args, { cwd: project, env: { npm_config_update_notifier: 'false' } });
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
    expect(ran.stdout).toMatch(/^2 accounts\nNo: PREVIOUS_MISSING\nsaved 1\n(\d+ of \d+ bytes\n)+1 sheet\n$/);
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
    /^Corrente CURRENT\nDeposito DEPOSIT_FREE\nNo: PREVIOUS_MISSING\nsaved 1\nnet return -?[\d.]+\n$/,
  );
});
