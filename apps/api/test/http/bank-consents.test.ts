import type { BankConsent } from '@fibado/contracts';
import { Housekeeping } from '../../src/identity/housekeeping.js';
import { ConnectedHousehold, ROLES } from '../support/bank-connection.js';
import { asOwner } from '../support/database.js';
import { noId, recordEvents } from '../support/finance.js';

const DAY_MS = 86_400_000;

describe('consents of a bank connection', () => {
  let bank: ConnectedHousehold;
  beforeAll(async () => {
    bank = await ConnectedHousehold.start();
  });
  beforeEach(() => bank.renew());
  afterAll(() => bank.stop());

  describe('a consent', () => {
    it('is completed once, by the person and in the household that began it', async () => {
      await bank.saveKey().expect(200);
      const back = bank.provider.approve(await bank.start());
      const member = await bank.app.newUser(ROLES, {
        id: bank.home.user.tenantId,
        code: bank.home.user.tenant,
      });
      const stranger = await bank.app.newUser(ROLES);
      expect(await bank.refusal(bank.post('consents/complete', back, member).expect(410))).toEqual([
        'TICKET_EXPIRED',
      ]);
      await bank.post('consents/complete', back, stranger).expect(409);
      await bank.post('consents/complete', { ...back, state: 'guessed' }).expect(410);
      await bank.post('consents/complete', back).expect(200);
      await bank.post('consents/complete', back).expect(410);
      expect((await bank.shown()).consents).toHaveLength(1);
    });

    it('comes too late after half an hour', async () => {
      await bank.saveKey().expect(200);
      const back = bank.provider.approve(await bank.start());
      const late = new Date(bank.app.clock.now().getTime() - 1000);
      const request = [bank.home.user.tenantId, late];
      await asOwner(
        bank.app.database,
        'update bank_consent_requests set expires_at = $2 where tenant_id = $1',
        request,
      );
      await bank.post('consents/complete', back).expect(410);
    });

    it('that the person refuses at the bank leaves nothing', async () => {
      await bank.saveKey().expect(200);
      const { state } = bank.provider.approve(await bank.start());
      const refused = { state, error: 'access_denied' };
      expect(await bank.refusal(bank.post('consents/complete', refused).expect(409))).toEqual([
        'CONSENT_DECLINED',
      ]);
      await bank.post('consents/complete', refused).expect(410);
      expect((await bank.shown()).consents).toEqual([]);
    });

    it.each(['EXPIRED_AUTHORIZATION_CODE', 'WRONG_AUTHORIZATION_CODE', 'ALREADY_AUTHORIZED'])(
      'whose code is refused with %s has to be begun again',
      async (code) => {
        await bank.saveKey().expect(200);
        const back = bank.provider.approve(await bank.start());
        bank.provider.refuseNext(/^\/sessions$/, 422, code);
        expect(await bank.refusal(bank.post('consents/complete', back).expect(410))).toEqual([
          'TICKET_EXPIRED',
        ]);
      },
    );

    it('lasts no longer than the bank allows, and is for a bank the provider reaches', async () => {
      await bank.saveKey().expect(200);
      const { validUntil } = await bank.give({ bank: 'Banca Breve', days: 180 });
      const days = (Date.parse(validUntil) - bank.app.clock.now().getTime()) / DAY_MS;
      expect(Math.round(days)).toBe(90);
      expect(await bank.refusal(bank.post('consents', { bank: 'Nessuna' }).expect(404))).toEqual([
        'NOT_FOUND',
        'bank',
      ]);
    });

    it('that renews another one takes its place, there and here', async () => {
      const old = await bank.connect();
      const fresh = await bank.give({ replaces: old.id });
      expect((await bank.shown()).consents.map(({ id }: BankConsent) => id)).toEqual([fresh.id]);
      expect([...bank.provider.sessions.values()].slice(-2).map(({ status }) => status)).toEqual([
        'CLOSED',
        'AUTHORIZED',
      ]);
      await bank.post('consents', { bank: 'Banca Uno', replaces: noId() }).expect(404);
    });

    it('is revoked at the provider and here, and here even when the provider is down', async () => {
      const { id } = await bank.connect();
      expect(
        (
          await bank.app
            .as(bank.home.user)
            .delete(bank.path(`consents/${id}`))
            .expect(200)
        ).body,
      ).toEqual({
        closed: true,
      });
      await bank.app
        .as(bank.home.user)
        .delete(bank.path(`consents/${id}`))
        .expect(404);
      const second = await bank.give();
      bank.provider.refuseNext(/^\/sessions\//, 500, undefined);
      expect(
        (
          await bank.app
            .as(bank.home.user)
            .delete(bank.path(`consents/${second.id}`))
            .expect(200)
        ).body,
      ).toEqual({
        closed: false,
      });
      expect((await bank.shown()).consents).toEqual([]);
    });

    it('is told of a week before its end, once, and no more after it was renewed', async () => {
      const events = recordEvents(bank.app);
      const { id } = await bank.connect();
      await bank.app.app.get(Housekeeping).run();
      const told = () => events.of(bank.home.user.tenantId).filter(([topic]) => topic === 'consent.ending');
      expect(told()).toEqual([]);
      const soon = '2026-11-27T23:30:00Z';
      await asOwner(bank.app.database, 'update bank_consents set valid_until = $2 where id = $1', [id, soon]);
      await bank.app.app.get(Housekeeping).run();
      await bank.app.app.get(Housekeeping).run();
      // The Italian day.
      expect(told()).toEqual([['consent.ending', { consentId: id, bank: 'Banca Uno', date: '2026-11-28' }]]);
      await bank.app
        .as(bank.home.user)
        .delete(bank.path(`consents/${id}`))
        .expect(200);
      expect(events.of(bank.home.user.tenantId).at(-1)).toEqual(['consent.gone', { consentId: id }]);
    });
  });
});
