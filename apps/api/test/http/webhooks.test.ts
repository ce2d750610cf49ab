import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SaveWebhook, type Webhook, webhook, type WebhookDelivery } from '@fibado/contracts';
import { LASTING_FAILURE_MS } from '../../src/notifications/webhooks/webhook-health.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { asOwner } from '../support/database.js';
import { retryNow } from '../support/jobs.js';
import { until } from '../support/waiting.js';
import { happen, listOf } from './notify-suite.js';

const jest = import.meta.jest;

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on loopback that answers with the statuses it is told, the last one again and again. */
class Receiver {
  readonly got: Received[] = [];
  statuses = [204];
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      this.got.push({ path: request.url ?? '', headers: request.headers, body });
      const [status = 204] = this.statuses.length > 1 ? this.statuses.splice(0, 1) : this.statuses;
      response.writeHead(status).end();
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }
}

describe('webhooks', () => {
  let app: TestApp;
  let receiver: Receiver;
  let anna: TestUser;
  beforeAll(async () => {
    app = await createTestApp({ WEBHOOK_NETWORKS: 'local', PUBLIC_URL: 'https://fibado.example' });
  });
  beforeEach(async () => {
    receiver = new Receiver();
    await receiver.start();
    anna = await app.newUser(['FBDO_FIBADO']);
  });
  afterEach(() => receiver.stop());
  afterAll(() => app.close());

  const base = '/api/finance/webhooks';
  const save = (body: Partial<SaveWebhook>, by = anna) =>
    app.as(by).post(`${base}/save`, { name: 'Casa', url: receiver.url, topics: ['plan.stale'], ...body });
  const make = async (body: Partial<SaveWebhook> = {}) =>
    (await save(body).expect(200)).body as { webhook: Webhook; secret?: string };
  const list = async () => (await app.as(anna).get(`${base}/get`).expect(200)).body as Webhook[];
  const log = async (id: string) =>
    (await app.as(anna).get(`${base}/deliveries/${id}`).expect(200)).body as WebhookDelivery[];
  const changed = (quarter = '2026-10-01') => happen(app, anna, 'plan.stale', { quarter });
  const waitFor = (id: string, state: WebhookDelivery['state'], attempts: number) =>
    until(`${state} after ${attempts}`, async () => {
      const [latest] = await log(id);
      return latest?.state === state && latest.attempts === attempts;
    });
  const again = (attemptsMade?: number) => retryNow(app, 'WEBHOOKS', anna.tenantId, attemptsMade);

  it('send events, signed with a secret that is shown once', async () => {
    const { webhook: made, secret } = await make();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list()).toEqual([webhook.parse(made)]);
    expect(JSON.stringify(await list())).not.toContain('whsec');
    const stored = await asOwner(app.database, 'select * from webhooks where id = $1', [made.id]);
    expect(JSON.stringify(stored)).not.toContain(secret?.slice(6));
    // Not asked for.
    await happen(app, anna, 'quarter.started', { quarter: '2026-10-01' });
    await changed();
    await waitFor(made.id, 'DELIVERED', 1);
    expect(receiver.got).toHaveLength(1);
    const [{ headers, body }] = receiver.got as [Received];
    expect(JSON.parse(body)).toEqual({
      type: 'plan.stale',
      timestamp: app.clock.now().toISOString(),
      data: { quarter: '2026-10-01' },
    });
    const [delivery] = await log(made.id);
    expect(delivery).toMatchObject({ id: headers['webhook-id'], topic: 'plan.stale', status: 204 });
    const named = [headers['webhook-id'], headers['webhook-timestamp'], body];
    const signed = named.map(String).join('.');
    const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    const audit = await asOwner(
      app.database,
      `select after from audit where action = 'webhooks.save' and entity_id = $1`,
      [made.id],
    );
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain('whsec');
  });

  it('are signed with a replaced secret beside the new one for 24 hours', async () => {
    const { webhook: made, secret: before } = await make();
    const rotated = await app.as(anna).post(`${base}/rotate-secret/${made.id}`).expect(200);
    const { webhook: after, secret } = rotated.body as { webhook: Webhook; secret: string };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(before);
    expect(after).toMatchObject({ version: made.version + 1 });
    expect(Date.parse(after.previousSecretUntil ?? '') - app.clock.now().getTime()).toBe(24 * 3_600_000);
    /** The secrets the request was signed with. */
    const signers = async (): Promise<(string | undefined)[]> => {
      await app.as(anna).post(`${base}/test/${made.id}`).expect(200);
      const { headers, body } = receiver.got.at(-1) as Received;
      const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].map(String).join('.');
      const by = (whole: string | undefined) =>
        `v1,${createHmac('sha256', Buffer.from(String(whole).slice(6), 'base64'))
          .update(signed)
          .digest('base64')}`;
      return String(headers['webhook-signature'])
        .split(' ')
        .map((signature) => [secret, before].find((one) => by(one) === signature));
    };
    expect(await signers()).toEqual([secret, before]);
    await asOwner(app.database, 'update webhooks set previous_secret_until = $2 where id = $1', [
      made.id,
      app.clock.now(),
    ]);
    expect(await signers()).toEqual([secret]);
    const ntfy = await make({ name: 'ntfy', format: 'NTFY', url: `${receiver.url}casa` });
    await app.as(anna).post(`${base}/rotate-secret/${ntfy.webhook.id}`).expect(404);
  });

  it('are genuine to the receiver that the documents show, as long as nothing of them is changed', async () => {
    const { webhook: made, secret } = await make();
    const text = readFileSync(new URL('../../../../docs/automation.md', import.meta.url), 'utf8');
    const [, code] = /```js\n(.*?)```/s.exec(text) as unknown as [string, string];
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (secret: string, headers: IncomingHttpHeaders, body: string) => boolean;
    };
    // From now on with two signatures.
    await app.as(anna).post(`${base}/rotate-secret/${made.id}`).expect(200);
    await app.as(anna).post(`${base}/test/${made.id}`).expect(200);
    const [{ headers, body }] = receiver.got as [Received];
    const clock = jest.spyOn(Date, 'now');
    const isTaken = (secondsLater: number, changed: Partial<Received> = {}, by = String(secret)) => {
      clock.mockReturnValue((Number(headers['webhook-timestamp']) + secondsLater) * 1000);
      return isGenuine(by, changed.headers ?? headers, changed.body ?? body);
    };
    try {
      expect(isTaken(300)).toBe(true);
      expect(isTaken(301)).toBe(false);
      expect(isTaken(0, { body: `${body} ` })).toBe(false);
      expect(isTaken(0, { headers: { ...headers, 'webhook-id': 'another' } })).toBe(false);
      expect(isTaken(0, {}, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });

  it('are tried again under the same id until they are taken', async () => {
    receiver.statuses = [500, 302, 204];
    const { webhook: made } = await make();
    await changed();
    await waitFor(made.id, 'WAITING', 1);
    expect((await log(made.id))[0]).toMatchObject({ status: 500, error: 'STATUS' });
    expect((await list())[0]?.failingSince).toBe(app.clock.now().toISOString());
    await again();
    await waitFor(made.id, 'WAITING', 2);
    expect((await log(made.id))[0]).toMatchObject({ status: 302, error: 'REDIRECT' });
    await again();
    await waitFor(made.id, 'DELIVERED', 3);
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await list())[0]).not.toHaveProperty('failingSince');
  });

  it('are disabled after lasting failure, and the household is told', async () => {
    receiver.statuses = [503];
    const { webhook: made } = await make();
    await changed();
    await waitFor(made.id, 'WAITING', 1);
    await asOwner(
      app.database,
      `update webhooks set failing_since = failing_since - $2 * interval '1 millisecond' where tenant_id = $1`,
      [anna.tenantId, LASTING_FAILURE_MS],
    );
    await again(7);
    await waitFor(made.id, 'FAILED', 2);
    expect((await list())[0]).toMatchObject({ enabled: false, version: 2 });
    await until('the notification', async () =>
      (await listOf(app, anna)).some(({ kind }) => kind === 'WEBHOOK_DISABLED'),
    );
    // The job ends after what it did is there to see.
    await until('no job is left', async () => {
      const left = await asOwner(app.database, 'select 1 from jobs where tenant_id = $1', [anna.tenantId]);
      return left.length === 0;
    });
    await changed('2027-01-01');
    await until('the event', async () =>
      (await listOf(app, anna)).some(({ params }) => params['quarter'] === '2027-01-01'),
    );
    expect(await log(made.id)).toHaveLength(1);
  });

  it('are disabled at once by a receiver that is gone', async () => {
    receiver.statuses = [410];
    const { webhook: made } = await make();
    await changed();
    await waitFor(made.id, 'FAILED', 1);
    expect((await list())[0]).toMatchObject({ enabled: false });
  });

  it('send texts to ntfy and Gotify, with the stored token, and a test when asked', async () => {
    const ntfy = await make({ name: 'ntfy', format: 'NTFY', url: `${receiver.url}casa`, token: 'tk_1' });
    expect(ntfy).not.toHaveProperty('secret');
    expect(ntfy.webhook).toMatchObject({ hasToken: true });
    const gotify = await make({ name: 'gotify', format: 'GOTIFY', token: 'A1', topics: ['reminder'] });
    await changed();
    await waitFor(ntfy.webhook.id, 'DELIVERED', 1);
    expect(receiver.got[0]).toMatchObject({ path: '/', headers: { authorization: 'Bearer tk_1' } });
    expect(JSON.parse(receiver.got[0]?.body ?? '')).toEqual({
      topic: 'casa',
      title: 'Fibado: Il piano è da ricalcolare',
      message: expect.stringContaining('non è più aggiornato'),
      click: 'https://fibado.example/fibado/dashboard/automatic-planning/2026-10-01',
    });
    const test = () => app.as(anna).post(`${base}/test/${gotify.webhook.id}`).expect(200);
    expect((await test()).body).toEqual({ delivered: true, status: 204 });
    expect(receiver.got[1]).toMatchObject({ path: '/message', headers: { 'x-gotify-key': 'A1' } });
    receiver.statuses = [401];
    expect((await test()).body).toEqual({ delivered: false, status: 401, error: 'STATUS' });
    await save({ name: 'x', format: 'NTFY', topics: ['quarter.closed'] }).expect(400, {
      error: 'VALIDATION',
      params: ['topics'],
    });
  });

  it('give a stored token to no other server', async () => {
    const { webhook: made } = await make({ format: 'NTFY', url: `${receiver.url}casa`, token: 'tk_1' });
    const { id, version } = made;
    const moved = { id, version, format: 'NTFY', url: 'https://ntfy.example/casa' } as const;
    expect((await save(moved)).body).toEqual({ error: 'PASSWORD_REQUIRED', params: ['token'] });
    await save({ ...moved, token: '' }).expect(200);
    expect((await list())[0]).toMatchObject({ hasToken: false, version: 2, url: moved.url });
    expect((await save({ ...moved, version: 1 })).body.error).toBe('STALE_VERSION');
    expect((await save({ ...moved, version: 2, format: 'GOTIFY' })).body.params).toEqual(['format']);
  });

  it('refuse what they cannot be', async () => {
    for (const url of ['ftp://example.org/', 'http://a:b@example.org/', 'x'])
      expect((await save({ url }).expect(400)).body.params).toEqual(['url']);
    await make();
    expect((await save({}).expect(409)).body).toEqual({ error: 'ALREADY_EXISTS', params: ['name'] });
    for (let n = 1; n < 10; n += 1) await make({ name: `Casa ${n}` });
    await save({ name: 'Casa 10' }).expect(400);
  });

  it('are those of one household, for members who write its finances', async () => {
    const { webhook: made } = await make();
    const stranger = await app.newUser(['FBDO_FIBADO']);
    const asked = app.as(stranger);
    expect((await asked.get(`${base}/get`).expect(200)).body).toEqual([]);
    await asked.get(`${base}/deliveries/${made.id}`).expect(404);
    await asked.post(`${base}/test/${made.id}`).expect(404);
    await asked.post(`${base}/rotate-secret/${made.id}`).expect(404);
    await asked.delete(`${base}/delete/${made.id}`).expect(404);
    await save({ id: made.id, version: 1 }, stranger).expect(404);
    const reader = await app.newUser(['FBDO_READ'], { id: anna.tenantId, code: anna.tenant });
    await app.as(reader).get(`${base}/get`).expect(403);
    await app.as(anna).delete(`${base}/delete/${made.id}`).expect(204);
    expect(await list()).toEqual([]);
    expect(receiver.got).toEqual([]);
  });
});
