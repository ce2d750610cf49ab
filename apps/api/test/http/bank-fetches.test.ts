import type { ImportChanges } from '@fibado/contracts';
import { ConnectedHousehold, movement, MOVEMENTS, ROLES } from '../support/bank-connection.js';
import { anIban, NEXT, noId, PREVIOUS, TestHousehold } from '../support/finance.js';

describe('fetches of a bank connection', () => {
  let bank: ConnectedHousehold;
  beforeAll(async () => {
    bank = await ConnectedHousehold.start();
  });
  beforeEach(() => bank.renew());
  afterAll(() => bank.stop());

  describe('a fetch', () => {
    beforeEach(() => bank.connect());

    it('is refused the fifth time in a day', async () => {
      for (let i = 0; i < 4; i += 1) await bank.fetchNow().expect(200);
      expect(await bank.refusal(bank.fetchNow().expect(429))).toEqual(['FETCH_LIMIT', '4']);
      expect((await bank.shown()).consents[0].accounts[0].fetchesLeft).toBe(0);
    });

    it.each([
      [401, 'EXPIRED_SESSION', ['CONSENT_ENDED']],
      [401, 'CLOSED_SESSION', ['CONSENT_ENDED']],
      [401, 'REVOKED_SESSION', ['CONSENT_ENDED']],
      [404, 'SESSION_DOES_NOT_EXIST', ['CONSENT_ENDED']],
      [404, 'ACCOUNT_DOES_NOT_EXIST', ['CONSENT_ENDED']],
      [400, 'ASPSP_ACCOUNT_NOT_ACCESSIBLE', ['CONSENT_ENDED']],
      [422, 'WRONG_SESSION_STATUS', ['CONSENT_ENDED']],
      [400, 'ASPSP_PSU_ACTION_REQUIRED', ['CONSENT_ENDED']],
    ] as const)('that is refused with %i %s ends the consent', async (status, code, expected) => {
      bank.provider.refuseNext(/transactions/, status, code);
      expect(await bank.refusal(bank.fetchNow())).toEqual(expected);
      expect((await bank.shown()).consents[0].ended).toBe(true);
      // It is not tried again.
      const before = bank.provider.requests.length;
      expect(await bank.refusal(bank.fetchNow())).toEqual(expected);
      expect(bank.provider.requests).toHaveLength(before);
    });

    it.each([
      [400, 'ASPSP_ERROR', 'BANK_UNAVAILABLE', 'ASPSP_ERROR'],
      [408, 'ASPSP_TIMEOUT', 'BANK_UNAVAILABLE', 'ASPSP_TIMEOUT'],
      [408, undefined, 'BANK_UNAVAILABLE', '408'],
      [500, undefined, 'BANK_UNAVAILABLE', '500'],
      [429, 'ASPSP_RATE_LIMIT_EXCEEDED', 'FETCH_LIMIT', '4'],
      [429, undefined, 'TOO_MANY_REQUESTS', '60'],
      [401, 'UNAUTHORIZED_ACCESS', 'CONNECTION_REFUSED', 'UNAUTHORIZED_ACCESS'],
      [403, 'ACCESS_DENIED', 'CONNECTION_REFUSED', 'ACCESS_DENIED'],
      [403, 'UNAUTHORIZED_IP', 'CONNECTION_REFUSED', 'UNAUTHORIZED_IP'],
      [403, 'NO_ACCOUNTS_ADDED', 'CONNECTION_REFUSED', 'NO_ACCOUNTS_ADDED'],
      [404, undefined, 'CONNECTION_REFUSED', '404'],
      [422, 'WRONG_REQUEST_PARAMETERS', 'CONNECTION_REFUSED', 'WRONG_REQUEST_PARAMETERS'],
      [422, 'WRONG_TRANSACTIONS_PERIOD', 'CONNECTION_REFUSED', 'WRONG_TRANSACTIONS_PERIOD'],
      [422, 'WRONG_CONTINUATION_KEY', 'CONNECTION_REFUSED', 'WRONG_CONTINUATION_KEY'],
      [422, 'PSU_HEADER_NOT_PROVIDED', 'CONNECTION_REFUSED', 'PSU_HEADER_NOT_PROVIDED'],
      [422, '<script>alert(1)</script>', 'CONNECTION_REFUSED', '422'],
    ] as const)('that is refused with %i %s says %s', async (status, code, error, param) => {
      bank.provider.refuseNext(/transactions/, status, code);
      expect(await bank.refusal(bank.fetchNow())).toEqual([error, param]);
      expect((await bank.shown()).consents[0].ended).toBe(false);
      expect(await bank.list()).toEqual([]);
    });

    it('keeps the wait the provider asks for', async () => {
      bank.provider.refuseNext(/transactions/, 429, undefined, { 'retry-after': '17' });
      expect(await bank.refusal(bank.fetchNow())).toEqual(['TOO_MANY_REQUESTS', '17']);
    });

    it.each<[string, (answer: (body: string) => void) => void]>([
      ['no JSON', (send) => send('<html>')],
      ['cut off', (send) => send('{"transactions": [')],
      ['without what is documented', (send) => send('{"movements": []}')],
      [
        'an amount that is no number',
        (send) => send(page({ transaction_amount: { currency: 'EUR', amount: '1e9' } })),
      ],
      ['a day that is none', (send) => send(page({ booking_date: '2026-02-31' }))],
      ['larger than any page', (send) => send(page({ note: 'x'.repeat(5_000_000) }))],
    ])('that is answered with %s is refused whole', async (_, write) => {
      bank.provider.answerNext(/transactions/, (response) => {
        response.setHeader('content-type', 'application/json');
        write((body) => response.end(body));
      });
      expect(await bank.refusal(bank.fetchNow().expect(502))).toEqual(['BANK_ANSWER_UNREADABLE']);
    });
    const page = (fields: object): string =>
      JSON.stringify({ transactions: [{ ...MOVEMENTS[0], ...fields }] });

    it('does not follow a redirect, and ends where the line breaks', async () => {
      bank.provider.answerNext(/transactions/, (response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' });
        response.end();
      });
      expect(await bank.refusal(bank.fetchNow().expect(503))).toEqual(['BANK_UNAVAILABLE', 'UNREACHABLE']);
      bank.provider.answerNext(/transactions/, (response) => response.destroy());
      expect(await bank.refusal(bank.fetchNow().expect(503))).toEqual(['BANK_UNAVAILABLE', 'UNREACHABLE']);
    });

    it('ends when the pages never do', async () => {
      for (let i = 0; i < 2; i += 1)
        bank.provider.answerNext(/transactions/, (response) =>
          response.end(JSON.stringify({ transactions: [], continuation_key: 'again' })),
        );
      expect(await bank.refusal(bank.fetchNow().expect(502))).toEqual(['BANK_ANSWER_UNREADABLE']);
    });

    it('reads the days the bank still has', async () => {
      const iban = String(bank.provider.accounts[0]?.iban);
      bank.home = new TestHousehold(bank.app, await bank.app.newUser(ROLES));
      bank.first = await bank.home.saveAccount({ iban });
      await bank.home.initQuarter(PREVIOUS, { [bank.first.id]: 0 });
      await bank.connect();
      bank.provider.historyDays = 89;
      const { period } = (await bank.fetchNow({ quarter: PREVIOUS }).expect(200)).body as ImportChanges;
      expect(period).toEqual({ from: '2026-08-24', to: '2026-09-30' });
      // A bank that keeps still less refuses.
      bank.provider.historyDays = 30;
      expect(await bank.refusal(bank.fetchNow({ quarter: PREVIOUS }))).toEqual([
        'CONNECTION_REFUSED',
        'WRONG_TRANSACTIONS_PERIOD',
      ]);
    });

    it('needs no balance', async () => {
      bank.provider.refuseNext(/balances/, 400, 'ASPSP_ERROR');
      const { balanceEffect, rows } = (await bank.fetchNow().expect(200)).body as ImportChanges;
      expect(balanceEffect.statedCents).toBeUndefined();
      expect(rows).toHaveLength(5);
    });

    it('takes a movement on two pages for one, and what is cancelled for none', async () => {
      const [account] = bank.provider.accounts;
      if (!account) throw new Error('no account');
      bank.provider.sessions.forEach(({ accounts }) =>
        (accounts as Map<string, typeof account>).forEach((one, uid, all) =>
          all.set(uid, {
            ...one,
            transactions: [
              movement('2026-10-02', '-850.00', 'AFFITTO'),
              movement('2026-10-02', '-850.00', 'AFFITTO'),
              movement('2026-10-03', '-1.00', 'X', { entry_reference: null }),
              movement('2026-10-03', '-1.00', 'X', { entry_reference: null }),
              movement('2026-10-04', '-1.00', 'Y', { status: 'CNCL' }),
              movement('2026-10-04', '-1.00', 'Y', { status: 'RJCT' }),
              movement('2026-10-05', '-2.00', 'USA', {
                transaction_amount: { currency: 'USD', amount: '2.00' },
              }),
              movement('2026-10-06', '-0.125', 'MILLESIMI'),
              movement('2026-10-07', '-3.00', 'SENZA GIORNO', { booking_date: null, value_date: null }),
            ],
          }),
        ),
      );
      const { counts, rows } = (await bank.fetchNow().expect(200)).body as ImportChanges;
      expect(counts).toEqual({ NEW: 3, ERROR: 3 });
      expect(rows.flatMap(({ message }) => message?.code ?? [])).toEqual([
        'CURRENCY_NOT_EURO',
        'AMOUNT_UNREADABLE',
        'DATE_MISSING',
      ]);
    });

    it('needs the account’s IBAN, a consent that reaches it, a quarter that has begun, and who may save', async () => {
      const { second } = { second: await bank.home.saveAccount() };
      const elsewhere = await bank.home.saveAccount({ iban: anIban(77) });
      expect(await bank.refusal(bank.fetchNow({ accountId: second.id }).expect(409))).toEqual([
        'IBAN_MISSING',
        second.name,
      ]);
      expect(await bank.refusal(bank.fetchNow({ accountId: elsewhere.id }).expect(404))).toEqual([
        'NOT_FOUND',
        'consent',
      ]);
      await bank.fetchNow({ accountId: noId() }).expect(404);
      expect(await bank.refusal(bank.fetchNow({ quarter: NEXT }).expect(400))).toEqual([
        'VALIDATION',
        'quarter',
      ]);
      const reader = await bank.app.newUser(['FBDO_READ', 'FBDO_CONNECT'], {
        id: bank.home.user.tenantId,
        code: bank.home.user.tenant,
      });
      await bank.fetchNow({}, reader).expect(403);
      const stranger = await bank.app.newUser(ROLES);
      await bank.fetchNow({}, stranger).expect(404);
    });
  });
});
