import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecurityEvent } from '@fibado/contracts';
import { Logger } from '@nestjs/common';
import { Housekeeping } from '../../src/identity/housekeeping.js';
import { createLogger, FrameworkLogger } from '../../src/platform/http/logging.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { startSmtpServer } from '../support/smtp.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0';

describe('security events', () => {
  let app: TestApp;
  let user: TestUser;
  let admin: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    admin = await app.newUser(['MSF_USERS', 'FBDO_FIBADO']);
    user = await app.newUser(['FBDO_READ'], { id: admin.tenantId, code: admin.tenant });
  });
  afterAll(() => app.close());

  const signIn = (password = user.password, agent = CHROME, username = user.username) =>
    app
      .as(null)
      .post('/api/user/token/generate', { username, password, tokenClient: 'web' })
      .set('user-agent', agent)
      .set('CdClient', 'web');
  const own = async (by: TestUser = user) =>
    (await app.as(by).get('/api/user/account/security-events?size=50').expect(200)).body
      .items as SecurityEvent[];
  const page = async (by: TestUser, query = '') =>
    (await app.as(by).get(`/api/user/admin/security-events/get?size=100${query}`).expect(200)).body
      .items as SecurityEvent[];

  it('keeps sign-ins and failures with address, program and browser, for the person to see', async () => {
    await signIn('wrong').expect(401);
    await signIn().expect(200);
    const [success, failure] = await own();
    expect(success).toMatchObject({
      kind: 'SIGN_IN',
      outcome: 'OK',
      username: user.username,
      tenant: user.tenant,
      address: '127.0.0.1',
      client: 'web',
      agent: CHROME,
      newDevice: false,
    });
    expect(failure).toMatchObject({ kind: 'SIGN_IN_FAILED', outcome: 'REFUSED', agent: CHROME, times: 1 });
  });

  it('keeps what was typed for a name out of it when no account has the name', async () => {
    await signIn('wrong', CHROME, 'my-password-in-the-wrong-field').expect(401);
    const rows = await asOwner(app.database, 'select e::text as row from security_events e');
    expect(JSON.stringify(rows)).not.toContain('my-password-in-the-wrong-field');
    expect(JSON.stringify(rows)).not.toContain(user.password);
  });

  it('counts repeated failures of a minute in one row, and names the lock-out', async () => {
    let status = 401;
    for (let i = 0; i < 12 && status === 401; i += 1) ({ status } = await signIn('wrong'));
    expect(status).toBe(429);
    const events = await own();
    const failures = events.filter((event) => event.kind === 'SIGN_IN_FAILED');
    expect(failures).toHaveLength(1);
    expect(failures[0]?.times).toBeGreaterThan(1);
    expect(events.map((event) => event.kind)).toContain('SIGN_IN_LOCKED');
  });

  it('keeps refusals and exports, with the endpoint', async () => {
    await app.as(user).get('/api/user/admin/users/get').expect(403);
    await app.as(user).get('/api/user/admin/users/get').expect(403);
    await app.as(admin).get('/api/finance/exports/archive').expect(200);
    expect((await own()).find((event) => event.kind === 'REFUSED')).toMatchObject({
      detail: 'adminUsers.get',
      times: 2,
    });
    expect((await own(admin)).find((event) => event.kind === 'EXPORT')).toMatchObject({
      detail: 'exports.archive',
      tenant: admin.tenant,
    });
  });

  it('shows administrators only those of their tenant’s members', async () => {
    await signIn('wrong').expect(401);
    const stranger = await app.newUser(['MSF_USERS']);
    expect((await page(admin, '&outcome=REFUSED')).map((event) => event.username)).toContain(user.username);
    expect((await page(stranger)).map((event) => event.username)).not.toContain(user.username);
    expect((await page(admin, `&kind=SIGN_IN_FAILED&user=${user.username}`)).length).toBe(1);
    await app.as(user).get('/api/user/admin/security-events/get').expect(403);
  });

  it('are forgotten after their time', async () => {
    await signIn().expect(200);
    app.clock.advance(181 * 24 * 3_600_000);
    await app.app.get(Housekeeping).run();
    expect(await asOwner(app.database, 'select 1 from security_events')).toEqual([]);
  });

  it('mails a sign-in from a new device, once an account was used before', async () => {
    const smtp = await startSmtpServer();
    const root = await app.newUser(['SADMIN']);
    await app
      .as(root)
      .post('/api/user/admin/email-server/save', {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'NONE',
        fromName: 'Fibado',
        fromAddress: 'fibado@example.org',
      })
      .expect(200);
    const fresh = await app.newUser(['FBDO_READ']);
    const enter = (agent: string) => signIn(fresh.password, agent, fresh.username).expect(200);
    await enter(CHROME);
    await enter(CHROME.replace('130', '131'));
    await enter(FIREFOX);
    await enter(FIREFOX);
    const mails = await asOwner<{ subject: string }>(
      app.database,
      'select subject from mails where recipient = $1',
      [`${fresh.username}@example.org`],
    );
    expect(mails).toEqual([{ subject: 'Nuovo accesso al tuo utente di Fibado' }]);
    const again = (await signIn(fresh.password, FIREFOX, fresh.username).expect(200)).body as {
      token: string;
    };
    const { body } = await app.as(again).get('/api/user/account/security-events').expect(200);
    expect(body.items.map((event: SecurityEvent) => event.newDevice)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    await smtp.close();
  });

  it('writes lines the documented fail2ban filter finds, with nothing of the account in them', async () => {
    const lines: string[] = [];
    Logger.overrideLogger(
      new FrameworkLogger(createLogger({ LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) })),
    );
    try {
      await signIn('wrong').expect(401);
      await signIn().expect(200);
    } finally {
      Logger.overrideLogger(false);
    }
    const filter = readFileSync(
      join(import.meta.dirname, '../../../../deploy/fail2ban/filter.d/fibado.conf'),
      'utf8',
    );
    const failregex = /^failregex = (.+)$/m.exec(filter)?.[1] ?? '';
    const pattern = new RegExp(failregex.replace('<HOST>', String.raw`(?<host>[\d.]+|[\da-f:]+)`));
    const found = lines.map((line) => pattern.exec(line)?.groups?.['host']).filter(Boolean);
    expect(found).toEqual(['127.0.0.1']);
    expect(lines.join()).not.toContain(user.username);
  });
});
