import { allEndpoints, ERROR_STATUS, errorsOf, type ErrorCode, openApiDocument } from '@fibado/contracts';
import { isQuarterStart, isValidBic, isValidIban, normalizeIban } from '@fibado/planning';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';

/** What the document promises and the answers keep, for ordinary roles. */
describe('answers and their description', () => {
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.newUser(['MSF_USERS', 'MSF_GROUPS', 'FBDO_FIBADO']);
  });
  afterAll(() => app.close());

  it('of a known path with another method is 405 and names the methods', async () => {
    const { body, headers } = await app.as(admin).delete('/api/finance/banks/get').expect(405);
    expect(body).toEqual({ error: 'METHOD_NOT_ALLOWED', params: ['GET'] });
    expect(headers['allow']).toBe('GET');
    await app.as(null).put('/api/user/token/generate', {}).expect(405);
    await app.as(admin).get('/api/finance/no-such-thing').expect(404);
    const absent = '/api/user/admin/users/get/4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10';
    expect((await app.as(admin).get(absent).expect(404)).body.error).toBe('NOT_FOUND');
  });

  it('of a request that cannot be read say what was wrong with it', async () => {
    const { body } = await app
      .as(null)
      .post('/api/user/token/generate')
      .set('content-type', 'application/json')
      .send('{"username":')
      .expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['request'] });
    const path = await app.as(admin).get('/api/user/admin/users/get/%E0%A4%A');
    expect([path.status, (path.body as { params: string[] }).params.length > 0]).toEqual([400, true]);
  });

  it('to ordinary administrators are documented, for another tenant and for odd values too', async () => {
    const stranger = await app.newTenant();
    const queries = ['', `?tenantId=${stranger.id}`, '?page=-1', '?search=%00', `?tenantId=${'x'.repeat(9)}`];
    const ids = ['adminUsers.get', 'adminGroups.get', 'adminGroups.candidates'];
    const endpoints = allEndpoints.filter(({ id }) => ids.includes(id));
    expect(endpoints).toHaveLength(3);
    for (const endpoint of endpoints)
      for (const query of queries) {
        const { status, body } = await app.as(admin).get(endpoint.path + query);
        if (status === 200) continue;
        const { error, params } = body as { error: ErrorCode; params: string[] };
        expect([endpoint.id, query, errorsOf(endpoint).includes(error)]).toEqual([endpoint.id, query, true]);
        expect(ERROR_STATUS[error]).toBe(status);
        if (error === 'VALIDATION') expect(params).not.toEqual([]);
      }
  });

  it('describe the forms of quarters, IBANs and BICs, and take what has them', () => {
    const text = JSON.stringify(openApiDocument());
    const pattern = (start: string) => {
      const found = new RegExp(`"allOf":\\[\\{"pattern":("${start}(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1];
      return new RegExp(JSON.parse(found ?? '"none"') as string);
    };
    const quarter = pattern('\\^\\(19');
    for (let year = 1890; year < 10_000; year += 7)
      for (const day of ['01-01', '02-01', '04-01', '07-01', '10-01', '10-02'])
        expect([year, day, quarter.test(`${year}-${day}`)]).toEqual([
          year,
          day,
          isQuarterStart(`${year}-${day}`),
        ]);
    const iban = pattern('\\^\\\\\\\\s');
    for (const given of [
      'IT60X0542811101000000123456',
      ' it60 x054 2811 1010 0000 0123 456 ',
      'DE89370400440532013000',
    ])
      expect([given, isValidIban(normalizeIban(given)), iban.test(given)]).toEqual([given, true, true]);
    expect(iban.test('no IBAN')).toBe(false);
    const bic = pattern('\\^\\[A-Z0-9\\]\\{4\\}');
    for (const given of ['FEBIITM1', 'FEBIITM1XXX', 'febiitm1', 'FEBI1TM1', 'FEBIITM'])
      expect([given, bic.test(given)]).toEqual([given, isValidBic(given)]);
  });
});
