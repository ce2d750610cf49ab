import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { push } from '@fibado/contracts';
import { expect, expectAccessible, type Page, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';

test.use({ serviceWorkers: 'allow' });

interface PushService {
  readonly endpoint: string;
  readonly got: { readonly headers: IncomingHttpHeaders; readonly bytes: number }[];
  readonly server: Server;
}

async function startPushService(): Promise<PushService> {
  const got: PushService['got'] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (part: Buffer) => (bytes += part.length));
    request.on('end', () => {
      got.push({ headers: request.headers, bytes });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${String(port)}/send/one`, got, server };
}

/**
 * Chromium's own push service cannot be reached from a test: the page is given a subscription to the test's. What the
 * instance sends and what the service worker does are real; the way between them is not.
 */
async function giveSubscription(page: Page, endpoint: string): Promise<void> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const given = {
    endpoint,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await page.addInitScript(({ endpoint: address, ...secrets }) => {
    const KEY = 'test-subscription';
    const subscription = () => {
      const key = localStorage.getItem(KEY);
      if (key === null) return null;
      const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
        one.charCodeAt(0),
      );
      return {
        endpoint: address,
        options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
        toJSON: () => ({ endpoint: address, keys: secrets }),
        unsubscribe: () => {
          localStorage.removeItem(KEY);
          return Promise.resolve(true);
        },
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(subscription()),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(KEY, applicationServerKey);
        return Promise.resolve(subscription());
      },
    });
  }, given);
}

/** What the system shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, tag }) => ({ title, tag }));
  });

/** Has the browser deliver messages to the service worker as those of its push service, decrypted. */
async function deliverer(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (message: object | string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: typeof message === 'string' ? message : JSON.stringify(message),
    });
}

/** Presses the only notification; no test can press the system's own. */
async function press(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('There is no notification');
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

test('a device is told once the person asks for it, a pressed notification opens its page, and signing out ends it', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const service = await startPushService();
  try {
    const who = await newHousehold();
    const client = await callerFor(who);
    await context.grantPermissions(['notifications'], { origin: new URL(baseURL ?? '').origin });
    await giveSubscription(page, service.endpoint);
    await signIn(page, who);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.goto('/account/dashboard');
    const toggle = page.getByLabel('Avvisi su questo dispositivo');
    await toggle.click({ force: true });
    await expect(page.getByText('Gli avvisi arriveranno su questo dispositivo.')).toBeVisible();
    await expect(toggle).toBeChecked();
    const devices = page.getByRole('list', { name: 'Dispositivi con avvisi' });
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expect(devices).toContainText('Chrome · Linux');
    await expectAccessible(page);
    await devices.getByRole('button', { name: /^Prova/ }).click();
    await expect(page.getByText('Avviso di prova inviato')).toBeVisible();
    expect(service.got).toHaveLength(1);
    expect(service.got[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });

    const deliver = await deliverer(page, new URL(baseURL ?? '').origin);
    await deliver({ title: 'Bonifico da eseguire', tag: 'one', link: '/fibado/today' });
    await deliver({ title: 'Bonifico da eseguire', tag: 'one', link: '/fibado/today' });
    await expect.poll(() => shown(page)).toEqual([{ title: 'Bonifico da eseguire', tag: 'one' }]);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await press(page);
    await page.waitForURL('**/fibado/today');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(await shown(page)).toEqual([]);
    // Nothing leads to another site, and what cannot be read is shown all the same.
    await deliver({ title: 'Altrove', tag: 'two', link: 'https://example.org/fibado' });
    await expect.poll(() => shown(page)).toHaveLength(1);
    await press(page);
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/fibado/today');
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
    await deliver('not JSON');
    await expect.poll(() => shown(page)).toEqual([{ title: 'Fibado', tag: '' }]);

    // The page binds the browser to each session anew; with the sign-out both sides forget it.
    expect((await client.call(push.get)).devices).toHaveLength(1);
    await page.reload();
    await page.locator('[data-user-menu]').waitFor();
    await page.getByRole('button', { name: 'Esci' }).first().click();
    await page.waitForURL('**/landing');
    expect((await client.call(push.get)).devices).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('test-subscription');
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('fibado-push');
  } finally {
    service.server.closeAllConnections();
    service.server.close();
  }
});
