/* global describe, it, expect, beforeAll, afterAll */
/** The command line against a started instance: from a fresh household to an accepted plan. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandIn } from './support/command.mjs';
import { newHousehold, PASSWORD, request, signIn, startInstance } from './support/instance.mjs';

let instance;
let fibado;
let folder;

beforeAll(async () => {
  instance = await startInstance();
  await newHousehold(instance.origin);
  folder = join(instance.folder, 'home');
  mkdirSync(folder);
  fibado = commandIn(folder);
});
afterAll(() => instance?.stop());

const CSV = [
  'Conto;Data contabile;Data valuta;Importo (EUR);Descrizione;Categoria;Tipo;Stato;Conto collegato',
  'Corrente;2027-01-11;2027-01-11;-85,20;Spesa al mercato;Casa;Spesa;Eseguita;',
  'Corrente;2027-01-20;2027-01-20;1.900,00;Stipendio di gennaio;Lavoro;Entrata;Eseguita;',
].join('\n');
const statement = (name, text) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('signing in', () => {
  it('no user, at first: exit code 6', async () => {
    const done = await fibado.run(['banks', 'list']);
    expect(done).toMatchObject({ code: 6, stdout: '', stderr: 'Not signed in: fibado login\n' });
  });

  it('a wrong password is refused: exit code 6, and nothing is kept', async () => {
    const done = await fibado.run(['login', instance.origin, '-u', 'anna'], 'wrong password here\n');
    expect(done.code).toBe(6);
    expect(done.stderr).toContain('BAD_CREDENTIALS');
    expect(existsSync(join(folder, 'config/login.json'))).toBe(false);
  });

  it('keeps a key of its own, which its owner alone can read', async () => {
    const done = await fibado.run(['login', instance.origin, '-u', 'anna', '--days', '30'], `${PASSWORD}\n`);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const file = join(folder, 'config/login.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'config')).mode & 0o777).toBe(0o700);
    const login = JSON.parse(readFileSync(file, 'utf8'));
    expect(login).toMatchObject({ url: instance.origin, tenant: 'rossi', username: 'anna' });
    expect(login.key).toMatch(/^fbd_/);
    expect(JSON.stringify(login)).not.toContain(PASSWORD);
    expect(done.stdout).not.toContain(login.key);
    expect(await fibado.json('whoami')).toMatchObject({ username: 'anna', tenant: 'rossi' });
    // The session it was made with is over.
    const token = await signIn(instance.origin, 'anna', PASSWORD);
    const sessions = await request(instance.origin, '/api/user/account/sessions', { token });
    expect(sessions.filter(({ client }) => client === 'fibado')).toEqual([]);
  });
});

describe('from nothing to an accepted plan, by the command line alone', () => {
  it('banks, groups and accounts, by name', async () => {
    await fibado.text(
      'banks',
      'save',
      'name=Banca Uno',
      'guaranteeScheme=FITD',
      'stampDutyMethod=ACTUAL_DAYS',
    );
    const two = JSON.stringify({ name: 'Banca Due', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' });
    const saved = await fibado.run(['banks', 'save', '--file', '-', 'abi=03999', '--json'], two);
    expect(JSON.parse(saved.stdout)).toMatchObject([{ name: 'Banca Due', abi: '03999' }]);
    await fibado.text('groups', 'save', 'name=Anna', 'holders:=["Anna Rossi"]');
    const common = ['group=Anna', 'transferLeadDays=1'];
    await fibado.text(
      'accounts',
      'save',
      'name=Corrente',
      'bank=Banca Uno',
      'kind=CURRENT',
      'dutyRegime=FIXED',
      'rate=0',
      'minBalance=500',
      ...common,
    );
    await fibado.text(
      'accounts',
      'save',
      'name=Deposito',
      'bank=Banca Due',
      'kind=DEPOSIT_FREE',
      'dutyRegime=PROPORTIONAL',
      'rate=3,5',
      ...common,
    );
    const table = await fibado.text('accounts', 'list');
    expect(table.split('\n')[0]).toMatch(/^NAME +BANK +KIND +RATE % +MINIMUM +ACTIVE +ID$/);
    expect(table).toMatch(/^Corrente +Banca Uno +CURRENT +0 +500\.00 +yes /m);
    expect(table).toMatch(/^Deposito +Banca Due +DEPOSIT_FREE +3\.5 +0\.00 +yes /m);
    expect(table).not.toContain('\u001b');
  });

  it('a change keeps what is not named', async () => {
    const [{ id }] = (await fibado.json('banks', 'list')).filter(({ name }) => name === 'Banca Uno');
    await fibado.text('banks', 'save', `id=${id}`, 'notes=la nostra prima banca');
    const [bank] = (await fibado.json('banks', 'list')).filter((one) => one.id === id);
    expect(bank).toMatchObject({ name: 'Banca Uno', notes: 'la nostra prima banca', version: 2 });
    await fibado.text('banks', 'save', `id=${id}`, 'notes=');
    const [again] = (await fibado.json('banks', 'list')).filter((one) => one.id === id);
    expect(again.notes).toBeUndefined();
  });

  it('a quarter with openings and operations', async () => {
    expect(await fibado.text('quarter', 'init', '2027-Q1')).toBe(
      '2027-Q1 is INITIALIZED, with 2 accounts.\n',
    );
    await fibado.text('quarters', 'save', '2027-q1', 'account=Corrente', 'openingBalance=20000.50');
    await fibado.text('quarters', 'save', '2027-01-01', 'account=Deposito', 'openingBalance=1000');
    const setups = await fibado.json('quarters', 'list', '2027-Q1');
    expect(setups.map((setup) => setup.openingBalanceCents).sort()).toEqual([100_000, 2_000_050]);
    await fibado.text(
      'operations',
      'save',
      'kind=EXPENSE',
      'date=2027-02-15',
      'account=Corrente',
      'amount=1200,00',
      'description=Affitto',
    );
    const [operation] = await fibado.json('operations', 'list', '2027-Q1');
    expect(operation).toMatchObject({ quarter: '2027-01-01', valueDate: '2027-02-15', amountCents: 120_000 });
    await fibado.text('operations', 'save', `id=${operation.id}`, 'quarter=2027-Q1', 'amount=1100');
    expect(await fibado.json('operations', 'list', '2027-Q1')).toMatchObject([{ amountCents: 110_000 }]);
  });

  it('an account that came by mistake leaves the quarter, then the household, then its group', async () => {
    await fibado.text('groups', 'save', 'name=Ospiti', 'holders:=["Un ospite"]');
    await fibado.text(
      'accounts',
      'save',
      'name=Per errore',
      'bank=Banca Uno',
      'group=Ospiti',
      'kind=CURRENT',
      'dutyRegime=FIXED',
    );
    const setups = async () => (await fibado.json('quarters', 'list', '2027-Q1')).length;
    const before = await setups();
    await fibado.text('quarters', 'save', '2027-Q1', 'account=Per errore', 'openingBalance=0');
    expect(await setups()).toBe(before + 1);
    const used = await fibado.run(['accounts', 'delete', 'Per errore', '--json']);
    expect([used.code, JSON.parse(used.stderr).error]).toEqual([1, 'IN_USE']);
    expect(await fibado.text('quarters', 'delete', '2027-Q1', 'Per errore')).toBe(
      'Per errore is no longer in 2027-Q1.\n',
    );
    expect(await setups()).toBe(before);
    expect(await fibado.text('groups', 'list')).toMatch(/^Ospiti /m);
    expect((await fibado.run(['groups', 'delete', 'Ospiti'])).code).toBe(1);
    expect(await fibado.text('accounts', 'delete', 'Per errore')).toBe('Deleted Per errore.\n');
    expect(await fibado.text('groups', 'delete', 'Ospiti')).toBe('Deleted Ospiti.\n');
    expect(await fibado.text('groups', 'list')).not.toContain('Ospiti');
    expect(await fibado.text('quarters', 'list')).toMatch(/^2027-Q1 +INITIALIZED +2 +1$/m);
  });

  it('a quarter that starts', async () => {
    expect(await fibado.text('quarter', 'start', '2027-Q1')).toContain('STARTED');
    expect(await fibado.text('quarters', 'list')).toMatch(/^2027-Q1 +STARTED +2 +1$/m);
  });

  it('a statement: first what would change, then the change, then nothing new', async () => {
    const file = statement('corrente.csv', CSV);
    const dry = await fibado.text('import', file, '--account', 'Corrente', '--dry-run');
    expect(dry).toMatch(/NEW +2027-01-11 +-85\.20 +Spesa al mercato/);
    expect(dry).toContain('Nothing was saved');
    expect(await fibado.json('operations', 'list', '2027-Q1')).toHaveLength(1);
    const done = await fibado.json('import', file, '--account', 'Corrente');
    expect(done.quarters).toMatchObject([{ quarter: '2027-01-01', saved: 2 }]);
    expect(await fibado.json('operations', 'list', '2027-Q1')).toHaveLength(3);
    const again = await fibado.json('import', file, '--account', 'corrente', '-q', '2027-Q1');
    expect(again.quarters).toMatchObject([{ saved: 0, changes: { counts: { SAME: 2 } } }]);
  });

  it('rows that may repeat an operation are left out and told by exit code 3', async () => {
    await fibado.text(
      'operations',
      'save',
      'kind=EXPENSE',
      'date=2027-01-25',
      'account=Corrente',
      'amount=42.00',
      'description=Libreria',
      'status=DONE',
    );
    const file = statement(
      'suspect.csv',
      `${CSV.split('\n')[0]}\nCorrente;2027-01-25;2027-01-25;-42,00;Libreria;Casa;Spesa;Eseguita;`,
    );
    const before = await fibado.json('operations', 'list', '2027-Q1');
    const done = await fibado.run(['import', file, '--account', 'Corrente']);
    expect(done).toMatchObject({ code: 3, stderr: '' });
    expect(done.stdout).toMatch(/DUPLICATE_SUSPECT .* no$/m);
    expect(await fibado.json('operations', 'list', '2027-Q1')).toHaveLength(before.length);
    const taken = await fibado.run(['import', file, '--account', 'Corrente', '--with-suspects']);
    expect(taken.code).toBe(0);
    expect(await fibado.json('operations', 'list', '2027-Q1')).toHaveLength(before.length + 1);
  });

  it('a plan, accepted', async () => {
    const run = await fibado.json('optimize', '2027-Q1', '--accept', '--max-transfers', '2');
    expect(['OPTIMAL', 'FEASIBLE']).toContain(run.result.status);
    expect(run.result.gainCents).toBeGreaterThan(0);
    expect(run.result.transfers.length).toBeGreaterThan(0);
    expect(run.result.transfers.length).toBeLessThanOrEqual(2);
    expect(run.accepted).toBe(run.result.transfers.length);
    const operations = await fibado.json('operations', 'list', '2027-Q1');
    const planned = operations.filter(({ origin }) => origin === 'OPTIMIZER');
    expect(planned.map(({ amountCents }) => amountCents).sort()).toEqual(
      run.result.transfers.map(({ amountCents }) => amountCents).sort(),
    );
    const summary = await fibado.json('quarter', 'summary', '2027-Q1');
    expect(summary.latestPlan).toMatchObject({ runId: run.runId, accepted: true });
    expect(summary.evaluation.netReturnCents).toBe(run.result.netReturnCents);
    const text = await fibado.text('quarter', 'summary', '2027-Q1');
    expect(text).toMatch(/Newest plan: gain \d+\.\d\d, accepted/);
  });

  it('the same problem, whole in a file', async () => {
    const file = join(folder, 'problem.json');
    await fibado.text('export', '2027-Q1', '--format', 'problem', '--output', file);
    const evaluation = await fibado.json('evaluate', file);
    const summary = await fibado.json('quarter', 'summary', '2027-Q1');
    expect(evaluation).toEqual(summary.evaluation);
    const plan = await fibado.json('what-if', file);
    expect(['OPTIMAL', 'FEASIBLE']).toContain(plan.status);
    const content = JSON.parse(readFileSync(file, 'utf8'));
    const { problem } = content;
    problem.accounts.forEach((account) => (account.minBalanceCents = 5_000_000));
    writeFileSync(file, JSON.stringify({ problem }));
    const hopeless = await fibado.run(['what-if', file]);
    expect(hopeless.code).toBe(4);
    expect(hopeless.stdout).toMatch(/BELOW_MINIMUM/);
  });

  it('scenarios: saved with names, run, compared, made real', async () => {
    const file = join(folder, 'scenario.json');
    const changes = [
      {
        kind: 'MOVEMENT',
        movement: 'EXPENSE',
        accountId: 'Corrente',
        date: '2027-03-10',
        amountCents: 200_000,
        description: 'Caldaia',
      },
    ];
    writeFileSync(file, JSON.stringify({ quarter: '2027-Q1', name: 'Caldaia', changes }));
    const saved = await fibado.json('scenario', 'save', file);
    expect(saved.changes[0].accountId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await fibado.text('scenario', 'list', '2027-Q1')).toMatch(/Caldaia +1 +not run/);
    const { outcome } = await fibado.json('scenario', 'run', '2027-Q1', 'caldaia');
    expect(outcome.worthCents).toBeLessThan(0);
    const compared = await fibado.text('scenario', 'compare', '2027-Q1');
    expect(compared).toMatch(/as it is now +\d/);
    expect(compared).toMatch(/Caldaia +-?\d/);
    expect(await fibado.text('scenario', 'compare', '2027-Q1', '--quarters', '2')).toMatch(
      /Caldaia +run over 1/,
    );
    const { transfers } = await fibado.json('scenario', 'promote', '2027-Q1', 'Caldaia');
    expect(transfers).toBe(outcome.plan.transfers.length);
    const summary = await fibado.json('quarter', 'summary', '2027-Q1');
    expect(summary.evaluation.netReturnCents).toBe(outcome.plan.netReturnCents);
    expect(await fibado.text('scenario', 'delete', '2027-Q1', 'Caldaia')).toBe('Caldaia is deleted.\n');
    const gone = await fibado.run(['scenario', 'run', '2027-Q1', 'Caldaia']);
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain('There is no scenario Caldaia');
  });

  it('an account on offer', async () => {
    const file = join(folder, 'offer.json');
    const tiers = [{ upToCents: null, ratePct: 6 }];
    const offer = {
      name: 'Nuovo',
      bankId: 'Banca Uno',
      accountGroupId: 'Anna',
      kind: 'DEPOSIT_FREE',
      dutyRegime: 'NONE',
      rates: [{ from: '2027-01-01', tiers, tierMode: 'MARGINAL' }],
    };
    writeFileSync(file, JSON.stringify({ quarter: '2027-Q1', offer }));
    const value = await fibado.json('offer', file);
    expect(value.gainCents).toBeGreaterThan(0);
    expect(await fibado.text('offer', file)).toMatch(
      /Worth \d[\d,.]* this quarter.*\nIt is worth something from \d/,
    );
  });

  it('what offers of term deposits are worth', async () => {
    const token = await signIn(instance.origin, 'anna', PASSWORD);
    const [account] = await request(instance.origin, '/api/finance/accounts/get', { token });
    const offer = {
      name: 'Vincolo al 9 %',
      bankId: account.bankId,
      linkedAccountId: account.id,
      tenor: { months: 12 },
      ratePct: 9,
      minCents: 10_000,
      stepCents: 10_000,
      payout: 'MATURITY',
      exit: { kind: 'ZERO' },
      renewal: 'TO_LINKED',
      dutyPaidByBank: true,
      source: 'Foglio informativo',
      asOf: '2027-01-01',
    };
    const { id } = await request(instance.origin, '/api/finance/term-offers/save', { token, body: offer });
    const ranking = await fibado.json('term-offers', '2027-Q1', '--quarters', '1');
    expect(ranking.offers.map(({ offerId }) => offerId)).toEqual([id]);
    expect(ranking.offers[0].exit.worthCents).toBeGreaterThanOrEqual(0);
    expect(await fibado.text('term-offers', '2027-Q1', '--quarters', '1')).toMatch(
      /^OFFER +WORTH +AT MOST .*\nVincolo al 9 % /,
    );
    const options = { token, method: 'DELETE' };
    await request(instance.origin, `/api/finance/term-offers/delete/${id}`, options);
  });

  it('goals by date, and what they cost', async () => {
    const fields = ['name=Auto', 'date=2027-03-15', 'amount=700', 'accounts:=["Corrente"]'];
    const saved = await fibado.json('goals', 'save', ...fields);
    expect(saved).toMatchObject({ name: 'Auto', date: '2027-03-15', amountCents: 70_000 });
    expect(saved.accountIds).toHaveLength(1);
    expect(await fibado.text('goals', 'list')).toMatch(
      /^NAME +BY +AMOUNT +ON +ID\nAuto +2027-03-15 +700\.00 +Corrente /,
    );
    const prices = await fibado.json('goal-prices', '2027-Q1', '--quarters', '1');
    expect(prices.goals).toMatchObject([{ goalId: saved.id, availableCents: expect.any(Number) }]);
    expect(prices.goals[0].availableCents).toBeGreaterThanOrEqual(70_000);
    expect(await fibado.text('goal-prices', '2027-Q1', '--quarters', '1')).toMatch(
      /^GOAL +BY .*\nAuto +2027-03-15 /,
    );
    await fibado.text('goals', 'save', `id=${saved.id}`, 'amount=600', 'accounts=');
    const [changed] = await fibado.json('goals', 'list');
    expect([changed.amountCents, changed.accountIds]).toEqual([60_000, undefined]);
    expect(await fibado.text('goals', 'delete', 'Auto')).toBe('Deleted Auto.\n');
  });

  it('exports', async () => {
    const archive = await fibado.json('export', '-o', join(folder, 'all.zip'));
    expect(readFileSync(archive.file).subarray(0, 2).toString()).toBe('PK');
    const csv = await fibado.run(['export', '2027-Q1', '--format', 'csv', '-o', '-']);
    expect(csv.stdout).toContain('Affitto');
    await fibado.text('export', '2027-Q1');
    expect(readFileSync(join(folder, 'fibado-2027-Q1.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('deletes by name what nothing uses, and refuses the rest: exit code 1', async () => {
    const used = await fibado.run(['banks', 'delete', 'Banca Uno', '--json']);
    expect(used.code).toBe(1);
    expect(JSON.parse(used.stderr)).toEqual({ error: 'IN_USE', params: ['accounts:Corrente'] });
    await fibado.text(
      'banks',
      'save',
      'name=Di passaggio',
      'guaranteeScheme=NONE',
      'stampDutyMethod=TWELFTHS',
    );
    expect(await fibado.text('banks', 'delete', 'di passaggio')).toBe('Deleted Di passaggio.\n');
    const [operation] = await fibado.json('operations', 'list', '2027-Q1');
    await fibado.text('operations', 'delete', operation.id);
  });

  it('closes once every operation is done', async () => {
    const early = await fibado.run(['quarter', 'close', '2027-Q1']);
    expect(early.code).toBe(1);
    expect(early.stderr).toContain('QUARTER_OPEN_OPERATIONS');
    for (const { id, status } of await fibado.json('operations', 'list', '2027-Q1'))
      if (status === 'PLANNED')
        await fibado.text('operations', 'save', `id=${id}`, 'quarter=2027-Q1', 'status=DONE');
    const unasked = await fibado.run(['quarter', 'close', '2027-Q1']);
    expect(unasked.stderr).toContain('QUARTER_NOT_OVER');
    expect(await fibado.text('quarter', 'close', '2027-Q1', '--early')).toContain('CLOSED');
    const regret = await fibado.json('regret', '2027-Q1');
    const sum = (parts) => parts.reduce((total, { cents }) => total + cents, 0);
    expect(sum(regret.regretParts)).toBe(regret.regretCents);
    expect(sum(regret.varianceParts)).toBe(regret.varianceCents);
    expect(await fibado.text('regret', '2027-Q1')).toMatch(/^Planned .*, actual .*, in hindsight /);
  });
});
