import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Service } from '@fibado/contracts';
import { ServiceChecker } from '../../src/administration/services/service-checker.js';
import { VERSION } from '../../src/platform/version.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.js';

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('services and the app list', () => {
  let app: TestApp;
  let root: TestUser;
  let viewer: TestUser;
  let smtp: TestSmtpServer;
  let neighbour: Server;
  let address: string;
  let answer = 200;
  let closed: number;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    neighbour = createServer((_request, response) => response.writeHead(answer).end());
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/ledger`;
    closed = await closedPort();
    app = await createTestApp({ KEYCLOAK_URL: `http://127.0.0.1:${closed}` });
    root = await app.newUser(['SADMIN']);
    viewer = await app.newUser(['VIEW_SERVICE']);
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
    neighbour.closeAllConnections();
    await new Promise((resolve) => neighbour.close(resolve));
  });

  const base = '/api/user/admin/services';
  const list = async () => (await app.as(viewer).get(`${base}/get`).expect(200)).body as Service[];
  const find = async (cd: string) => (await list()).find((service) => service.cd === cd);
  const save = (body: object) => app.as(root).post(`${base}/save`, body);
  const link = (more: object = {}) => ({ cd: 'LEDGER', name: 'Libro mastro', contextPath: address, ...more });
  const appsOf = async (user: TestUser) =>
    ((await app.as(user).get('/api/user/account/user-logged').expect(200)).body.apps as { cd: string }[]).map(
      (entry) => entry.cd,
    );

  it('tries the database, the e-mail server, the broker and the pages for real', async () => {
    const services = await list();
    expect(services.map((service) => service.cd)).toEqual(
      expect.arrayContaining(['broker', 'database', 'identity', 'mail', 'solver', 'web']),
    );
    const database = services.find((service) => service.cd === 'database');
    expect(database?.check).toMatchObject({ state: 'UP', version: expect.stringMatching(/^18/) as string });
    expect(database?.check.latencyMs).toBeGreaterThan(0);
    expect(services.find((service) => service.cd === 'broker')?.check).toMatchObject({
      state: 'UP',
      version: VERSION,
    });
    expect(services.find((service) => service.cd === 'solver')?.check).toMatchObject({ state: 'UP' });
    expect(services.find((service) => service.cd === 'mail')?.check.state).toBe('OFF');
  });

  it('says why something is down, and remembers it', async () => {
    const check = (await app.as(viewer).post(`${base}/probe/identity`).expect(200)).body;
    expect(check).toMatchObject({ state: 'DOWN', error: expect.stringContaining('ECONNREFUSED') as string });
    const detail = (await app.as(viewer).get(`${base}/get/identity`).expect(200)).body;
    expect(detail.history).toEqual([check]);
    expect(detail.service).toMatchObject({
      kind: 'IDENTITY_PROVIDER',
      address: `http://127.0.0.1:${closed}/realms/fibado`,
      lastFailure: { state: 'DOWN' },
    });
  });

  it('tries the e-mail server as far as a mail would go', async () => {
    const server = {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'NONE',
      fromName: 'Fibado',
      fromAddress: 'fibado@example.org',
    };
    await app.as(root).post('/api/user/admin/email-server/save', server).expect(200);
    expect((await app.as(viewer).post(`${base}/probe/mail`).expect(200)).body.state).toBe('UP');
    await app
      .as(root)
      .post('/api/user/admin/email-server/save', { ...server, port: closed, version: 1 })
      .expect(200);
    expect((await app.as(viewer).post(`${base}/probe/mail`).expect(200)).body).toMatchObject({
      state: 'DOWN',
    });
  });

  it('keeps a history by itself', async () => {
    await app.app.get(ServiceChecker).round();
    const detail = (await app.as(viewer).get(`${base}/get/database`).expect(200)).body;
    expect(detail.history[0]).toMatchObject({ state: 'UP' });
  });

  it('adds a link that people with the role find in their app list, and takes it away', async () => {
    const reader = await app.newUser(['FBDO_READ']);
    const roleless = await app.newUser([]);
    expect(await appsOf(reader)).toEqual(['', 'FBDO']);
    const saved = (await save(link({ roles: ['FBDO_READ'] })).expect(200)).body;
    expect(saved).toMatchObject({ kind: 'APP', version: 1, check: { state: 'UP' } });
    expect(await appsOf(reader)).toEqual(['', 'FBDO', 'LEDGER']);
    expect(await appsOf(roleless)).toEqual(['']);
    await save(link({ version: 1, name: 'Mastro' })).expect(200);
    expect(await appsOf(roleless)).toEqual(['', 'LEDGER']);
    answer = 503;
    expect((await find('LEDGER'))?.check).toMatchObject({ state: 'DOWN', error: 'HTTP 503' });
    answer = 302;
    expect((await find('LEDGER'))?.check.state).toBe('UP');
    await app.as(root).delete(`${base}/delete/LEDGER`).expect(204);
    expect(await appsOf(roleless)).toEqual(['']);
    await app.as(root).delete(`${base}/delete/LEDGER`).expect(404);
  });

  it('refuses taken codes, stale versions and addresses that are none', async () => {
    await save(link()).expect(200);
    for (const cd of ['LEDGER', 'ledger', 'FBDO', 'database'])
      expect((await save(link({ cd })).expect(409)).body).toEqual({
        error: 'ALREADY_EXISTS',
        params: ['cd'],
      });
    expect((await save(link({ version: 5 })).expect(409)).body.error).toBe('STALE_VERSION');
    await save(link({ cd: 'GHOST', version: 1 })).expect(404);
    for (const contextPath of ['javascript:alert(1)', '//evil.example', 'ftp://x', 'x'])
      expect((await save(link({ cd: 'BAD', contextPath })).expect(400)).body.params).toEqual(['contextPath']);
    await app.as(root).get(`${base}/get/nothing`).expect(404);
    await app.as(root).post(`${base}/probe/nothing`).expect(404);
    await app.as(root).delete(`${base}/delete/database`).expect(404);
  });

  it('lets who may look look, and only super-administrators change', async () => {
    await app
      .as(viewer)
      .post(`${base}/save`, link({ cd: 'MINE' }))
      .expect(403);
    await app.as(viewer).delete(`${base}/delete/LEDGER`).expect(403);
  });
});

describe('services of a process that listens on one address', () => {
  it('asks its own pages there', async () => {
    const app = await createTestApp({}, { host: '127.0.0.2' });
    try {
      const root = await app.newUser(['SADMIN']);
      const services = app.as(root);
      const own = { cd: 'LIVE', name: 'Salute', contextPath: '/api/health/live' };
      const saved = (await services.post('/api/user/admin/services/save', own).expect(200)).body;
      expect(saved.check).toMatchObject({ state: 'UP' });
      // It has no web application; that it is asked for one says enough.
      const { body } = await services.post('/api/user/admin/services/probe/web').expect(200);
      expect(body.error).toBe('HTTP 404, no page');
    } finally {
      await app.close();
    }
  });
});
