import { MailQueue } from '../../src/administration/email-server/mail-queue.js';
import { PasswordLinksService } from '../../src/identity/links/password-links.service.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.js';

describe('e-mail addresses of other households', () => {
  let app: TestApp;
  let smtp: TestSmtpServer;
  let admin: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    smtp = await startSmtpServer({ user: 'fibado', password: 'secret' });
    app = await createTestApp({ PUBLIC_URL: 'https://conti.example.org' });
    admin = await app.newUser(['MSF_USERS', 'FBDO_FIBADO']);
    stranger = await app.newUser(['FBDO_FIBADO']);
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const addressOf = (user: TestUser) => `${user.username}@example.org`;
  const save = (username: string, email: string) =>
    app.as(admin).post('/api/user/admin/users/save', {
      username,
      name: 'Persona',
      email,
      language: 'it',
      password: 'tempesta-libro-quaderno',
      memberships: [{ tenantId: admin.tenantId, roles: ['FBDO_FIBADO'], groupIds: [] }],
    });

  it('are not told by a refusal: a taken one is entered like a free one', async () => {
    const free = await save('nuova1', 'unregistered@example.org').expect(200);
    const taken = await save('nuova2', addressOf(stranger)).expect(200);
    expect(Object.keys(taken.body as object)).toEqual(Object.keys(free.body as object));
  });

  it('are unique within a household, also when two are entered at the same moment', async () => {
    const { body } = await save('nuova3', addressOf(admin).toUpperCase()).expect(409);
    expect(body).toEqual({ error: 'ALREADY_EXISTS', params: ['email'] });
    const both = await Promise.all(['nuova4', 'nuova5'].map((name) => save(name, 'twins@example.org')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await asOwner(app.database, `select 1 from users where email = 'twins@example.org'`);
    expect(rows).toHaveLength(1);
  });

  it('are each mailed their own link when a password is forgotten', async () => {
    const root = await app.newUser(['SADMIN']);
    await app
      .as(root)
      .post('/api/user/admin/email-server/save', {
        host: '127.0.0.1',
        port: smtp.port,
        security: 'NONE',
        username: 'fibado',
        password: 'secret',
        fromName: 'Fibado',
        fromAddress: 'fibado@example.org',
      })
      .expect(200);
    const login = { username: addressOf(stranger) };
    await app.as(null).post('/api/user/token/forgot-password', login).expect(204);
    await app.app.get(PasswordLinksService).settled();
    await app.app.get(MailQueue).drain();
    expect(smtp.mails.map((mail) => mail.to)).toEqual([[addressOf(stranger)], [addressOf(stranger)]]);
    const links = smtp.mails.map((mail) => /set-password#([\w-]+)/.exec(mail.text)?.[1]);
    expect(new Set(links).size).toBe(2);
  });
});
