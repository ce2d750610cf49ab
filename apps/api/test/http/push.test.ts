import { MAX_PUSH_DEVICES, notify, type PushDevice, pushDevice } from '@fibado/contracts';
import { DEMO_PASSWORD, DEMO_USERNAME } from '../../src/identity/demo-login.js';
import { FirstStart } from '../../src/identity/first-start.js';
import { Housekeeping } from '../../src/identity/housekeeping.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { retryNow } from '../support/jobs.js';
import { type PushBrowser, PushServiceStub, senderOf } from '../support/push-browser.js';
import { pause, until } from '../support/waiting.js';
import { happen, listOf } from './notify-suite.js';

const BASE = '/api/notify/push';
const QUARTER = '2026-10-01';
const DAY_MS = 24 * 3_600_000;

describe('notifications on devices', () => {
  let app: TestApp;
  let service: PushServiceStub;
  let anna: TestUser;
  beforeAll(async () => {
    app = await createTestApp({ WEBHOOK_NETWORKS: 'local', PUBLIC_URL: 'https://fibado.example' });
  });
  beforeEach(async () => {
    service = new PushServiceStub();
    await service.start();
    anna = await app.newUser(['FBDO_FIBADO']);
  });
  afterEach(() => service.stop());
  afterAll(() => app.close());

  const save = (browser: PushBrowser, by: { token: string } = anna) =>
    app.as(by).post(`${BASE}/save`, browser.subscription);
  const add = async (name: string, by: { token: string } = anna) => {
    const browser = service.browser(name);
    const device = pushDevice.parse((await save(browser, by).expect(200)).body);
    return { browser, device };
  };
  const get = async (by: { token: string } = anna) =>
    (await app.as(by).get(`${BASE}/get`).expect(200)).body as { publicKey: string; devices: PushDevice[] };
  const names = async (by: { token: string } = anna) => (await get(by)).devices.map(({ id }) => id);
  const signIn = async ({ username, password }: TestUser) =>
    (
      await app
        .as(null)
        .post('/api/user/token/generate', { username, password, tokenClient: 'fibado-web' })
        .set('user-agent', 'Mozilla/5.0 (Android 16)')
        .expect(200)
    ).body as { token: string };
  const jobs = () =>
    asOwner<{ attempts: number; payload: object }>(
      app.database,
      `select attempts, payload from jobs where queue = 'PUSH'`,
    );
  const idle = () => until('no push left', async () => (await jobs()).length === 0);
  const stale = (quarter = QUARTER) => happen(app, anna, 'plan.stale', { quarter });
  const received = (count: number) => until(`${count} messages`, () => service.got.length === count);
  const again = () => retryNow(app, 'PUSH', anna.tenantId);

  it('say the title in the reader’s language and where it leads, encrypted, signed, and no more', async () => {
    const { browser, device } = await add('one');
    expect(device).toMatchObject({ current: true });
    const { publicKey } = await get();
    await happen(app, anna, 'plan.ready', {
      quarter: QUARTER,
      status: 'OPTIMAL',
      gainCents: 123_456,
      transfers: 3,
    });
    await received(1);
    const [{ path, headers, body }] = service.got as [(typeof service.got)[0]];
    expect(path).toBe('/send/one');
    expect(browser.decrypt(body).message).toEqual({
      title: 'Il piano è pronto',
      link: `/fibado/dashboard/automatic-planning/${QUARTER}`,
      tag: headers['topic'],
    });
    const sender = await senderOf(headers.authorization ?? '', publicKey);
    expect(sender).toMatchObject({ aud: service.origin, sub: 'https://fibado.example' });
    await idle();
    expect((await get()).devices[0]?.deliveredAt).toBe(app.clock.now().toISOString());
    // The same news for two devices of one person and for another person of the household.
    const other = await app.newUser(['FBDO_READ'], { id: anna.tenantId, code: anna.tenant });
    await add('two', await signIn(anna));
    await add('three', other);
    await app.newUser(['FBDO_FIBADO']).then((stranger) => add('four', stranger));
    await stale();
    await received(4);
    await idle();
    expect(service.got.slice(1).map((one) => one.path)).toEqual(
      expect.arrayContaining(['/send/one', '/send/two', '/send/three']),
    );
  });

  it('are tried again while the push service is down, and given up without a dead letter', async () => {
    service.statuses = [503, 429, 201];
    await add('one');
    await stale();
    await received(1);
    await until('the job waits', async () => (await jobs())[0]?.attempts === 1);
    // Nothing of the household stands in the queue.
    expect(Object.keys((await jobs())[0]?.payload ?? {}).sort()).toEqual(['device', 'notification']);
    await again();
    await received(2);
    await until('the job waits', async () => (await jobs())[0]?.attempts === 2);
    await again();
    await received(3);
    await idle();
    service.statuses = [500];
    await stale('2027-01-01');
    await received(4);
    await until('the job waits', async () => (await jobs())[0]?.attempts === 1);
    await asOwner(
      app.database,
      `update jobs set created_at = now() - interval '25 hours' where queue = 'PUSH'`,
    );
    await again();
    await idle();
    expect(await names()).toHaveLength(1);
  });

  it('are not tried again where the push service refuses them', async () => {
    service.statuses = [400];
    await add('one');
    await stale();
    await received(1);
    await idle();
    expect(await names()).toHaveLength(1);
  });

  it.each([404, 410])('forget a device whose push service says %s', async (status) => {
    service.statuses = [status, 201];
    await add('gone');
    await stale();
    await received(1);
    await until('the device is gone', async () => (await names()).length === 0);
    await idle();
    await stale('2027-01-01');
    await pause(200);
    expect(service.got).toHaveLength(1);
  });

  it('forget a device that a test finds gone', async () => {
    service.statuses = [410];
    const { device } = await add('gone');
    const tested = await app.as(anna).post(`${BASE}/test/${device.id}`).expect(200);
    expect(tested.body).toEqual({ delivered: false });
    expect(await names()).toEqual([]);
  });

  it('say nothing of what was read meanwhile, nor of what the household switched off', async () => {
    service.statuses = [503, 201];
    await add('one');
    await stale();
    await received(1);
    await until('the job waits', async () => (await jobs())[0]?.attempts === 1);
    const [item] = await listOf(app, anna);
    const read = notify.markRead.path.replace('{id}', item?.idNotify ?? '');
    await app.as(anna).put(read).expect(204);
    await again();
    await idle();
    expect(service.got).toHaveLength(1);
    const settings = (await app.as(anna).get('/api/finance/settings/get').expect(200)).body as object;
    const notifications = { PLAN_STALE: { web: false, email: false } };
    await app
      .as(anna)
      .post('/api/finance/settings/save', { ...settings, notifications })
      .expect(200);
    await stale('2027-01-01');
    await pause(200);
    expect(service.got).toHaveLength(1);
  });

  it('end with the session of the device: sign-out, ended from elsewhere, password changed', async () => {
    const [one, two, three] = [await signIn(anna), await signIn(anna), await signIn(anna)];
    const own = await add('own');
    await add('one', one);
    const second = await add('two', two);
    await add('three', three);
    expect(await names()).toHaveLength(4);
    await app.as(one).post('/api/user/account/logout').expect(204);
    expect(await names()).toHaveLength(3);
    const { body: sessions } = await app.as(two).get('/api/user/account/sessions').expect(200);
    const { id } = (sessions as { id: string; current: boolean }[]).find((row) => row.current) as {
      id: string;
    };
    await app.as(anna).delete(`/api/user/account/sessions/${id}`).expect(204);
    expect(await names()).not.toContain(second.device.id);
    await app
      .as(anna)
      .post('/api/user/account/change-password', {
        oldPassword: anna.password,
        newPassword: 'tempesta-libro-quaderno',
      })
      .expect(204);
    expect(await names()).toEqual([own.device.id]);
    await stale();
    await received(1);
    expect(service.got[0]?.path).toBe('/send/own');
    await idle();
  });

  it('go on after a session that ran out by time, until it is forgotten', async () => {
    await add('one');
    app.clock.advance(2 * DAY_MS);
    await stale();
    await received(1);
    await idle();
    app.clock.advance(31 * DAY_MS);
    await app.app.get(Housekeeping).run();
    await stale('2027-01-01');
    await pause(200);
    expect(service.got).toHaveLength(1);
    expect(await asOwner(app.database, 'select 1 from push_devices where user_id = $1', [anna.id])).toEqual(
      [],
    );
  });

  it('follow a browser to its new session, and to the person who uses it', async () => {
    const { browser, device } = await add('one');
    const session = await signIn(anna);
    const { body } = await save(browser, session).expect(200);
    expect(body).toMatchObject({ id: device.id, agent: 'Mozilla/5.0 (Android 16)', current: true });
    expect((await get()).devices).toMatchObject([{ id: device.id, current: false }]);
    const ugo = await app.newUser(['FBDO_FIBADO']);
    await save(browser, ugo).expect(200);
    expect(await names()).toEqual([]);
    expect(await names(ugo)).toHaveLength(1);
    await stale();
    await pause(200);
    expect(service.got).toEqual([]);
  });

  it('are removed and tested by their own person alone', async () => {
    const { device } = await add('one');
    const mate = await app.newUser(['FBDO_FIBADO'], { id: anna.tenantId, code: anna.tenant });
    for (const other of [mate, await app.newUser(['FBDO_FIBADO'])]) {
      await app.as(other).delete(`${BASE}/delete/${device.id}`).expect(404);
      await app.as(other).post(`${BASE}/test/${device.id}`).expect(404);
    }
    const tested = await app.as(anna).post(`${BASE}/test/${device.id}`).expect(200);
    expect(tested.body).toEqual({ delivered: true });
    service.statuses = [500];
    const failed = await app.as(anna).post(`${BASE}/test/${device.id}`).expect(200);
    expect(failed.body).toEqual({ delivered: false });
    await app.as(anna).delete(`${BASE}/delete/${device.id}`).expect(204);
    expect(await names()).toEqual([]);
    const trace = await asOwner<{ action: string }>(
      app.database,
      `select action, a::text as row from audit a where actor_username = $1 order by id`,
      [anna.username],
    );
    expect(trace.map(({ action }) => action)).toEqual(['push.save', 'push.delete']);
    expect(JSON.stringify(trace)).not.toContain('/send/one');
  });

  it('are bounded: the device not seen for longest makes room', async () => {
    const made: string[] = [];
    for (let i = 0; i <= MAX_PUSH_DEVICES; i += 1) {
      app.clock.advance(1000);
      made.push((await add(`device-${i}`)).device.id);
    }
    expect((await names()).sort()).toEqual(made.slice(1).sort());
  });

  it('take no address without TLS or with a password, and no foreign keys', async () => {
    const strict = await createTestApp();
    const user = await strict.newUser(['FBDO_FIBADO']);
    const good = service.browser('one').subscription;
    const refused = async (body: object) =>
      (await strict.as(user).post(`${BASE}/save`, body).expect(400)).body as { params: string[] };
    for (const endpoint of ['http://push.example/x', 'https://a:b@push.example/x', 'ftp://push.example/x'])
      expect((await refused({ ...good, endpoint })).params).toEqual(['endpoint']);
    await refused({ ...good, endpoint: `https://push.example/${'x'.repeat(1000)}` });
    await refused({ ...good, p256dh: 'short' });
    await refused({ ...good, auth: `${good.auth}==` });
    const there = { ...good, endpoint: 'https://127.0.0.1/x' };
    const { body } = await strict.as(user).post(`${BASE}/save`, there).expect(200);
    // An address of this machine is stored, and never connected to.
    const { id } = body as PushDevice;
    const tested = await strict.as(user).post(`${BASE}/test/${id}`).expect(200);
    expect(tested.body).toEqual({ delivered: false });
    await strict.close();
  });

  it('are not offered to the account with a public login', async () => {
    const demo = await createTestApp();
    await demo.app.get(FirstStart).run();
    const { body } = await demo
      .as(null)
      .post('/api/user/token/generate', {
        username: DEMO_USERNAME,
        password: DEMO_PASSWORD,
        tokenClient: 'test',
      })
      .expect(200);
    const session = body as { token: string };
    await demo.as(session).post(`${BASE}/save`, service.browser('one').subscription).expect(403);
    await demo.close();
  });
});
