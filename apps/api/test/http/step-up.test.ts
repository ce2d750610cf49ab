import { startSmtpServer, type TestSmtpServer } from '../support/smtp.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';

const NEW_PASSWORD = 'tempesta-libro-quaderno-9';
const LATER_MS = 6 * 60_000;

describe('step-up: what an open session alone is not enough for', () => {
  let app: TestApp;
  let user: TestUser;
  let thief: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    user = await app.newUser(['SADMIN', 'MSF_USERS', 'MSF_GROUPS', 'FBDO_FIBADO']);
    // A holder of the token some minutes after the person signed in.
    thief = user;
    app.clock.advance(LATER_MS);
  });
  afterAll(() => app.close());

  const post = (path: string, body: object, by: { token: string } = thief) =>
    app.as(by).post(`/api/user/account/${path}`, body);
  const contact = (email: string) => ({ name: 'Test User', email, language: 'it' });
  const refusal = { error: 'STEP_UP_REQUIRED', params: ['PASSWORD'] };
  const stepUp = (password = user.password) => post('step-up', { password });

  it('refuses a stolen session the e-mail, keys, exports and members', async () => {
    const id = user.id;
    const { tenantId } = user;
    const attempts = [
      post('update-contact', contact('thief@example.org')),
      post('api-keys/save', { name: 'for ever', scopes: ['FINANCE_READ'], days: 366 }),
      app.as(thief).get('/api/finance/exports/archive'),
      app.as(thief).post('/api/finance/exports/calendar-feed'),
      app.as(thief).get(`/api/user/admin/tenants/export/${tenantId}`),
      app.as(thief).post('/api/user/admin/tenants/enter', { tenantId, reason: 'No reason at all' }),
      app.as(thief).get(`/api/user/account/gen-token-for-account/${id}`),
      app.as(thief).post('/api/user/admin/users/save', {}),
      app.as(thief).post('/api/user/admin/users/send-link', { id }),
      app.as(thief).post('/api/user/admin/groups/save', {}),
      app.as(thief).post('/api/user/admin/email-server/save', {}),
    ];
    for (const attempt of attempts) expect((await attempt.expect(403)).body).toEqual(refusal);
    expect((await app.as(user).get('/api/user/account/get-contact').expect(200)).body.email).toBe(
      `${user.username}@example.org`,
    );
    // What proves nothing new stays open: the name, for one.
    await post('update-contact', contact(`${user.username}@example.org`)).expect(200);
  });

  it('opens them for a few minutes once the password is typed', async () => {
    const wrong = await stepUp('not the password').expect(400);
    expect(wrong.body).toEqual({ error: 'PASSWORD_WRONG', params: ['password'] });
    const { body } = await stepUp().expect(200);
    expect(body.provedUntil).toBe(new Date(app.clock.now().getTime() + 5 * 60_000).toISOString());
    await post('api-keys/save', { name: 'reader', scopes: ['FINANCE_READ'] }).expect(200);
    await post('update-contact', contact(`new-${user.username}@example.org`)).expect(200);
    app.clock.advance(LATER_MS);
    expect((await post('api-keys/save', { name: 'x', scopes: ['FINANCE_READ'] }).expect(403)).body).toEqual(
      refusal,
    );
  });

  it('makes a guesser wait, and takes no proof from a key or an acting session', async () => {
    await stepUp().expect(200);
    const made = await post('api-keys/save', { name: 'reader', scopes: ['FINANCE_READ'] }).expect(200);
    await post('step-up', { password: user.password }, { token: made.body.key }).expect(403);
    let status = 400;
    for (let i = 0; i < 10 && status === 400; i += 1) ({ status } = await stepUp('guess'));
    expect(status).toBe(429);
  });

  it('is not given by a refreshed token or another tenant', async () => {
    const fresh = await app.as(user).get('/api/user/account/refresh').expect(200);
    await post('api-keys/save', { name: 'x', scopes: ['FINANCE_READ'] }, fresh.body).expect(403);
    const other = await app.newTenant();
    await asOwner(
      app.database,
      `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at)
       values ($1, $2, '{FBDO_READ}', now(), now())`,
      [other.id, user.id],
    );
    const moved = await app.as(fresh.body).get(`/api/user/account/change-tenant/${other.code}`).expect(200);
    await post('api-keys/save', { name: 'x', scopes: ['FINANCE_READ'] }, moved.body).expect(403);
  });

  it('ends the keys of a person with the password, unless the person keeps them', async () => {
    await stepUp().expect(200);
    const keyOf = async (name: string) =>
      (await post('api-keys/save', { name, scopes: ['FINANCE_READ'] }).expect(200)).body.key as string;
    const banks = (key: string) => app.as({ token: key }).get('/api/finance/banks/get');
    const kept = await keyOf('kept');
    const change = { oldPassword: user.password, newPassword: NEW_PASSWORD };
    await post('change-password', { ...change, keepKeys: true }).expect(204);
    await banks(kept).expect(200);
    await post('change-password', { oldPassword: NEW_PASSWORD, newPassword: `${NEW_PASSWORD} b` }).expect(
      204,
    );
    await banks(kept).expect(401);
  });
});

describe('a new e-mail address', () => {
  let app: TestApp;
  let smtp: TestSmtpServer;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp({ PUBLIC_URL: 'https://fibado.example.org' });
    smtp = await startSmtpServer();
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
  });
  beforeEach(async () => {
    user = await app.newUser(['FBDO_FIBADO']);
    smtp.mails.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const sent = async () => {
    const { MailQueue } = await import('../../src/administration/email-server/mail-queue.js');
    await app.app.get(MailQueue).drain();
    return smtp.mails;
  };
  const email = async () => (await app.as(user).get('/api/user/account/get-contact').expect(200)).body;
  const ask = (address: string) =>
    app
      .as(user)
      .post('/api/user/account/update-contact', { name: 'Test User', email: address, language: 'en' })
      .expect(200);
  const confirm = (link: string) => app.as(null).post('/api/user/token/confirm-email', { link });

  it('counts once the link sent to it is opened, and the old one is told', async () => {
    const before = `${user.username}@example.org`;
    const after = `new.${user.username}@example.org`;
    expect((await ask(after)).body).toMatchObject({ email: before, pendingEmail: after });
    expect(await email()).toMatchObject({ email: before, pendingEmail: after });
    const mails = await sent();
    const told = mails.find((mail) => mail.to.includes(before));
    expect(told?.text).toContain(after);
    expect(told?.text).not.toContain('#');
    const link = /#([\w-]+)/.exec(mails.find((mail) => mail.to.includes(after))?.text ?? '')?.[1] ?? '';
    expect(link).not.toBe('');
    await confirm('x'.repeat(43)).expect(410);
    expect((await confirm(link).expect(200)).body).toEqual({ email: after });
    expect(await email()).toMatchObject({ email: after });
    expect(await email()).not.toHaveProperty('pendingEmail');
    await confirm(link).expect(410);
  });

  it('is no way to the address of another person of the same household', async () => {
    const other = await app.newUser([], { id: user.tenantId, code: user.tenant });
    await ask(`${other.username}@example.org`);
    const mails = await sent();
    const link = /#([\w-]+)/.exec(
      mails.find((mail) => mail.to.includes(`${other.username}@example.org`))?.text ?? '',
    )?.[1];
    expect((await confirm(link ?? '').expect(409)).body.error).toBe('ALREADY_EXISTS');
  });

  it('is given up when the person asks for the old one again', async () => {
    await ask(`other.${user.username}@example.org`);
    const link = /#([\w-]+)/.exec((await sent()).find((mail) => mail.text.includes('#'))?.text ?? '')?.[1];
    await ask(`${user.username}@example.org`);
    expect(await email()).not.toHaveProperty('pendingEmail');
    await confirm(link ?? '').expect(410);
  });
});

describe('rotation of tokens', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const refresh = (by: { token: string }) => app.as(by).get('/api/user/account/refresh');

  it('ends the session when a token is refreshed a second time, later', async () => {
    const user = await app.newUser(['FBDO_READ']);
    app.clock.advance(1000);
    const mine = (await refresh(user).expect(200)).body as { token: string };
    // Requests on their way with the token before are answered.
    await app.as(user).get('/api/user/account/user-logged').expect(200);
    app.clock.advance(2 * 60_000);
    await refresh(user).expect(401);
    await app.as(mine).get('/api/user/account/user-logged').expect(401);
  });

  it('lets several tabs refresh the same token at the same moment, and a lost answer be asked again', async () => {
    const user = await app.newUser(['FBDO_READ']);
    app.clock.advance(1000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(user)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    app.clock.advance(30_000);
    const again = await refresh(user).expect(200);
    for (const { body } of [...answers, again])
      await app
        .as(body as { token: string })
        .get('/api/user/account/user-logged')
        .expect(200);
    // All of them hold the same place in the chain: the next refresh is a rotation of it.
    await refresh(again.body).expect(200);
  });
});
