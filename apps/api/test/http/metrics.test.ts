import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';

describe('the figures for Prometheus', () => {
  let app: TestApp;
  let user: TestUser;
  let port: number;
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.newUser(['FBDO_READ']);
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    port = (probe.address() as AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
    await app.app.get(Metrics).listen(port, '127.0.0.1');
  });
  afterAll(() => app.close());

  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ]);
    return response.text();
  };
  const count = (text: string, endpoint: string, status: number) =>
    Number(
      new RegExp(
        `^fibado_http_request_seconds_count\\{endpoint="${endpoint}",status="${status}"\\} (\\d+)$`,
        'm',
      ).exec(text)?.[1] ?? 0,
    );

  it('count every request of the API, also those that are refused at the door', async () => {
    await app.as(user).get('/api/finance/banks/get').expect(200);
    await app.as(null).get('/api/finance/banks/get').expect(401);
    await app.as(user).post('/api/finance/banks/save', {}).expect(403);
    await app.as(null).get('/api/health/live').expect(200);
    await app.as(null).post('/api/user/token/generate', {}).expect(400);
    for (const address of ['/api/nowhere', '/api/nowhere/else']) await app.as(user).get(address).expect(404);
    const text = await read();
    expect([
      count(text, 'banks.get', 200),
      count(text, 'banks.get', 401),
      count(text, 'banks.save', 403),
      count(text, 'health.live', 200),
      count(text, 'tokens.generate', 400),
      count(text, 'none', 404),
    ]).toEqual([1, 1, 1, 1, 1, 2]);
    expect(text).not.toContain('nowhere');
    for (const name of ['fibado_solver_busy', 'fibado_work_waiting', 'process_resident_memory_bytes'])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e+]+$`, 'm'));
  });

  it('contain no names', async () => {
    const text = await read();
    expect(text).not.toContain(user.username);
    expect(text).not.toContain(user.tenant);
  });

  it('are on a port of their own and nowhere else', async () => {
    for (const address of ['/metrics', '/api/metrics']) await app.as(user).get(address).expect(404);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/api/health/live`)).status).toBe(404);
  });
});
