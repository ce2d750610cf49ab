import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account, Lot, QuarterInFull, Summary, TermOffer } from '@fibado/contracts';
import { withLots } from '@fibado/planning';
import { PublishedOffers } from '../../src/finance/term-offers/published-offers.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { NEXT, noId, QUARTER, TestHousehold } from '../support/finance.js';

/** The clock of the tests stands on 21 November 2026. */
describe('term deposits', () => {
  let app: TestApp;
  let home: TestHousehold;
  let account: Account;
  const server = createServer();
  let published = { format: 'fibado-offers', formatVersion: 1, publishedOn: '2026-11-20', offers: [] };
  beforeAll(async () => {
    server.on('request', (_, response) => response.end(JSON.stringify(published)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    app = await createTestApp({
      OFFERS_URL: `http://127.0.0.1:${String(port)}/offers.json`,
      OFFERS_PRIVATE: 'true',
    });
  });
  beforeEach(async () => {
    home = await TestHousehold.create(app);
    account = await home.saveAccount();
  });
  afterAll(async () => {
    await app.close();
    server.closeAllConnections();
    server.close();
  });

  it('of others are fetched once a day from the address the administrator names', async () => {
    const offers = app.app.get(PublishedOffers);
    const current = async () => (await home.get('term-offers/published').expect(200)).body;
    expect(await current()).toEqual({ source: '127.0.0.1' });
    await offers.refresh();
    expect(await current()).toEqual({
      source: '127.0.0.1',
      fetchedAt: '2026-11-21T09:00:00.000Z',
      document: published,
    });
    const first = published;
    published = { ...published, publishedOn: '2026-11-22' };
    await offers.refresh();
    expect((await current()).document).toEqual(first);
    await asOwner(app.database, `update published_offers set tried_at = tried_at - interval '1 day'`);
    await offers.refresh();
    expect((await current()).document).toEqual(published);
  });

  const record = (offer: TermOffer, fields: object = {}) =>
    home.post('lots/save', { offerId: offer.id, amountCents: 500_000, openedOn: '2026-09-30', ...fields });
  const recorded = async (offer: TermOffer, fields: object = {}): Promise<Lot> =>
    (await record(offer, fields).expect(200)).body;

  describe('as offers', () => {
    it('are kept as the bank describes them, and deleted', async () => {
      const terms = {
        tenor: { months: 18 },
        ratePct: undefined,
        steps: [
          { months: 12, ratePct: 2.5 },
          { months: 6, ratePct: 4 },
        ],
        exit: { kind: 'FEE', ratePct: 0.3, freeAfterMonths: 12 },
        newMoney: { kind: 'SNAPSHOT', on: '2026-10-31', baselineCents: 0 },
        withholdingPct: 12.5,
        noticeDays: 32,
        renewal: 'AUTO',
        openTo: '2026-12-31',
      } as const;
      const offer = await home.saveTermOffer(account, terms);
      const { ratePct: _, ...told } = terms;
      expect(offer).toMatchObject({ ...told, version: 1, partialExit: false, dutyBase: 'PRUDENT' });
      expect((await home.get('term-offers/get')).body).toEqual([offer]);
      const { body } = await home.post('term-offers/save', { ...offer, name: 'Altro' }).expect(200);
      expect(body).toEqual({ ...offer, name: 'Altro', version: 2 });
      expect((await home.post('term-offers/save', offer).expect(409)).body.error).toBe('STALE_VERSION');
      await home.delete(`term-offers/delete/${offer.id}`).expect(204);
      await home.delete(`term-offers/delete/${offer.id}`).expect(404);
    });

    it('keep what is special of postal bonds', async () => {
      const bond = { exit: { kind: 'ZERO', keptAtMonths: [36, 72] }, dutyFreeUpToCents: 500_000 } as const;
      const offer = await home.saveTermOffer(account, bond);
      expect(offer).toMatchObject(bond);
      expect((await home.get('term-offers/get')).body).toContainEqual(offer);
    });

    it.each([
      ['tenor', { tenor: { months: 1, days: 1 } }],
      ['ratePct', { ratePct: undefined }],
      ['steps', { ratePct: undefined, steps: [{ months: 5, ratePct: 1 }] }],
      ['maxCents', { maxCents: 1 }],
      ['exit.ratePct', { exit: { kind: 'ZERO', ratePct: 1 } }],
      ['exit.freeAfterMonths', { exit: { kind: 'NONE', freeAfterMonths: 12 } }],
      ['exit.keptAtMonths', { exit: { kind: 'FEE', ratePct: 1, keptAtMonths: [12] } }],
      ['dutyFreeUpToCents', { payout: 'YEARLY', dutyFreeUpToCents: 500_000 }],
      ['partialExit', { exit: { kind: 'NONE' }, partialExit: true }],
      ['openTo', { openFrom: '2026-12-02', openTo: '2026-12-01' }],
      ['newMoney.to', { newMoney: { kind: 'NET_FLOW', from: '2026-12-02', to: '2026-12-01' } }],
    ])('are refused where %s does not fit', async (path, fields) => {
      const body = { ...home.aTermOffer(account), ...fields };
      expect((await home.post('term-offers/save', body).expect(400)).body.params).toContain(path);
    });

    it('belong to a bank and an account of the household that can pay for a lot', async () => {
      const nowhere = { ...home.aTermOffer(account), bankId: noId(), linkedAccountId: noId() };
      expect((await home.post('term-offers/save', nowhere).expect(404)).body.params).toEqual([
        'bankId',
        'linkedAccountId',
      ]);
      const elsewhere = await home.saveAccount();
      const body = { ...home.aTermOffer(account), linkedAccountId: elsewhere.id };
      expect((await home.post('term-offers/save', body).expect(400)).body.params).toEqual([
        'linkedAccountId',
      ]);
      const offer = await home.saveTermOffer(account);
      for (const path of [`accounts/delete/${account.id}`, `banks/delete/${account.bankId}`])
        expect((await home.delete(path).expect(409)).body.params).toContain(`termOffers:${offer.name}`);
      const stranger = await TestHousehold.create(app);
      await stranger.delete(`term-offers/delete/${offer.id}`).expect(404);
    });

    it('keep the terms that lots were opened on', async () => {
      const offer = await home.saveTermOffer(account);
      await recorded(offer);
      const save = (fields: object) => home.post('term-offers/save', { ...offer, ...fields });
      expect((await save({ exit: { kind: 'ZERO' } }).expect(409)).body).toEqual({
        error: 'LOT_STATE',
        params: ['CONTRACT'],
      });
      await save({ openTo: '2026-11-30', source: 'Letto di nuovo', maxCents: 900_000 }).expect(200);
      expect((await home.delete(`term-offers/delete/${offer.id}`).expect(409)).body).toEqual({
        error: 'IN_USE',
        params: ['lots:2026-09-30'],
      });
    });
  });

  describe('as a file', () => {
    const importing = (target: TestHousehold, document: object) =>
      target.post('term-offers/import', { document });

    it('go from one household to another, where it has an account at the bank', async () => {
      const offer = await home.saveTermOffer(account, { tenor: { days: 32 }, noticeDays: 5 });
      const { body: document } = await home.get('term-offers/export').expect(200);
      expect(document).toMatchObject({ format: 'fibado-offers', publishedOn: '2026-11-21' });
      const other = await TestHousehold.create(app);
      const [named] = document.offers;
      const told = (await importing(other, document).expect(200)).body;
      expect(told).toEqual({ added: 0, updated: 0, unchanged: 0, withoutAccount: [named.bank.name] });
      const bank = await other.saveBank({ name: named.bank.name.toUpperCase() });
      const theirs = await other.saveAccount({ bankId: bank.id });
      expect((await importing(other, document).expect(200)).body).toMatchObject({ added: 1 });
      const taken = { ...offer, id: expect.any(String), bankId: bank.id, linkedAccountId: theirs.id };
      expect((await other.get('term-offers/get')).body).toEqual([taken]);
      expect((await importing(other, document).expect(200)).body).toMatchObject({ added: 0, unchanged: 1 });
      const wrong = { ...document, offers: [{ ...named, ratePct: undefined }] };
      expect((await importing(other, wrong).expect(400)).body.params).toEqual(['document.offers.0.ratePct']);
    });

    it('bring terms up to date, and leave those that lots have', async () => {
      const offer = await home.saveTermOffer(account);
      const { body: document } = await home.get('term-offers/export').expect(200);
      const later = (asOf: string, ratePct: number) => ({
        ...document,
        offers: [{ ...document.offers[0], asOf, ratePct }],
      });
      expect((await importing(home, later('2026-11-10', 2.5)).expect(200)).body).toMatchObject({
        updated: 1,
      });
      await recorded(offer);
      expect((await importing(home, later('2026-11-20', 2)).expect(200)).body).toMatchObject({ added: 1 });
      const stored: TermOffer[] = (await home.get('term-offers/get')).body;
      expect(stored.map(({ asOf, ratePct, openTo }) => [asOf, ratePct, openTo])).toEqual([
        ['2026-11-10', 2.5, '2026-11-19'],
        ['2026-11-20', 2, undefined],
      ]);
    });
  });

  describe('as lots', () => {
    it('take maturity and rate from the offer, and are corrected', async () => {
      const offer = await home.saveTermOffer(account, {
        ratePct: undefined,
        steps: [
          { months: 4, ratePct: 2 },
          { months: 8, ratePct: 3.5 },
        ],
      });
      const lot = await recorded(offer);
      expect(lot).toMatchObject({ maturityDate: '2027-09-30', ratePct: 3, state: 'OPEN', version: 1 });
      const past = await recorded(offer, { openedOn: '2025-11-21', ratePct: 2.9 });
      expect(past).toMatchObject({ maturityDate: '2026-11-21', ratePct: 2.9, state: 'MATURED' });
      expect((await home.get('lots/get')).body).toEqual([past, lot]);
      const { state: _, ...fields } = lot;
      const { body } = await home.post('lots/save', { ...fields, amountCents: 600_000 }).expect(200);
      expect(body).toEqual({ ...lot, amountCents: 600_000, version: 2 });
      await home.post('lots/save', fields).expect(409);
      expect((await record(offer, { maturityDate: '2026-09-30' }).expect(400)).body.params).toEqual([
        'maturityDate',
      ]);
      expect((await record(offer, { brokenOn: '2027-09-30' }).expect(400)).body.params).toEqual(['brokenOn']);
      expect((await record({ ...offer, id: noId() }).expect(404)).body.params).toEqual(['offerId']);
      await home.delete(`lots/delete/${lot.id}`).expect(204);
      await home.delete(`lots/delete/${lot.id}`).expect(404);
    });

    const breaking = (lot: Lot, on: string) => home.post('lots/break', { id: lot.id, version: 1, on });
    it('are broken on a day of their life where the offer has an exit, once', async () => {
      const offer = await home.saveTermOffer(account);
      const lot = await recorded(offer);
      const refused = async (on: string, reason: string) =>
        expect((await breaking(lot, on).expect(409)).body).toEqual({ error: 'LOT_STATE', params: [reason] });
      await refused('2026-09-29', 'EARLY');
      await refused('2027-09-30', 'MATURED');
      const { body } = await breaking(lot, '2026-11-23').expect(200);
      expect(body).toEqual({ ...lot, state: 'BROKEN', brokenOn: '2026-11-23', version: 2 });
      await breaking(lot, '2026-11-24').expect(409);
      const again = { id: lot.id, version: 2 };
      for (const [path, fields] of [
        ['lots/break', { ...again, on: '2026-11-24' }],
        ['lots/renew', again],
      ] as const)
        expect((await home.post(path, fields).expect(409)).body.params).toEqual(['BROKEN']);
      const { state: _, brokenOn: __, ...whole } = body;
      expect((await home.post('lots/save', whole).expect(200)).body.state).toBe('OPEN');
      const tied = await home.saveTermOffer(account, { exit: { kind: 'NONE' } });
      expect((await breaking(await recorded(tied), '2026-11-23').expect(409)).body.params).toEqual([
        'NO_EXIT',
      ]);
      await home.post('lots/break', { id: noId(), version: 1, on: '2026-11-23' }).expect(404);
    });

    it('are broken in part where the offer allows it: the part is a lot of its own', async () => {
      const offer = await home.saveTermOffer(account, { partialExit: true });
      const lot = await recorded(offer);
      const part = { id: lot.id, version: 1, on: '2026-11-23', amountCents: 200_000 };
      const tooMuch = { ...part, amountCents: lot.amountCents + 1 };
      expect((await home.post('lots/break', tooMuch).expect(409)).body.params).toEqual(['PART']);
      const { body } = await home.post('lots/break', part).expect(200);
      const kept = lot.amountCents - 200_000;
      expect(body).toEqual({
        ...lot,
        id: body.id,
        amountCents: 200_000,
        state: 'BROKEN',
        brokenOn: '2026-11-23',
      });
      expect(body.id).not.toBe(lot.id);
      const { body: all } = await home.get('lots/get').expect(200);
      expect(all.find(({ id }: Lot) => id === lot.id)).toEqual({ ...lot, amountCents: kept, version: 2 });
      const whole = await recorded(await home.saveTermOffer(account));
      const refused = { id: whole.id, version: 1, on: '2026-11-23', amountCents: 100_000 };
      expect((await home.post('lots/break', refused).expect(409)).body.params).toEqual(['PART']);
    });

    it('are renewed once, from their maturity on', async () => {
      const offer = await home.saveTermOffer(account, { renewal: 'AUTO' });
      const lot = await recorded(offer, { openedOn: '2025-10-01' });
      const renew = () =>
        home.post('lots/renew', { id: lot.id, version: 1, amountCents: 512_345, ratePct: 2.75 });
      const { body } = await renew().expect(200);
      expect(body).toMatchObject({
        offerId: offer.id,
        amountCents: 512_345,
        openedOn: '2026-10-01',
        maturityDate: '2027-10-01',
        ratePct: 2.75,
        renewsLotId: lot.id,
        state: 'OPEN',
      });
      expect((await renew().expect(409)).body.params).toEqual(['RENEWED']);
      expect((await home.delete(`lots/delete/${lot.id}`).expect(409)).body).toEqual({
        error: 'IN_USE',
        params: ['lots:2026-10-01'],
      });
      await home.post('lots/renew', { id: noId(), version: 1 }).expect(404);
      await home.post('lots/renew', { id: body.id, version: 7 }).expect(409);
    });
  });

  describe('in figures and plans', () => {
    let offer: TermOffer;
    let lot: Lot;
    // 5,000.00 € at 3 % for a year that ends on 30 November.
    beforeEach(async () => {
      offer = await home.saveTermOffer(account, { dutyPaidByBank: true });
      lot = await recorded(offer, { openedOn: '2025-11-30' });
      await home.initQuarter(QUARTER, { [account.id]: 100_000 });
    });
    const get = async <T>(path: string) => (await home.get(path).expect(200)).body as T;
    const summary = (date = QUARTER) => get<Summary>(`quarters/summary/${date}`);
    const figuresOf = ({ evaluation }: Summary, id: string) =>
      evaluation.accounts.find(({ accountId }) => accountId === id);

    it('bring principal and net interest to their linked account', async () => {
      const told = await summary();
      // 150.00 gross less 39.00.
      expect(figuresOf(told, account.id)).toMatchObject({
        transfersInCents: 500_000,
        settledCents: 11_100,
        closingBalanceCents: 611_100,
      });
      // Earned by 30 September: 125.34 gross and 32.59 withheld.
      expect(figuresOf(told, lot.id)).toMatchObject({
        openingBalanceCents: 500_000,
        closingBalanceCents: 0,
        grossInterestCents: 2466,
        withholdingCents: 641,
        stampDutyCents: 0,
      });
      const quarter = await get<QuarterInFull>(`quarters/get-quarter/${QUARTER}`);
      const problem = {
        quarter: QUARTER,
        banks: await get<[]>('banks/get'),
        accountGroups: await get<[]>('accountGroups/get'),
        accounts: await get<[]>('accounts/get'),
        setups: quarter.setups,
        operations: [],
        settings: await get<never>('settings/get'),
      };
      const lots = await get<Lot[]>('lots/get');
      const terms = { offers: await get<TermOffer[]>('term-offers/get'), lots };
      const { body } = await home
        .post('optimizer/evaluate', { problem: withLots(problem, terms), transfers: [] })
        .expect(200);
      expect(body).toEqual(told.evaluation);
    });

    it('make a plan stale when they are broken', async () => {
      await home.post('optimizer/optimize', { quarter: QUARTER }).expect(200);
      expect((await summary()).latestPlan?.stale).toBe(false);
      await home.post('lots/break', { id: lot.id, version: 1, on: '2026-11-23' }).expect(200);
      const told = await summary();
      expect(told.latestPlan?.stale).toBe(true);
      // 358 days at 0.5 %: 24.52 gross less 6.38.
      expect(figuresOf(told, account.id)?.closingBalanceCents).toBe(601_814);
    });

    it('leave the balances of the next quarter right, and no row of their own', async () => {
      await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
      await home.post('quarters/close-quarter', { date: QUARTER, early: true, actuals: [] }).expect(200);
      expect((await summary()).actuals?.map(({ accountId }) => accountId)).toEqual([account.id]);
      const next = await home.initQuarter(NEXT);
      expect(
        next.setups.map(({ accountId, openingBalanceCents }) => [accountId, openingBalanceCents]),
      ).toEqual([[account.id, 611_100]]);
      expect(figuresOf(await summary(NEXT), lot.id)).toBeUndefined();
      const xlsx = await home.get(`exports/quarter-workbook/${QUARTER}?language=it`);
      expect(xlsx.status).toBe(200);
    });

    it('are left out, and nothing else, where their account is at another bank', async () => {
      const { id: bankId } = await home.saveBank();
      const { body } = await home.post('accounts/save', { ...account, bankId }).expect(200);
      expect(body.bankId).toBe(bankId);
      const told = await summary();
      expect(told.evaluation.accounts.map(({ accountId }) => accountId)).toEqual([account.id]);
      await home.post('quarters/start-quarter', { date: QUARTER }).expect(200);
    });
  });
});
