import { createServer, type IncomingMessage, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accounts, type Operation, operations } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import {
  expect,
  expectAccessible,
  expectSoundEverywhere,
  type Page,
  PHONE,
  signIn,
  test,
} from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const TODAY = today();
const QUARTER = quarterOf(TODAY);

test.use({ serviceWorkers: 'allow' });

const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Under which keys the database of kept data has entries; without a database none, and none is made. */
const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'fibado-offline')) return [];
    return new Promise<string[]>((resolve, reject) => {
      const open = indexedDB.open('fibado-offline');
      open.onerror = () => reject(open.error ?? new Error('not opened'));
      open.onsuccess = () => {
        const keys = open.result.transaction('kept').objectStore('kept').getAllKeys();
        keys.onsuccess = () => {
          resolve(keys.result.map(String));
          open.result.close();
        };
      };
    });
  });
const keptEntries = async (page: Page): Promise<number> => (await keptKeys(page)).length;

/** A page left at once keeps nothing of what it has just shown. */
async function expectKept(page: Page, names: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const keys = await keptKeys(page);
      return names.filter((name) => !keys.some((key) => key.includes(`["finance","${name}"`)));
    })
    .toEqual([]);
}

const expireToken = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('fibado-session') ?? '') as {
      userLogged: { expirationToken: number };
    };
    stored.userLogged.expirationToken = Date.now() - 1000;
    localStorage.setItem('fibado-session', JSON.stringify(stored));
  });

/** The example household with two transfers due today, and a device that keeps its data. */
async function householdOnPhone(page: Page) {
  const who = await newHousehold();
  const client = await callerFor(who);
  await signIn(page, who);
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  const all = await client.call(accounts.get);
  const named = (part: string): string => all.find(({ name }) => name.includes(part))?.id ?? part;
  const transfer = (amountCents: number, description: string): Promise<Operation> =>
    client.call(operations.save, {
      body: {
        quarter: QUARTER,
        kind: 'TRANSFER',
        date: TODAY,
        valueDate: TODAY,
        accountId: named('Conto comune'),
        toAccountId: named('Conto Aurora'),
        amountCents,
        description,
      },
    });
  const [first, second] = [
    await transfer(12_300, 'Primo giroconto'),
    await transfer(45_600, 'Secondo giroconto'),
  ];
  await page.goto('/account/dashboard');
  const reloaded = page.waitForEvent('load');
  await page.getByLabel('Leggere senza rete').click({ force: true });
  await reloaded;
  return { who, client, first, second };
}

test('with the network off today and the year are read, and ticks are sent later, once', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const { who, client, first, second } = await householdOnPhone(page);
  await page.setViewportSize(PHONE);
  await workerReady(page);
  await page.goto('/fibado/year');
  await expect(page.getByRole('slider')).toBeVisible();
  await page.goto('/fibado/today');
  const panel = page.locator('#todo-panel');
  const status = page.getByRole('status').filter({ hasText: 'Senza rete' });
  await expect(page.getByRole('region', { name: 'Prossimo bonifico' })).toBeVisible();
  await page.goto('/fibado/dashboard');
  await expect(
    panel.getByRole('checkbox', { name: /^Segna/ }).or(panel.getByRole('checkbox')),
  ).not.toHaveCount(0);
  await expectKept(page, [
    'quarters',
    'accounts',
    'operations',
    'summary',
    'settings',
    'recurrences',
    'lots',
  ]);

  await context.setOffline(true);
  // The token runs out while the phone is in a pocket.
  await expireToken(page);
  await page.goto('/fibado/year');
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(status).toContainText(/dati delle \d\d:\d\d del \d\d\/\d\d\/\d{4}/);
  await page.goto('/account/dashboard');
  await expect(status).toContainText('questa pagina ne ha bisogno');
  await page.goto('/fibado/today');
  await expect(page.getByRole('region', { name: 'Sui conti adesso' })).toContainText('Conto comune');
  const card = page.getByRole('region', { name: 'Prossimo bonifico' });
  await expect(card).toBeVisible();
  await expectSoundEverywhere(page, 'offline');
  await card.getByRole('button', { name: 'Fatto' }).click();
  await expect(status).toContainText('1 spunta sarà inviata');
  await card.getByRole('button', { name: 'Fatto' }).click();
  await expect(status).toContainText('2 spunte saranno inviate');
  await page.reload();
  await expect(page.getByText('Nessun bonifico da fare.')).toBeVisible();
  await expect(status).toContainText('2 spunte saranno inviate');

  // Meanwhile another device changes the second one.
  await client.call(operations.save, { body: { ...second, amountCents: 99_900 } });
  await context.setOffline(false);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: 'Accedi', exact: true }).click();
  await expect(page.getByText('Inviata 1 spunta fatta senza rete.')).toBeVisible();
  await expect(
    page.getByText(/La spunta «Secondo giroconto».*non vale: I dati sono stati modificati/),
  ).toBeVisible();
  await expect(status).toHaveCount(0);
  await expect(card).toContainText('999,00');
  const saved = await client.call(operations.get, { params: { quarter: QUARTER } });
  const found = (id: string) => saved.find((one) => one.id === id);
  expect(found(first.id)).toMatchObject({ status: 'DONE', version: first.version + 1 });
  expect(found(second.id)).toMatchObject({ status: 'PLANNED', amountCents: 99_900 });

  await expect.poll(() => keptEntries(page)).toBeGreaterThan(5);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Esci' }).first().click();
  await page.waitForURL('**/landing**');
  // The landing page is loaded anew meanwhile.
  await expect.poll(() => keptEntries(page).catch(() => undefined)).toBe(0);
});

test('ticks that wait are sent before a sign-out, and asked about where nothing answers', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const { who, client, first, second } = await householdOnPhone(page);
  await workerReady(page);
  await page.goto('/fibado/today');
  const card = page.getByRole('region', { name: 'Prossimo bonifico' });
  await expect(card).toBeVisible();
  await expectKept(page, ['quarters', 'accounts', 'operations', 'settings']);
  const status = page.getByRole('status').filter({ hasText: 'Senza rete' });
  /** How many of the two have been made. */
  const made = async () => {
    const saved = await client.call(operations.get, { params: { quarter: QUARTER } });
    return saved.filter(({ id, status: is }) => is === 'DONE' && [first.id, second.id].includes(id)).length;
  };
  const ticks = async () => (await keptKeys(page)).filter((key) => key.startsWith('tick '));
  const leave = () => page.getByRole('button', { name: 'Esci' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Spunte non inviate' });

  await context.setOffline(true);
  await page.reload();
  await card.getByRole('button', { name: 'Fatto' }).click();
  await expect(status).toContainText('1 spunta sarà inviata');
  // It fades in, and would be judged half way.
  await expect(page.getByText('Segnato come fatto')).toBeVisible();
  await leave();
  await expect(dialog).toContainText('1 spunta fatta senza rete');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Annulla' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toBeVisible();
  await leave();
  await dialog.getByRole('button', { name: 'Tieni' }).click();
  await page.waitForURL('**/landing');
  await expect.poll(() => ticks().catch(() => [])).toHaveLength(1);
  expect(await keptEntries(page)).toBe(1);
  await context.setOffline(false);
  await signIn(page, who);
  await expect(page.getByText('Inviata 1 spunta fatta senza rete.')).toBeVisible();
  expect(await made()).toBe(1);

  await page.goto('/fibado/today');
  await expect(card).toBeVisible();
  await expectKept(page, ['quarters', 'accounts', 'operations', 'settings']);
  await context.setOffline(true);
  await page.reload();
  await card.getByRole('button', { name: 'Fatto' }).click();
  await expect(status).toContainText('1 spunta sarà inviata');
  await context.setOffline(false);
  await leave();
  await page.waitForURL('**/landing');
  await expect.poll(made).toBe(2);
  await expect.poll(() => keptEntries(page).catch(() => undefined)).toBe(0);
});

test('ticks that wait when a session has ended are asked about by who does not sign in again', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const { who, client } = await householdOnPhone(page);
  await workerReady(page);
  await page.goto('/fibado/today');
  const card = page.getByRole('region', { name: 'Prossimo bonifico' });
  await expect(card).toBeVisible();
  await expectKept(page, ['quarters', 'accounts', 'operations', 'settings']);
  await context.setOffline(true);
  await page.reload();
  await card.getByRole('button', { name: 'Fatto' }).click();
  await expect(page.getByText('1 spunta sarà inviata')).toBeVisible();
  await expireToken(page);
  await page.reload();
  await expect(card).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('dialog').getByRole('button', { name: 'Esci' }).click();
  const question = page.getByRole('dialog', { name: 'Spunte non inviate' });
  await question.getByRole('button', { name: 'Tieni' }).click();
  await page.waitForURL('**/landing');
  await signIn(page, who);
  await expect(page.getByText('Inviata 1 spunta fatta senza rete.')).toBeVisible();
  const saved = await client.call(operations.get, { params: { quarter: QUARTER } });
  expect(saved.filter(({ status, kind }) => kind === 'TRANSFER' && status === 'DONE')).not.toEqual([]);
});

/** The instance behind a proxy whose service worker can be replaced, as by a release. */
async function withReleases(target: string): Promise<{ url: string; server: Server; release: () => void }> {
  let released = false;
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const { hostname, port } = new URL(target);
    const isWorker = incoming.url === '/sw.js';
    const headers = { ...incoming.headers, ...(isWorker ? { 'accept-encoding': 'identity' } : {}) };
    const passed = forward(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        if (!isWorker) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const next = text
            .replaceAll(/\d+\.\d+\.\d+-[0-9a-z]{8}\b/g, '9.9.9-abcdefgh')
            .replaceAll(/\?v=9\.9\.9-abcdefgh/g, '');
          const body = released ? next : text;
          outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
          outgoing.end(body);
        });
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url, server, release: () => (released = true) };
}

test('a new release is offered, taken over with a reload, and the files of the old one go', async ({
  page,
  baseURL,
}) => {
  const { url, server, release } = await withReleases(baseURL ?? '');
  try {
    await signIn(page, await newHousehold(), `${url}/landing`);
    await workerReady(page);
    const texts = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().flatMap(({ url: at }) => (at.includes('/i18n/') ? [new URL(at).search] : []));
      });
    await expect.poll(async () => (await texts()).every((search) => search.startsWith('?v='))).toBe(true);
    release();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(page.getByText('C’è una nuova versione.')).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Ricarica' }).click();
    await reloaded;
    await page.locator('[data-user-menu]').waitFor();
    await expect.poll(texts).toEqual(['', '', '', '']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a file that another application shares opens the import with it', async ({ page }) => {
  const { first } = await householdOnPhone(page);
  await workerReady(page);
  // The first page of a browser is there before the service worker.
  await page.goto(`/fibado/import-data?account=${first.accountId}`);
  const day = TODAY.split('-').toReversed().join('/');
  const posted = page.waitForURL('**/fibado/import-data**');
  await page.evaluate((text) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'file' });
    const files = new DataTransfer();
    files.items.add(new File([text], 'estratto d’oggi.csv', { type: 'text/csv' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, `Data;Valuta;Addebiti;Accrediti;Descrizione operazioni\r\n${day};${day};12,34;;CAFFE IN CENTRO`);
  await posted;
  await expect(page.getByText('estratto d’oggi.csv: di quale conto è?')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Conto' })).toBeVisible();
  await expect(page.getByText(/estratto d’oggi/)).toHaveCount(0);
});
