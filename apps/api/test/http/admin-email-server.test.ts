import { MailQueue } from '../../src/administration/email-server/mail-queue.js';
import { PasswordLinksService } from '../../src/identity/links/password-links.service.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner, whileLocked } from '../support/database.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.js';

const LOGIN = { user: 'fibado', password: 'smtp-secret-of-the-test' };

describe('the e-mail server and its queue', () => {
  let app: TestApp;
  let smtp: TestSmtpServer;
  let root: TestUser;
  beforeAll(async () => {
    smtp = await startSmtpServer(LOGIN);
    app = await createTestApp({ PUBLIC_URL: 'https://conti.example.org' });
    root = await app.newUser(['SADMIN']);
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const path = '/api/user/admin/email-server';
  const settings = (more: object = {}) => ({
    host: '127.0.0.1',
    port: smtp.port,
    security: 'NONE',
    username: LOGIN.user,
    fromName: 'Fibado',
    fromAddress: 'fibado@example.org',
    ...more,
  });
  const save = (body: object) => app.as(root).post(`${path}/save`, body);
  const queue = async (query = '') => (await app.as(root).get(`${path}/queue${query}`).expect(200)).body;
  const drain = async () => {
    await app.app.get(PasswordLinksService).settled();
    await app.app.get(MailQueue).drain();
  };
  const dueNow = () =>
    asOwner(app.database, `update jobs set available_at = now() where queue = 'MAILS' and dead_at is null`);
  const forgot = (username: string) =>
    app.as(null).post('/api/user/token/forgot-password', { username }).expect(204);

  it('has none at first, and says so', async () => {
    expect((await app.as(root).get(`${path}/get`).expect(200)).body).toEqual({
      server: null,
      queue: { waiting: 0, failed: 0 },
    });
    await app.as(root).post(`${path}/test`, { to: 'a@example.org' }).expect(404);
    await app.as(root).delete(`${path}/delete`).expect(404);
    expect((await app.as(null).get('/api/user/config').expect(200)).body.passwordReset).toBe(false);
  });

  it('keeps the password encrypted, never shows it, and keeps it when it is not given again', async () => {
    const first = await save(settings({ password: LOGIN.password })).expect(200);
    expect(first.body).toEqual({ ...settings(), hasPassword: true, version: 1 });
    const stored = await asOwner<{ sealed: string; row: string }>(
      app.database,
      'select password_sealed as sealed, e::text as row from email_server e',
    );
    expect(stored[0]?.row).not.toContain(LOGIN.password);
    expect(Buffer.from(stored[0]?.sealed ?? '', 'base64url').toString('latin1')).not.toContain(
      LOGIN.password,
    );
    const second = await save(settings({ fromName: 'Conti di casa', version: 1 })).expect(200);
    expect(second.body).toMatchObject({ hasPassword: true, version: 2, fromName: 'Conti di casa' });
    const audit = await asOwner(app.database, `select * from audit where action = 'emailServer.save'`);
    expect(JSON.stringify(audit)).not.toContain(LOGIN.password);
    expect((await save(settings({ version: 1 })).expect(409)).body.error).toBe('STALE_VERSION');
  });

  it('never gives the stored password to another server, port or user: it has to be typed again', async () => {
    const attacker = await startSmtpServer({ user: 'attacker', password: 'x' });
    try {
      for (const change of [{ port: attacker.port }, { host: 'localhost' }, { username: 'attacker' }]) {
        const { body } = await save(settings({ ...change, version: 2 })).expect(400);
        expect(body).toEqual({ error: 'PASSWORD_REQUIRED', params: ['password'] });
      }
      const { body } = await app.as(root).get(`${path}/get`).expect(200);
      expect(body).toMatchObject({ server: { port: smtp.port, username: LOGIN.user, version: 2 } });
    } finally {
      await attacker.close();
    }
  });

  it('refuses to send a password in clear over a network', async () => {
    const { body } = await save(settings({ host: 'mail.example.org', version: 2 })).expect(400);
    expect(body).toEqual({ error: 'VALIDATION', params: ['security'] });
    await save(settings({ host: 'user@evil', version: 2 })).expect(400);
  });

  it('sends a test message through the real server, signed in', async () => {
    const { body } = await app
      .as(root)
      .post(`${path}/test`, { to: 'prova@example.org', language: 'it' })
      .expect(200);
    expect(body.reply).toContain('250');
    const mail = smtp.mails.at(-1);
    expect(mail).toMatchObject({ from: 'fibado@example.org', to: ['prova@example.org'], user: LOGIN.user });
    expect(mail?.raw).toContain('Subject: Messaggio di prova di Fibado');
    expect(mail?.raw).toContain('From: Conti di casa <fibado@example.org>');
  });

  it('tells what the server said when it refuses', async () => {
    await save(settings({ password: 'wrong', version: 2 })).expect(200);
    const { body } = await app.as(root).post(`${path}/test`, { to: 'prova@example.org' }).expect(502);
    expect(body.error).toBe('MAIL_FAILED');
    expect(body.params[0]).toContain('Invalid login');
    await save(settings({ password: LOGIN.password, version: 3 })).expect(200);
  });

  it('mails an invitation in the language of the person, whose link works once', async () => {
    const { user, invitation } = (
      await app
        .as(root)
        .post('/api/user/admin/users/save', {
          username: 'invitata',
          name: 'Ìris',
          email: 'iris@example.org',
          language: 'it',
          memberships: [{ tenantId: root.tenantId, roles: ['FBDO_READ'], groupIds: [] }],
        })
        .expect(200)
    ).body;
    expect(user.invited).toBe(true);
    expect(invitation).toEqual({ mailed: true, expiresAt: '2026-11-28T09:00:00.000Z' });
    const waiting = await asOwner<{ row: string }>(app.database, 'select m::text as row from mails m');
    expect(JSON.stringify(waiting)).not.toContain('set-password');
    await drain();
    const mail = smtp.mails.at(-1);
    expect(mail?.to).toEqual(['iris@example.org']);
    expect(mail?.text).toContain('Ciao Ìris,');
    expect(mail?.text).toContain('28 novembre 2026');
    const link = /https:\/\/conti\.example\.org\/set-password#([\w-]+)/.exec(mail?.text ?? '')?.[1];

    const info = await app.as(null).post('/api/user/token/link-info', { link }).expect(200);
    expect(info.body).toMatchObject({ purpose: 'INVITE', username: 'invitata' });
    const set = (newPassword: string) =>
      app.as(null).post('/api/user/token/set-password', { link, newPassword });
    expect((await set('invitata-1').expect(400)).body.error).toBe('PASSWORD_WEAK');
    await Promise.all([set('tempesta-libro-quaderno'), set('tempesta-libro-quaderno')]).then((answers) =>
      expect(answers.map((answer) => answer.status).sort()).toEqual([204, 410]),
    );
    expect((await set('tempesta-libro-quaderno').expect(410)).body.error).toBe('LINK_EXPIRED');
    const session = await app
      .as(null)
      .post('/api/user/token/generate', {
        username: 'invitata',
        password: 'tempesta-libro-quaderno',
        tokenClient: 't',
      })
      .expect(200);
    expect(session.body.userLogged.roles).toEqual(['FBDO_READ']);
    const done = await asOwner<{ content: string | null; sent: boolean }>(
      app.database,
      `select content_sealed as content, sent_at is not null as sent from mails where recipient = 'iris@example.org'`,
    );
    expect(done).toEqual([{ content: null, sent: true }]);
  });

  it('answers a forgotten password alike for known and unknown names, and mails the known', async () => {
    expect((await app.as(null).get('/api/user/config').expect(200)).body.passwordReset).toBe(true);
    const user = await app.newUser(['FBDO_READ']);
    const before = smtp.mails.length;
    // While no link can be written the known are answered, too: the answer does not wait for it.
    await whileLocked(app.database, 'password_links', async () => {
      await forgot(user.username);
      await forgot('nobody_at_all');
    });
    await app.app.get(PasswordLinksService).settled();
    await forgot(`${user.username}@example.org`);
    await drain();
    const mails = smtp.mails.slice(before);
    expect(mails.map((mail) => mail.to)).toEqual([
      [`${user.username}@example.org`],
      [`${user.username}@example.org`],
    ]);
    const [older, newer] = mails.map((mail) => /#([\w-]+)/.exec(mail.text)?.[1]);
    await app.as(null).post('/api/user/token/link-info', { link: older }).expect(410);
    await app
      .as(null)
      .post('/api/user/token/set-password', { link: newer, newPassword: 'tempesta-libro-quaderno' })
      .expect(204);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    await drain();
    expect(smtp.mails.at(-1)?.raw).toMatch(/Subject: =\?|Subject: La tua password/);
  });

  it('lets a link expire', async () => {
    const user = await app.newUser(['FBDO_READ']);
    await forgot(user.username);
    await drain();
    const link = /#([\w-]+)/.exec(smtp.mails.at(-1)?.text ?? '')?.[1];
    app.clock.advance(61 * 60_000);
    await app.as(null).post('/api/user/token/link-info', { link }).expect(410);
    root = await app.newUser(['SADMIN'], { id: root.tenantId, code: root.tenant });
  });

  it('does not mail one person without end', async () => {
    const user = await app.newUser([]);
    await drain();
    const before = smtp.mails.length;
    for (let i = 0; i < 5; i += 1) await forgot(user.username);
    await drain();
    expect(smtp.mails.length - before).toBe(3);
  });

  it('tries again with growing waits, gives up after the last, and takes a retry', async () => {
    smtp.refuseWith = 'Try again later';
    const user = await app.newUser([]);
    app.clock.advance(1000);
    await forgot(user.username);
    const mailOf = async () => (await queue()).items[0];
    await drain();
    const first = await mailOf();
    expect(first).toMatchObject({ state: 'WAITING', attempts: 1, to: `${user.username}@example.org` });
    expect(first.lastError).toContain('Try again later');
    await drain();
    expect((await mailOf()).attempts).toBe(1);
    for (let attempt = 2; attempt <= 9; attempt += 1) {
      await dueNow();
      await drain();
    }
    expect(await mailOf()).toMatchObject({ state: 'FAILED', attempts: 9 });
    expect((await app.as(root).get(`${path}/get`)).body.queue).toEqual({ waiting: 0, failed: 1 });
    smtp.refuseWith = undefined;
    await app.as(root).post(`${path}/retry/${first.id}`).expect(204);
    await drain();
    expect(await mailOf()).toMatchObject({ state: 'SENT' });
    await app.as(root).post(`${path}/retry/${first.id}`).expect(404);
    expect((await queue('?state=FAILED')).total).toBe(0);
  });

  it('keeps mails while there is no server, and takes one out on request', async () => {
    smtp.refuseWith = 'Not now';
    await forgot((await app.newUser([])).username);
    await drain();
    const waiting = async () => (await queue('?state=WAITING')).items;
    const [before] = await waiting();
    await app.as(root).delete(`${path}/delete`).expect(204);
    smtp.refuseWith = undefined;
    // A round under way may have seen the server before it was removed.
    await drain();
    await dueNow();
    await drain();
    const [mail] = await waiting();
    expect(mail).toMatchObject({ id: before.id, attempts: before.attempts });
    await app.as(root).delete(`${path}/queue/${mail.id}`).expect(204);
    await app.as(root).delete(`${path}/queue/${mail.id}`).expect(404);
  });

  it('shows the link itself to the administrator where no server can send it', async () => {
    const { body } = await app
      .as(root)
      .post('/api/user/admin/users/send-link', { id: (await app.newUser([])).id })
      .expect(200);
    expect(body).toMatchObject({ mailed: false });
    const link = body.link.split('#')[1];
    await app.as(null).post('/api/user/token/link-info', { link }).expect(200);
  });
});
