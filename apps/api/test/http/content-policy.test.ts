import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { readEnv } from '../../src/config/env.js';
import { FixedClock } from '../../src/platform/clock.js';
import { InstanceSecret } from '../../src/platform/secrets.js';
import { createServer } from '../../src/server.js';
import { TEST_NOW, TEST_SECRET } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const PAGES = ['/', '/fibado/dashboard', '/api/docs', '/silent-check-sso.html'];
/** Answers that are no pages. */
const DATA = ['/api/health/live', '/api/finance/banks/get', '/api/nowhere', '/api/openapi.json'];
const PAGE = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>';

describe('the policy of every answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-web-'));
  const closes: (() => Promise<void>)[] = [];
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'silent-check-sso.html'), '<!doctype html>');
  });
  afterAll(async () => {
    for (const close of closes) await close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The product with a web application of its own, as `main` makes it. */
  const serve = async (settings: Record<string, string> = {}) => {
    const env = readEnv({ FIBADO_DATA: join(folder, 'data'), LOG_LEVEL: 'silent', ...settings });
    const secret = new InstanceSecret(TEST_SECRET);
    const clock = new FixedClock(TEST_NOW);
    const app = await createServer({ env, clock, secret, databaseUrl: database.appUrl }, folder);
    await app.init();
    closes.push(() => app.close());
    const server = app.getHttpServer() as Parameters<typeof supertest>[0];
    return (path: string) => supertest(server).get(path).set('Accept', 'text/html,application/json');
  };
  const directives = (policy: string) =>
    new Map(
      policy
        .split(';')
        .map((part) => part.trim().split(' '))
        .map(([name, ...values]) => [name, values]),
    );

  it('lets nothing run or be drawn that stands in the page, but by the nonce of that one answer', async () => {
    const get = await serve();
    const nonces = new Set<string>();
    for (const path of PAGES) {
      const { headers, text } = await get(path);
      const policy = headers['content-security-policy'] ?? '';
      expect([path, policy]).toEqual([path, expect.not.stringMatching(/unsafe|\*|https?:/)]);
      const rules = directives(policy);
      expect(rules.get('script-src')).toEqual(["'self'"]);
      expect(rules.get('default-src')).toEqual(["'self'"]);
      expect(rules.get('object-src')).toEqual(["'none'"]);
      expect(rules.get('base-uri')).toEqual(["'none'"]);
      expect(rules.get('frame-ancestors')).toEqual([path.startsWith('/silent-check') ? "'self'" : "'none'"]);
      const [own, nonce = ''] = rules.get('style-src') ?? [];
      expect([own, nonce]).toEqual(["'self'", expect.stringMatching(/^'nonce-[\w+/=]{22,}'$/)]);
      nonces.add(nonce);
      if (text.includes('csp-nonce')) expect(text).toContain(nonce.slice("'nonce-".length, -1));
    }
    expect(nonces.size).toBe(PAGES.length);
  });

  it('lets a browser that takes data for a page load nothing at all', async () => {
    const get = await serve();
    for (const path of DATA) {
      const { headers } = await get(path);
      const policy = headers['content-security-policy'];
      expect([path, policy]).toEqual([path, "default-src 'none';frame-ancestors 'none'"]);
    }
  });

  it('names the identity provider and the broker where there are any, and no other host', async () => {
    const get = await serve({
      KEYCLOAK_URL: 'https://id.example.org/auth',
      PUBLIC_URL: 'https://casa.example.org',
    });
    const { headers } = await get('/');
    const rules = directives(headers['content-security-policy'] ?? '');
    expect(rules.get('connect-src')).toEqual(["'self'", 'https://id.example.org']);
    expect(rules.get('frame-src')).toEqual(["'self'", 'https://id.example.org']);
    expect(rules.get('script-src')).toEqual(["'self'"]);
  });

  it('names the broker: as set, or where it is by itself on the host people use', async () => {
    const rabbitmq = {
      AMQP_URL: 'amqp://127.0.0.1:1',
      BROKER_AUTH_SECRET: 'a-secret-of-the-broker',
      BROKER_AUTH_PORT: '0',
    };
    const toBroker = async (settings: Record<string, string>, host = 'casa.lan:8080') => {
      const { headers } = await (
        await serve({ ...rabbitmq, ...settings })
      )('/')
        .set('Host', host)
        .expect(200);
      return directives(headers['content-security-policy'] ?? '').get('connect-src');
    };
    expect(await toBroker({ STOMP_URL: 'wss://stomp.example.org/ws' })).toEqual([
      "'self'",
      'wss://stomp.example.org',
    ]);
    expect(await toBroker({ PUBLIC_URL: 'http://fibado.lan' })).toEqual(["'self'", 'ws://fibado.lan:15674']);
    expect(await toBroker({})).toEqual(["'self'", 'ws://casa.lan:15674']);
    for (const host of ["a;script-src:'unsafe-inline'", 'a,b', 'a b', '[', 'x'])
      expect([host, await toBroker({}, host)]).toEqual([
        host,
        ["'self'", expect.stringMatching(/^('self'|ws:\/\/(x|localhost):15674)$/)],
      ]);
  }, 60_000);

  it('asks for TLS only where people come over it', async () => {
    const plain = await (await serve())('/');
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    const secure = await (await serve({ PUBLIC_URL: 'https://casa.example.org' }))('/');
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('lets no other origin read an answer', async () => {
    const get = await serve();
    for (const path of [...PAGES, ...DATA]) {
      const { headers } = await get(path).set('Origin', 'https://elsewhere.example');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('shows the documentation with files of this origin alone', async () => {
    const get = await serve();
    const { text } = await get('/api/docs').expect(200);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(text).not.toMatch(/<style|style=|<script>|\son\w+=/);
    for (const file of files) await get(file).expect(200);
    const { body } = await get('/api/openapi.json').expect(200);
    expect([body.openapi, body.info.title]).toEqual([expect.stringMatching(/^3\.1/), 'Fibado']);
  });
});
