/* global describe, it, expect, beforeAll, afterAll */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, pause, start, stopAll } from './support/program.mjs';

const CADDY = spawnSync('caddy', ['version']).status === 0;
if (!CADDY) console.error('!!!! SKIPPED https on a local network: caddy is not installed');
const NAME = 'fibado.home.arpa';
const ADMIN_PASSWORD = 'una-parola-lunga-per-la-prova';

// The product and the proxy of the profile `tls` with the settings of docs/operations.md, as a device of the network
// sees them that has installed the authority's certificate and nothing else.
(CADDY ? describe : describe.skip)('https under a name of the local network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fibado-lan-'));
  let plain;
  let secure;
  let authority;
  beforeAll(async () => {
    const port = await freePort();
    [plain, secure] = [await freePort(), await freePort()];
    const PUBLIC_URL = `https://${NAME}:${secure}`;
    const product = start(
      { FIBADO_DATA: join(folder, 'data'), PORT: String(port), PUBLIC_URL, TRUST_PROXY: '1', ADMIN_PASSWORD },
      [process.execPath, 'scripts/start.mjs'],
    );
    await product.ready();
    const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const proxy = start(
      {
        ...home,
        PUBLIC_URL,
        HTTP_PORT: String(plain),
        UPSTREAM: `127.0.0.1:${port}`,
        AUTHORITY: join(folder, 'caddy/pki/authorities/local'),
      },
      ['caddy', 'run', '--adapter', 'caddyfile', '--config', 'deploy/caddy/lan.Caddyfile'],
    );
    for (let i = 0; i < 300 && !/serving initial configuration/.test(proxy.output); i += 1) await pause(100);
    const answer = await fetch(`http://127.0.0.1:${plain}/fibado-ca.crt`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-x509-ca-cert']);
    authority = await answer.text();
    expect(authority).toMatch(/^-----BEGIN CERTIFICATE-----/);
    // The proxy serves before it has signed the certificate of the name: until then it refuses handshakes.
    const isSigned = () =>
      ask('/').then(
        () => true,
        ({ code }) => code !== 'EPROTO',
      );
    for (let i = 0; i < 100 && !(await isSigned()); i += 1) await pause(100);
  });
  afterAll(async () => {
    await stopAll();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const ask = (path, { ca = authority, body } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: secure,
        servername: NAME,
        path,
        ca,
        agent: false,
        method: body ? 'POST' : 'GET',
        headers: { host: `${NAME}:${secure}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      };
      const call = request(options, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });

  it('is trusted only by clients with the certificate', async () => {
    const page = await ask('/');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<div id="root">')]);
    expect(page.headers['strict-transport-security']).toMatch(/max-age=\d+/);
    await expect(ask('/', { ca: [] })).rejects.toThrow(/certificate/);
  });

  it('signs in', async () => {
    const body = { username: 'admin', password: ADMIN_PASSWORD, tokenClient: 'test' };
    const { status, text } = await ask('/api/user/token/generate', { body });
    expect([status, JSON.parse(text).token]).toEqual([200, expect.stringContaining('.')]);
  });

  it('sends who comes without TLS there', async () => {
    const answer = await fetch(`http://127.0.0.1:${plain}/accounts?a=1`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      `https://${NAME}:${secure}/accounts?a=1`,
    ]);
  });
});
