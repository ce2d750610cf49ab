import type { Account, Quarter, Setup, Summary } from '@fibado/contracts';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { anIban, NEXT, QUARTER, TestHousehold } from '../support/finance.js';

const OPENED = '2026-11-10';
const STATEMENT = [
  'Data Registrazione;Data valuta;Descrizione;Importo (EUR);',
  '13.11.2026;13.11.2026;ACCREDITO STIPENDIO;1.900,00;',
].join('\r\n');

describe('an account opened while a quarter runs', () => {
  let app: TestApp;
  let home: TestHousehold;
  let first: Account;
  let late: Account;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    ({ first } = await home.simple());
    await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    late = await home.saveAccount({
      accountGroupId: first.accountGroupId,
      openedOn: OPENED,
      rates: [{ from: OPENED, tiers: [{ upToCents: null, ratePct: 3.65 }], tierMode: 'MARGINAL' }],
    });
  });
  afterAll(() => app.close());

  const setup = (account: Account, openingBalanceCents = 0): Setup => ({
    accountId: account.id,
    openingBalanceCents,
    excluded: false,
  });
  const join = (...setups: Setup[]) => home.post('quarters/save-setups', { date: QUARTER, setups });
  const quarter = async () => (await home.get(`quarters/get-quarter/${QUARTER}`)).body as Quarter;
  const summary = async () => (await home.get(`quarters/summary/${QUARTER}`).expect(200)).body as Summary;

  it('joins it, holds nothing before its first day and earns from then on', async () => {
    expect((await quarter()).joined).toBeUndefined();
    const { body } = await join(setup(late)).expect(200);
    expect(body).toMatchObject({ state: 'STARTED', joined: [late.id] });
    await home.saveOperation(first.id, {
      kind: 'TRANSFER',
      toAccountId: late.id,
      amountCents: 500_000,
      date: OPENED,
      valueDate: OPENED,
      status: 'DONE',
    });
    const { evaluation, sealed } = await summary();
    const own = evaluation.accounts.find(({ accountId }) => accountId === late.id);
    const before = evaluation.days.indexOf(OPENED);
    expect(own?.dailyBalancesCents.slice(0, before).every((cents) => cents === 0)).toBe(true);
    expect(own?.dailyBalancesCents[before]).toBe(500_000);
    // 5,000 euro at 3.65 % for the 52 days from 10 November to 31 December: 50 cents a day.
    expect(own?.grossInterestCents).toBe(2600);
    expect(sealed?.changedSince).toBe(true);
    expect(sealed?.evaluation.accounts.map(({ accountId }) => accountId)).not.toContain(late.id);
    const audit = await asOwner(
      app.database,
      `select action from audit where tenant_id = '${home.user.tenantId}' and action like 'quarters.join%'`,
    );
    expect(audit).toEqual([{ action: 'quarters.joinAccounts' }]);
  });

  it('opens with nothing; one that existed before joins with what it held', async () => {
    const { body } = await join(setup(late, 1)).expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['setups.0.openingBalanceCents'] });
    const forgotten = await home.saveAccount({ openedOn: '2019-05-01' });
    const undated = await home.saveAccount();
    await join(setup(forgotten, 70_000), setup(undated, -5)).expect(200);
    expect((await quarter()).setups).toEqual(
      expect.arrayContaining([setup(forgotten, 70_000), setup(undated, -5)]),
    );
  });

  it('does not join when it is closed before, or opened after the quarter', async () => {
    const old = await home.saveAccount({ closedOn: '2026-09-30' });
    const future = await home.saveAccount({ openedOn: NEXT });
    for (const account of [old, future]) {
      const { body } = await join(setup(late), setup(account)).expect(400);
      expect(body).toEqual({ error: 'VALIDATION', params: ['setups.1.accountId'] });
    }
    expect((await quarter()).setups).toHaveLength(2);
  });

  it('leaves the accounts that were there at the start frozen', async () => {
    const { body } = await join(setup(late), setup(first, 1)).expect(409);
    expect(body).toEqual({ error: 'QUARTER_STATE', params: ['STARTED'] });
    await join(setup(late)).expect(200);
    await join(setup(late)).expect(409);
    await home.delete(`quarters/delete-setup/${QUARTER}/${first.id}`).expect(409);
  });

  it('is taken out again while no movement uses it', async () => {
    await join(setup(late)).expect(200);
    const movement = await home.saveOperation(late.id, { date: OPENED });
    await home.delete(`quarters/delete-setup/${QUARTER}/${late.id}`).expect(409);
    await home.delete(`operations/delete/${movement.id}`).expect(204);
    await home.delete(`quarters/delete-setup/${QUARTER}/${late.id}`).expect(204);
    expect((await summary()).sealed?.changedSince).toBe(false);
  });

  it('is part of the next quarter, prepared before it joined or after', async () => {
    await home.initQuarter(NEXT);
    await join(setup(late)).expect(200);
    const next = (await home.get(`quarters/get-setups/${NEXT}`)).body as Setup[];
    expect(next).toContainEqual(setup(late));
  });

  it('takes a bank file', async () => {
    const send = () =>
      home
        .post('imports/compute-changes')
        .field('quarter', QUARTER)
        .field('accountId', late.id)
        .attach('file', Buffer.from(STATEMENT), 'movimenti.csv');
    await send().expect(400);
    await join(setup(late)).expect(200);
    const { body } = await send().expect(200);
    expect(body.rows).toHaveLength(1);
  });

  it('is planned with what it joined with, and looked back upon, once the quarter is closed', async () => {
    await join(setup(late)).expect(200);
    await home.saveOperation(late.id, {
      kind: 'INCOME',
      date: OPENED,
      valueDate: OPENED,
      amountCents: 30_000,
      status: 'DONE',
    });
    await home.post('quarters/close-quarter', { date: QUARTER, early: true }).expect(200);
    expect((await summary()).actuals).toContainEqual(
      expect.objectContaining({
        accountId: late.id,
        plannedClosingCents: 0,
        actualClosingCents: 30_000,
      }),
    );
    await home.post('insights/regret', { quarter: QUARTER }).expect(200);
    await join(setup(await home.saveAccount())).expect(409);
  });

  it('of another household joins nothing', async () => {
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.saveAccount({ iban: anIban(77) });
    await join(setup(theirs)).expect(404);
    await stranger.post('quarters/save-setups', { date: QUARTER, setups: [setup(theirs)] }).expect(404);
  });
});
