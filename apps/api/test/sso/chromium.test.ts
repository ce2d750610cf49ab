import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { freePort } from '../../src/platform/database/free-port.js';
import { CLIENT } from './identity-server.js';
import { Keycloak } from './keycloak.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const keycloakUrl = process.env['FIBADO_TEST_KEYCLOAK_URL'] ?? '';
const browserPath = [
  process.env['FIBADO_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path));

const ADMIN_PASSWORD = 'quattro cavalli e una password di prova';

interface Product {
  readonly url: string;
  readonly child: ChildProcess;
  /** Rejects when the process ends before it is ready. */
  readonly ready: Promise<void>;
}

/**
 * The product as it is started for people, with single sign-on beside local sign-in.
 * @param other realm of the same server, found by discovery.
 */
async function startProduct(keycloak: Keycloak, other: Keycloak, folder: string): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await keycloak.allowOrigin(CLIENT, url);
  await other.allowOrigin(CLIENT, url);
  const issuer = `${other.url}/realms/${other.realm}`;
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      FIBADO_DATA: join(folder, 'data'),
      PORT: String(port),
      ADMIN_PASSWORD,
      OPENID_PROVIDERS: JSON.stringify([{ id: 'parenti', name: 'Parenti', issuer, clientId: CLIENT }]),
      KEYCLOAK_URL: keycloak.url,
      KEYCLOAK_REALM: keycloak.realm,
      SSO_FIRST_SIGN_IN: 'famiglia',
      SSO_FIRST_ROLES: 'FBDO_FIBADO',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Fibado is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}`)));
  });
  return { url, child, ready };
}

const journey = () => {
  let keycloak: Keycloak;
  let other: Keycloak;
  let product: Product;
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'fibado-sso-'));

  beforeAll(async () => {
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    keycloak = await Keycloak.created(keycloakUrl, 'chromium');
    other = await Keycloak.created(keycloakUrl, 'parenti');
    product = await startProduct(keycloak, other, folder);
    await product.ready;
    browser = await chromium.launch({
      executablePath: browserPath ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
  });
  afterAll(async () => {
    await browser?.close();
    if (product?.child.exitCode === null) {
      const ended = new Promise((resolve) => product.child.once('exit', resolve));
      product.child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const giveToKeycloak = async (page: Page, person: { username: string; password: string }) => {
    await page.waitForURL((url) => url.href.startsWith(keycloak.url));
    await page.locator('#username').fill(person.username);
    await page.locator('#password').fill(person.password);
    await page.locator('#kc-login').click();
  };
  const enterThroughKeycloak = async (page: Page, person: { username: string; password: string }) => {
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Entra' }).click();
    await page.getByRole('button', { name: 'Accedi con il tuo fornitore di identità' }).click();
    await giveToKeycloak(page, person);
    await page.waitForURL('**/fibado/dashboard');
  };

  it('signs in on the provider’s page, is found again in another tab, and signs out of both', async () => {
    const person = await keycloak.newPerson('bruna');
    const context = await browser.newContext({ locale: 'it-IT' });
    const page = await context.newPage();
    await enterThroughKeycloak(page, person);
    await page.locator('[data-user-menu]').waitFor();

    // A browser that forgot our session still has the provider's: it is let in without a question.
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await page.goto(`${product.url}/fibado/accounts`);
    await page.goto(product.url);
    await page.waitForURL('**/fibado/dashboard');
    await page.locator('[data-user-menu]').waitFor();

    // The landing page is shown before the provider's session has ended.
    const ended = page.waitForResponse((response) => response.url().includes('/openid-connect/logout'));
    await page.getByRole('button', { name: 'Esci' }).first().click();
    await ended;
    await page.waitForURL('**/landing**');
    const after = await context.newPage();
    await after.goto(product.url);
    await after.waitForURL('**/landing**');
    await after.getByRole('button', { name: 'Entra' }).waitFor();
    await context.close();
  });

  it('says that an identity is refused, and opens no session', async () => {
    // A user here has that name under another e-mail: it is not the same person.
    const person = await keycloak.newPerson('demo');
    const context = await browser.newContext({ locale: 'it-IT' });
    const page = await context.newPage();
    await page.goto(product.url);
    await page.getByRole('button', { name: 'Entra' }).click();
    await page.getByRole('button', { name: 'Accedi con il tuo fornitore di identità' }).click();
    await giveToKeycloak(page, person);
    await page.waitForURL('**/landing**');
    await page.getByRole('alert').first().waitFor();
    expect(page.url()).toContain('/landing');
    await context.close();
  });

  it('ties an identity of another name from the profile, which then opens the account', async () => {
    const person = await other.newPerson('zia.carla');
    const context = await browser.newContext({ locale: 'it-IT' });
    const page = await context.newPage();
    await page.goto(`${product.url}/landing?redirectTo=/account/dashboard`);
    await page.getByLabel('Nome utente').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Accedi', exact: true }).click();
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await email.waitFor();
    const own = await email.inputValue();
    await page.getByRole('button', { name: 'Collega un’identità di Parenti' }).click();
    await giveToKeycloak(page, person);
    await page.waitForURL('**/account/dashboard');
    await page.getByRole('button', { name: 'Scollega l’identità' }).waitFor();

    await page.getByRole('button', { name: 'Esci' }).first().click();
    await page.waitForURL('**/landing**');
    const after = await context.newPage();
    await after.goto(`${product.url}/landing?redirectTo=/account/dashboard`);
    await after.getByRole('button', { name: 'Accedi con Parenti' }).click();
    // The provider's session is still open: it asks nothing.
    const shown = after.getByRole('textbox', { name: 'E-mail' });
    await shown.waitFor();
    expect([await shown.inputValue(), own === person.email]).toEqual([own, false]);
    await context.close();
  });
};

if (keycloakUrl !== '' && browserPath) describe('single sign-on in a real Chromium', journey);
else
  it('has no Keycloak or no Chromium to be tried with', () => {
    process.stderr.write('SKIPPED: single sign-on in a real Chromium needs Keycloak and Chromium\n');
    expect(keycloakUrl === '' || browserPath === undefined).toBe(true);
  });
