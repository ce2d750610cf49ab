import { createTestApp, type TestApp } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { noId, TestHousehold } from '../support/finance.js';

describe('banks', () => {
  let app: TestApp;
  let home: TestHousehold;
  beforeAll(async () => {
    app = await createTestApp();
    home = await TestHousehold.create(app);
  });
  afterAll(() => app.close());

  it('are created, changed, listed by name and deleted, and all of it is on record', async () => {
    const other = await home.saveBank({ name: 'Zeta' });
    const instant = { send: true, receive: false, from: '2027-04-09' };
    const made = await home.saveBank({
      name: 'Alfa',
      abi: '03069',
      bic: 'BCITITMM',
      notes: 'una\ndue',
      instant,
      weekendBooking: 'SAME_DAY',
    });
    expect(made).toMatchObject({
      name: 'Alfa',
      abi: '03069',
      bic: 'BCITITMM',
      notes: 'una\ndue',
      instant,
      weekendBooking: 'SAME_DAY',
      version: 1,
    });
    const changed = await home
      .post('banks/save', { ...home.aBank({ name: 'Beta' }), id: made.id, version: 1 })
      .expect(200);
    expect(changed.body).toEqual({
      id: made.id,
      name: 'Beta',
      guaranteeScheme: 'FITD',
      stampDutyMethod: 'ACTUAL_DAYS',
      version: 2,
    });
    const list = await home.get('banks/get').expect(200);
    expect(list.body.map((bank: { name: string }) => bank.name)).toEqual(['Beta', 'Zeta']);
    await home.delete(`banks/delete/${made.id}`).expect(204);
    expect((await home.get('banks/get').expect(200)).body).toEqual([other]);
    const audit = await asOwner<{ action: string; actor_username: string }>(
      app.database,
      'select action, actor_username from audit where entity_id = $1 order by id',
      [made.id],
    );
    expect(audit.map((row) => row.action)).toEqual(['banks.save', 'banks.save', 'banks.delete']);
    expect(audit[0]?.actor_username).toBe(home.user.username);
  });

  it('refuse a stale version and write nothing', async () => {
    const bank = await home.saveBank();
    await home.post('banks/save', { ...home.aBank(), id: bank.id, version: 1 }).expect(200);
    const stale = await home.post('banks/save', { ...home.aBank(), id: bank.id, version: 1 }).expect(409);
    expect(stale.body).toEqual({ error: 'STALE_VERSION', params: [] });
    const list = await home.get('banks/get');
    expect(list.body.find((one: { id: string }) => one.id === bank.id).version).toBe(2);
  });

  it('refuse a name that is taken, in whatever case', async () => {
    await home.saveBank({ name: 'Banca Unica' });
    const again = await home.post('banks/save', home.aBank({ name: 'banca unica' })).expect(409);
    expect(again.body).toEqual({ error: 'ALREADY_EXISTS', params: ['name'] });
  });

  it('are not deleted while an account is there', async () => {
    const bank = await home.saveBank();
    const account = await home.saveAccount({ bankId: bank.id });
    const { body } = await home.delete(`banks/delete/${bank.id}`).expect(409);
    expect(body).toEqual({ error: 'IN_USE', params: [`accounts:${account.name}`] });
  });

  it.each([
    ['an unknown key', { colour: 'red' }, 'colour'],
    ['an ABI of four digits', { abi: '0306' }, 'abi'],
    ['a wrong BIC', { bic: 'BCIT' }, 'bic'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a name with control characters', { name: 'a\u0000b' }, 'name'],
    ['an unknown scheme', { guaranteeScheme: 'FDIC' }, 'guaranteeScheme'],
    ['a version without id', { version: 1 }, 'id'],
  ])('refuse %s', async (_, wrong, path) => {
    const before = (await home.get('banks/get')).body;
    const { body } = await home.post('banks/save', { ...home.aBank(), ...wrong }).expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: [path] });
    expect((await home.get('banks/get')).body).toEqual(before);
  });

  it('of another household do not exist', async () => {
    const stranger = await TestHousehold.create(app);
    const theirs = await stranger.saveBank();
    const attempts = [
      home.post('banks/save', { ...home.aBank(), id: theirs.id, version: 1 }),
      home.delete(`banks/delete/${theirs.id}`),
    ];
    const missing = await home.delete(`banks/delete/${noId()}`).expect(404);
    for (const attempt of attempts) expect((await attempt.expect(404)).body).toEqual(missing.body);
    expect((await stranger.get('banks/get')).body).toEqual([theirs]);
    expect((await home.get('banks/get')).body.map((bank: { id: string }) => bank.id)).not.toContain(
      theirs.id,
    );
  });

  it('ask for an id with its version', async () => {
    const { body } = await home.post('banks/save', { ...home.aBank(), id: noId() }).expect(400);
    expect(body.params).toEqual(['version']);
  });

  it('are read, but not written, by a member who only reads', async () => {
    const reader = await app.newUser(['FBDO_READ'], { id: home.user.tenantId, code: home.user.tenant });
    await app.as(reader).get('/api/finance/banks/get').expect(200);
    const { body } = await app.as(reader).post('/api/finance/banks/save', home.aBank()).expect(403);
    expect(body.error).toBe('FORBIDDEN');
  });
});
