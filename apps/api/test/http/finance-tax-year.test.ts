import type {
  Account,
  ReconciliationReport,
  TaxPerson,
  TaxYearReport,
  YearEndReport,
} from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { anIban, noId, PREVIOUS, QUARTER, TestHousehold } from '../support/finance.js';

/** A year of an account in the form of a bank: the opening balance is stated nowhere. */
const STATEMENT = [
  'Data Registrazione;Data valuta;Descrizione;Importo (EUR);',
  '02.01.2024;01.01.2024;STIPENDIO;3.660,00;',
  '01.07.2024;01.07.2024;AFFITTO;-1.830,00;',
].join('\r\n');

describe('the tax year', () => {
  let app: TestApp;
  let home: TestHousehold;
  let account: Account;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    const group = await home.saveGroup({ holders: ['Anna Rossi', 'Bruno Rossi'] });
    account = await home.saveAccount({ accountGroupId: group.id });
  });
  afterAll(() => app.close());

  const report = async (year = 2024) =>
    (await home.get(`tax-year/get/${String(year)}`).expect(200)).body as TaxYearReport;
  const read = (fields: Record<string, string>, content: string = STATEMENT) => {
    const request = app.as(home.user).post('/api/finance/tax-year/read-statement');
    const all = { accountId: account.id, year: '2024', ...fields };
    for (const [field, value] of Object.entries(all)) void request.field(field, value);
    return request.attach('file', Buffer.from(content), 'movimenti.csv');
  };

  it('names the holders of the groups as persons before anything is said of them', async () => {
    const { persons, isee, accounts } = await report();
    expect(persons).toMatchObject([
      { name: 'Anna Rossi', role: 'OTHER' },
      { name: 'Bruno Rossi', role: 'OTHER' },
    ]);
    expect(isee.lines.map(({ personId }) => personId)).toEqual(persons.map(({ id }) => id));
    expect(isee).toMatchObject({ declarationYear: 2026, referenceYear: 2024 });
    expect(isee.countedEuro).toBeUndefined();
    expect(accounts[0]?.missing).toEqual([{ from: '2024-01-01', to: '2024-12-31' }]);
  });

  it('gets its figures from a bank’s file alone, without any quarter', async () => {
    expect((await read({ openingCents: '0' }).expect(200)).body).toEqual({ movements: 2, missing: [] });
    const { isee, iseeOver366 } = await report();
    // 3,660 € for 182 days and 1,830 € for 184, each half; 365 days whatever the year.
    const average = (3660 * 182 + 1830 * 184) / 2;
    expect(isee.lines.map(({ balanceEuro, averageEuro }) => [balanceEuro, averageEuro])).toEqual([
      [915, Math.round(average / 365)],
      [915, Math.round(average / 365)],
    ]);
    expect(iseeOver366?.lines[0]?.averageEuro).toBe(Math.round(average / 366));
    expect(isee.countedEuro).toBe(2 * Math.round(average / 365));
  });

  it('asks for the balance before the first movement when the file states none', async () => {
    expect((await read({}).expect(400)).body).toEqual({ error: 'VALIDATION', params: ['openingCents'] });
  });

  it('joins files of parts of a year, and names the days between them', async () => {
    await read({ openingCents: '0', from: '2024-01-01', to: '2024-03-31' }).expect(200);
    const later = await read({ openingCents: '0', from: '2024-05-01', to: '2024-12-31' }).expect(200);
    expect(later.body.missing).toEqual([{ from: '2024-04-01', to: '2024-04-30' }]);
    expect((await report()).isee.lines[0]).toMatchObject({ averageOrigin: 'MISSING', balanceEuro: 915 });
  });

  it.each([
    [{ from: '2023-12-31' }, 'from'],
    [{ to: '2025-01-01' }, 'to'],
    [{ from: '2024-05-02', to: '2024-05-01' }, 'to'],
  ])('refuses the span %j', async (span, field) => {
    const { body } = await read({ openingCents: '0', ...span }).expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: [field] });
  });

  it('declares an account held for third parties with its own code, whatever is typed afterwards', async () => {
    const typed = { accountId: account.id, year: 2024, closingCents: 100_000, averageCents: 200_000 };
    await home.post('tax-year/save-typed', { ...typed, thirdParty: true }).expect(204);
    await home.post('tax-year/save-typed', typed).expect(204);
    const { isee, accounts } = await report();
    expect(isee.lines.map(({ type, averageEuro }) => [type, averageEuro])).toEqual([
      ['09', 1000],
      ['09', 1000],
    ]);
    expect(accounts[0]?.thirdParty).toBe(true);
    await home.post('tax-year/save-typed', { ...typed, thirdParty: false }).expect(204);
    expect((await report()).isee.lines.map(({ type }) => type)).toEqual(['01', '01']);
  });

  it('takes figures from the bank’s paper instead, and lets them go', async () => {
    const typed = { accountId: account.id, year: 2024 };
    await home
      .post('tax-year/save-typed', { ...typed, closingCents: 100_100, averageCents: 200_300 })
      .expect(204);
    expect((await report()).isee.lines[0]).toMatchObject({
      balanceEuro: 501,
      averageEuro: 1002,
      balanceOrigin: 'TYPED',
      averageOrigin: 'TYPED',
    });
    await home.post('tax-year/save-typed', typed).expect(204);
    expect((await report()).isee.lines[0]?.balanceOrigin).toBe('MISSING');
    await home.post('tax-year/save-typed', { ...typed, accountId: noId() }).expect(404);
  });

  it('knows who declares, and weighs the household by its members', async () => {
    const persons = [
      { name: 'Anna Rossi', role: 'DECLARANT', bornOn: '1980-03-01' },
      { name: 'Bruno Rossi', role: 'SPOUSE' },
      { name: 'Carla Rossi', role: 'CHILD', bornOn: '2012-05-01' },
    ];
    expect((await home.post('tax-year/save-persons', { persons }).expect(200)).body).toHaveLength(3);
    const { weight, isee } = await report();
    expect(weight).toMatchObject({ scaleHundredths: 204, allowanceYear: 2026 });
    expect(isee.allowanceEuro).toBe(10_000);
    // Bruno declares now, under another name; Carla is said no more, and Anna stays as a holder.
    const saved = (await report()).persons;
    const [, bruno] = saved;
    const turned = [{ ...bruno, name: 'Bruno Verdi', role: 'DECLARANT' }];
    const after: TaxPerson[] = (await home.post('tax-year/save-persons', { persons: turned }).expect(200))
      .body;
    expect(after.map(({ id, name, role }) => [id, name, role])).toEqual([
      [saved[0]?.id, 'Anna Rossi', 'OTHER'],
      [bruno?.id, 'Bruno Verdi', 'DECLARANT'],
    ]);
    expect(after[0]?.bornOn).toBeUndefined();
    const unknown = { persons: [{ ...persons[0], id: noId() }] };
    await home.post('tax-year/save-persons', unknown).expect(404);
    const taken = { persons: [{ id: saved[0]?.id, name: 'BRUNO VERDI', role: 'OTHER' }] };
    expect((await home.post('tax-year/save-persons', taken).expect(409)).body.params).toEqual(['name']);
    const two = persons.map((person) => ({ ...person, role: 'DECLARANT' }));
    expect((await home.post('tax-year/save-persons', { persons: two }).expect(400)).body.error).toBe(
      'VALIDATION',
    );
  });

  it('takes securities and purchases, exempts the declarant’s first, and writes it all as a workbook', async () => {
    await read({ openingCents: '0' }).expect(200);
    const [anna, bruno] = (await report()).persons.map(({ id }) => id);
    await home
      .post('tax-year/save-persons', { persons: [{ id: bruno, name: 'Bruno Rossi', role: 'DECLARANT' }] })
      .expect(200);
    const asset = { type: '02', operator: 'Banca', description: 'BTP', stateBacked: true };
    const body = {
      year: 2024,
      assets: [
        { ...asset, personId: anna, valueCents: 4_000_000 },
        { ...asset, personId: bruno, valueCents: 3_000_000, description: 'Buoni', type: '07' },
      ],
      purchases: [{ personId: anna, cents: 500_000 }],
    };
    await home.post('tax-year/save-assets', body).expect(204);
    const { isee, assets, purchases } = await report();
    expect(assets.map(({ id: _, ...one }) => one)).toEqual(body.assets);
    expect(purchases).toEqual(body.purchases);
    // Bruno declares: his 30,000 € are exempt whole, and 20,000 € of Anna's 40,000 €.
    expect(isee.assets.map(({ exemptEuro }) => exemptEuro)).toEqual([20_000, 30_000]);
    const average = Math.round((3660 * 182 + 1830 * 184) / 2 / 365);
    expect(isee.persons.map(({ basis, countedEuro }) => [basis, countedEuro])).toEqual([
      ['BALANCE_AFTER_PURCHASES', 915 + 20_000],
      ['AVERAGE', average],
    ]);
    expect((await home.delete(`persons/delete/${anna}`).expect(409)).body.params).toContain('taxYears:2024');
    const stranger = { ...body, assets: [{ ...body.assets[0], personId: noId() }] };
    await home.post('tax-year/save-assets', stranger).expect(404);
    const twice = { ...body, purchases: [...body.purchases, ...body.purchases] };
    await home.post('tax-year/save-assets', twice).expect(400);
    expect((await report()).assets).toHaveLength(2);

    const file = await home.get('exports/isee/2024?language=en').expect(200);
    expect(file.headers['content-disposition']).toContain('fibado-isee-2026.xlsx');
    await home.get('exports/isee/2017').expect(400);
  });

  it('takes the days of quarters that were kept here, and none from today on', async () => {
    await home.initQuarter(PREVIOUS, { [account.id]: 200_000 });
    await home.post('quarters/start-quarter', { date: PREVIOUS }).expect(200);
    const { accounts, isee } = await report(2026);
    expect(accounts[0]?.missing).toEqual([
      { from: '2026-01-01', to: '2026-06-30' },
      { from: '2026-10-01', to: '2026-12-31' },
    ]);
    expect(isee.lines[0]?.balanceOrigin).toBe('MISSING');
  });

  it('counts the days of the Italian calendar, also after midnight in Italy', async () => {
    // Midnight in Italy is 23:00 UTC.
    const untilMidnight = 14 * 3_600_000;
    app.clock.advance(untilMidnight - 1000);
    home = await TestHousehold.create(app);
    account = await home.saveAccount();
    await home.initQuarter(QUARTER, { [account.id]: 200_000 });
    await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    const unknownFrom = async () => (await report(2026)).accounts[0]?.missing.at(-1)?.from;
    expect(await unknownFrom()).toBe('2026-11-21');
    app.clock.advance(1000);
    expect(await unknownFrom()).toBe('2026-11-22');
    app.clock.advance(-untilMidnight);
  });

  it('adds up what a year earned, says which quarters are missing, and shares nothing with others', async () => {
    const earning = await home.saveAccount({
      rates: [{ from: '2026-01-01', tiers: [{ upToCents: null, ratePct: 4 }], tierMode: 'MARGINAL' }],
      statementPeriod: 'QUARTERLY',
      interestCredit: 'QUARTERLY',
    });
    await home.initQuarter(PREVIOUS, { [earning.id]: 1_000_000 });
    await home.post('quarters/start-quarter', { date: PREVIOUS }).expect(200);
    const yearEnd = async (of: TestHousehold) =>
      (await of.get('tax-year/year-end/2026').expect(200)).body as YearEndReport;
    const { quarters, total, banks, accounts, addedCents, withoutPlanCents, law } = await yearEnd(home);
    expect(quarters.map(({ state, projected }) => [state, projected])).toEqual([
      ['MISSING', false],
      ['MISSING', false],
      ['STARTED', false],
      ['MISSING', false],
    ]);
    // 10,000 € at 4 % for 92 days of 365, less 26 %.
    expect(total).toMatchObject({ grossInterestCents: 10_082, withholdingCents: 2621 });
    expect(quarters[0]?.netReturnCents).toBeUndefined();
    expect(quarters[2]?.netReturnCents).toBe(total.netReturnCents);
    expect([addedCents, withoutPlanCents]).toEqual([0, total.netReturnCents]);
    expect(accounts.find(({ accountId }) => accountId === earning.id)?.grossInterestCents).toBe(10_082);
    expect(banks.reduce((sum, { netReturnCents }) => sum + netReturnCents, 0)).toBe(total.netReturnCents);
    expect(law[0]).toMatchObject({ parameter: 'withholdingPct', value: 26, from: '2014-07-01' });
    const stranger = await yearEnd(await TestHousehold.create(app));
    expect(stranger.accounts).toEqual([]);
  });

  it('holds what the bank booked against the rules, names the practice and fills in the letter', async () => {
    const iban = anIban(7);
    const own = await home.saveAccount({ iban, statementPeriod: 'QUARTERLY' });
    await home.initQuarter(PREVIOUS, { [own.id]: 1_000_000 });
    await home.post('quarters/start-quarter', { date: PREVIOUS }).expect(200);
    await home.saveOperation(own.id, {
      date: '2026-09-30',
      valueDate: '2026-09-30',
      amountCents: 855,
      description: 'Imposta di bollo e/c',
      status: 'DONE',
    });
    const figures = async (of: TestHousehold = home) => {
      const { accounts } = (await of.get('tax-year/reconciliation/2026').expect(200))
        .body as ReconciliationReport;
      const found = accounts.find(({ accountId }) => accountId === own.id);
      return { found, duty: found?.figures.find(({ figure }) => figure === 'STAMP_DUTY') };
    };
    const { found, duty } = await figures();
    // 34.20 € × 92 / 365 against three twelfths.
    expect(duty).toMatchObject({
      lawCents: 862,
      bankCents: 855,
      differenceCents: -7,
      verdict: 'EXPLAINED',
      explanations: [{ practice: 'DUTY_TWELFTHS', exact: true }],
    });
    for (const text of [iban, '8,55 euro', '8,62 euro', 'art. 13, comma 2-bis', '01/07/2026 – 30/09/2026'])
      expect(found?.letter).toContain(text);
    expect(found?.figures.find(({ figure }) => figure === 'FEES')?.bankCents).toBeUndefined();

    const typed = { accountId: own.id, year: 2026, stampDutyCents: 3420 };
    await home.post('tax-year/save-bank-figures', typed).expect(204);
    // Of the year, of which three quarters are not known: nothing is compared.
    expect((await figures()).duty).toMatchObject({ origin: 'TYPED', bankCents: 3420, verdict: 'NOT_KNOWN' });
    await home.post('tax-year/save-bank-figures', { accountId: own.id, year: 2026 }).expect(204);
    expect((await figures()).duty?.origin).toBe('BOOKINGS');
    await home.post('tax-year/save-bank-figures', { ...typed, accountId: noId() }).expect(404);
    const stranger = await TestHousehold.create(app);
    await stranger.post('tax-year/save-bank-figures', typed).expect(404);
    expect((await figures(stranger)).found).toBeUndefined();
  });

  it('holds typed figures against the balances of a file where no quarter has the account, and says so', async () => {
    const own = await home.saveAccount({ dutyRegime: 'FIXED', statementPeriod: 'QUARTERLY' });
    const found = async () => {
      const { accounts } = (await home.get('tax-year/reconciliation/2024').expect(200))
        .body as ReconciliationReport;
      const one = accounts.find(({ accountId }) => accountId === own.id);
      return { ...one, duty: one?.figures.find(({ figure }) => figure === 'STAMP_DUTY') };
    };
    const typed = { accountId: own.id, year: 2024, stampDutyCents: 3420 };
    await home.post('tax-year/save-bank-figures', typed).expect(204);
    const before = await found();
    expect(before.basis).toBe('NOTHING');
    expect(before.letter).toBeUndefined();
    expect(before.duty).toMatchObject({ origin: 'TYPED', bankCents: 3420, verdict: 'NOT_KNOWN' });
    expect(before.duty?.lawCents).toBeUndefined();

    const statement = STATEMENT.replace('3.660', '36.600');
    await read({ accountId: own.id, openingCents: '0' }, statement).expect(200);
    // 8.50 + 8.50 + 8.60 + 8.60, of the quarters of a leap year.
    expect(await found()).toMatchObject({
      basis: 'BALANCES',
      duty: { lawCents: 3420, bankCents: 3420, verdict: 'AGREES' },
    });
    await home.post('tax-year/save-bank-figures', { ...typed, stampDutyCents: 5000 }).expect(204);
    expect(await found()).toMatchObject({
      duty: { differenceCents: 1580, verdict: 'ERROR' },
      letter: expect.stringContaining('50,00 euro') as string,
    });
  });

  it('leaves cash out, and gives foreign accounts their sheet', async () => {
    const bank = await home.saveBank({ name: 'Banca Estera' });
    const group = await home.saveGroup({ holders: ['Anna Rossi'] });
    const abroad = await home.saveAccount({
      bankId: bank.id,
      accountGroupId: group.id,
      iban: 'DE89370400440532013000',
    });
    await home.saveAccount({ accountGroupId: group.id, kind: 'CASH', dutyRegime: 'NONE' });
    const days = STATEMENT.replace('3.660,00', '9.000,00').replace('-1.830,00', '-500,00');
    await read({ accountId: abroad.id, openingCents: '0' }, days).expect(200);
    const { ivafe, accounts } = await report();
    expect(accounts.map(({ leftOut }) => leftOut)).toContain('CASH');
    expect(ivafe).toHaveLength(1);
    expect(ivafe[0]).toMatchObject({ personId: group.holderIds[0], dueCents: 3420, jointPeakCents: 900_000 });
    // No quarter says what it earned: the interest is missing, not nought.
    expect((await home.get('tax-year/foreign-interest/2024').expect(200)).body).toEqual({
      year: 2024,
      taxPct: 26,
      accounts: [{ accountId: abroad.id, holders: 1, origin: 'MISSING' }],
    });
  });
});
