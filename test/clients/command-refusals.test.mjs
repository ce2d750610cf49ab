/* global describe, it, test, expect, beforeAll, afterAll */
/** What the command line answers when it is called wrongly or something is amiss, with its exit codes. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { commandIn } from './support/command.mjs';
import { newHousehold, PASSWORD, root, runProgram, startInstance } from './support/instance.mjs';

let instance;
let fibado;
let folder;

beforeAll(async () => {
  instance = await startInstance();
  await newHousehold(instance.origin);
  folder = join(instance.folder, 'home');
  mkdirSync(folder);
  fibado = commandIn(folder);
  await fibado.run(['login', instance.origin, '-u', 'anna', '--days', '30'], `${PASSWORD}\n`);
  await fibado.text('banks', 'save', 'name=Banca Uno', 'guaranteeScheme=FITD', 'stampDutyMethod=TWELFTHS');
  await fibado.text('groups', 'save', 'name=Anna', 'holders:=["Anna Rossi"]');
  const account = ['name=Corrente', 'bank=Banca Uno', 'group=Anna', 'kind=CURRENT', 'transferLeadDays=1'];
  await fibado.text('accounts', 'save', ...account, 'dutyRegime=FIXED', 'rate=0', 'minBalance=500');
});
afterAll(() => instance?.stop());

const CSV = [
  'Conto;Data contabile;Data valuta;Importo (EUR);Descrizione;Categoria;Tipo;Stato;Conto collegato',
  'Corrente;2027-01-11;2027-01-11;-85,20;Spesa al mercato;Casa;Spesa;Eseguita;',
].join('\n');

describe('called wrongly: exit code 2, one line, nothing asked of the instance', () => {
  test.each([
    [['banks', 'save', 'name'], /name: write field=value/],
    [['banks', 'save', 'name=X'], /guaranteeScheme/],
    [['banks', 'delete', 'Nessuna'], /There is no bank Nessuna/],
    [['quarter', 'init', '2027-Q5'], /2027-Q5 is no quarter/],
    [['operations', 'save', 'kind=EXPENSE', 'amount=12,345'], /amount: 12,345 is no amount/],
    [['import', 'nowhere.csv', '--account', 'Corrente'], /nowhere.csv is not there/],
    [['import', 'x.csv'], /--account/],
    [['what-if', 'package.json'], /is not there/],
    [['optimize', '2027-Q1', '--max-transfers', 'few'], /few is no whole number/],
    [['export', '--format', 'csv'], /Which quarter\?/],
    [['login', 'not-an-address'], /is no address/],
    [['frobnicate'], /unknown command/],
  ])('%j', async (args, words) => {
    const done = await fibado.run(args);
    expect(done.code).toBe(2);
    expect(done.stdout).toBe('');
    expect(done.stderr).toMatch(words);
    expect(done.stderr).not.toMatch(/\n {4}at /);
  });
});

describe('what scripts meet', () => {
  it('no instance: exit code 5', async () => {
    const away = commandIn(folder, { FIBADO_URL: 'http://127.0.0.1:9', FIBADO_API_KEY: 'fbd_x' });
    expect((await away.run(['banks', 'list'])).code).toBe(5);
  });

  it('an import that fails names the file and says what to do, whatever failed', async () => {
    const file = join(folder, 'night.csv');
    writeFileSync(file, CSV);
    const away = commandIn(folder, { FIBADO_URL: 'http://127.0.0.1:9', FIBADO_API_KEY: 'fbd_x' });
    const done = await away.run(['import', file, '--account', 'Corrente']);
    expect(done).toMatchObject({ code: 5, stdout: '' });
    expect(done.stderr).toBe(
      `${file}: The instance cannot be reached. Look whether it runs, and at its address: fibado whoami\n`,
    );
    const unknown = await fibado.run(['import', file, '--account', 'Nessuno']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr.startsWith(`${file}: `)).toBe(true);
    const closed = await fibado.run(['import', file, '--account', 'Corrente', '-q', '2099-Q1']);
    expect(closed.code).toBe(1);
    expect(closed.stderr).toMatch(/^.*night\.csv: It is not there/);
  });

  it('something else that answers: exit code 5', async () => {
    const other = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const url = `http://127.0.0.1:${other.address().port}`;
    const done = await commandIn(folder, { FIBADO_URL: url, FIBADO_API_KEY: 'fbd_x' }).run(['banks', 'list']);
    expect(done).toMatchObject({ code: 5, stdout: '' });
    other.closeAllConnections();
    other.close();
  });

  it('a key that is none: exit code 6', async () => {
    const done = await commandIn(folder, { FIBADO_API_KEY: 'fbd_nothing' }).run(['banks', 'list', '--json']);
    expect(done.code).toBe(6);
    expect(JSON.parse(done.stderr)).toEqual({ error: 'UNAUTHENTICATED', params: [] });
  });

  it('completion in the shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(await fibado.text('completion', shell)).toContain('fibado __complete');
    const complete = async (...words) => (await fibado.text('__complete', ...words)).trim().split('\n');
    expect(await complete('qu')).toEqual(['quarters', 'quarter']);
    expect(await complete('quarter', '')).toEqual(['init', 'start', 'close', 'reopen', 'summary']);
    expect(await complete('import', '--d')).toEqual(['--dry-run']);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'fibado'),
      `#!/bin/sh\nexec ${process.execPath} ${join(root, 'packages/client/dist/cli/main.js')} "$@"\n`,
      { mode: 0o755 },
    );
    const script = [
      'eval "$(fibado completion bash)"',
      'COMP_WORDS=(fibado quarter su)',
      'COMP_CWORD=2',
      '_fibado',
      'echo "${COMPREPLY[@]}"',
    ].join('\n');
    const env = { PATH: `${bin}:${process.env.PATH}` };
    expect((await runProgram('bash', ['-c', script], { env })).stdout).toBe('summary\n');
  });

  it('backup and restore are the instance’s own commands', async () => {
    const to = join(folder, 'backups');
    const env = { FIBADO_DATA: join(instance.folder, 'data') };
    const done = await commandIn(folder, env).run(['backup', '--to', to]);
    expect(done.code).toBe(0);
    const [file] = /\S+\.backup/.exec(done.stdout) ?? [];
    expect(existsSync(file)).toBe(true);
    const other = { FIBADO_DATA: join(instance.folder, 'other') };
    const restored = await commandIn(folder, other).run(['restore', file]);
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringMatching(/^Restored \d+ tables/m)]);
    const lost = await commandIn(folder, { FIBADO_HOME: folder }).run(['backup']);
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining('FIBADO_HOME') });
  });

  it('signing out forgets the key here', async () => {
    await fibado.text('logout');
    expect(existsSync(join(folder, 'config/login.json'))).toBe(false);
    expect((await fibado.run(['whoami'])).code).toBe(6);
    rmSync(folder, { recursive: true });
  });
});
