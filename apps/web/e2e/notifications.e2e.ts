import { quarterOf } from '@fibado/planning';
import { DEMO, expect, type Page, signIn, test } from './support/journey';
import { today } from './support/today';

/** Calls the API in the name of who is signed in on the page. */
async function call(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async (asked) => {
      const { token } = JSON.parse(localStorage.getItem('fibado-session') ?? '{}') as { token: string };
      const answer = await fetch(asked.path, {
        method: asked.method,
        headers: { msfauth: `Bearer ${token}`, 'Content-Type': 'application/json', CdClient: 'e2e' },
        ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    },
    { method, path, body },
  );
}

/** Has a plan computed, of which the household is notified. */
async function causeOne(page: Page): Promise<void> {
  const answer = await call(page, 'POST', '/api/finance/optimizer/optimize', {
    quarter: quarterOf(today()),
    options: { timeLimitMs: 2000 },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const bell = (page: Page, count: number) =>
  page.getByRole('button', { name: `Notifiche: ${count} ${count === 1 ? 'nuova' : 'nuove'}` });

/** Waits for the reminders that an instance sends in its first half minute, so that none changes the count later. */
async function firstReminders(page: Page): Promise<void> {
  const listed = async () => {
    const { body } = await call(page, 'GET', '/api/notify/web-notify/list/false');
    return (body as { list: unknown[] }).list.length;
  };
  await expect
    .poll(listed, { timeout: 40_000 })
    .toBeGreaterThan(0)
    .catch(() => undefined);
}

/** The bell with at least one new notification: a reminder of the demonstration may come beside the expected one. */
const ringing = (page: Page) => page.getByRole('button', { name: /^Notifiche: [1-9]/ });

async function newOnes(page: Page): Promise<number> {
  const name = await page.getByRole('button', { name: /^Notifiche: \d/ }).getAttribute('aria-label');
  return Number(/\d+/.exec(name ?? '')?.[0]);
}

test('a notification reaches every browser of the user once, and reading it counts down in every tab', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  await firstReminders(page);
  await call(page, 'DELETE', '/api/notify/web-notify/cancel-all');
  await page.reload();
  const tab = await context.newPage();
  await tab.goto('/account/dashboard');
  const elsewhere = await browser.newContext({ locale: 'it-IT', ...(baseURL ? { baseURL } : {}) });
  const other = await elsewhere.newPage();
  await signIn(other);
  for (const one of [page, tab, other]) await one.locator('[data-socket-status="CONNECTED"]').waitFor();

  await causeOne(page);
  for (const one of [page, tab, other]) await expect(ringing(one)).toBeVisible({ timeout: 20_000 });

  await ringing(page).click();
  const panel = page.getByRole('dialog', { name: 'Notifiche' });
  await expect(panel.getByText('Piano pronto')).toBeVisible();
  const before = await newOnes(page);
  await panel.getByRole('button', { name: 'Segna come letta: Piano pronto' }).click();
  await expect(bell(page, before - 1)).toBeVisible();
  await expect(bell(tab, before - 1)).toBeVisible();

  await panel.getByRole('button', { name: 'Elimina: Piano pronto' }).click();
  await expect(page.getByRole('dialog', { name: 'Conferma operazione' })).toContainText(
    'Sicuro di voler eliminare la notifica?',
  );
  await page.getByRole('button', { name: 'Procedi' }).click();
  await bell(page, before - 1).click();
  await expect(panel).toBeVisible();
  await expect(panel.getByText('Piano pronto')).toHaveCount(0);
  await elsewhere.close();
});

test('all are deleted after a question', async ({ page }) => {
  await signIn(page);
  await page.locator('[data-socket-status="CONNECTED"]').waitFor();
  await causeOne(page);
  await expect(ringing(page)).toBeVisible({ timeout: 20_000 });
  await ringing(page).click();
  await page
    .getByRole('dialog', { name: 'Notifiche' })
    .getByRole('button', { name: 'Elimina tutte' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Conferma operazione' })).toContainText(
    'Sicuro di voler eliminare tutte le notifiche ricevute?',
  );
  await page.getByRole('button', { name: 'Procedi' }).click();
  await expect(bell(page, 0)).toBeVisible();
  const { body } = await call(page, 'GET', '/api/notify/web-notify/list/false');
  expect((body as { list: unknown[] }).list).toEqual([]);
});

test('a line that breaks is taken up again after five seconds, and counts from 0', async ({ page }) => {
  const sockets: { close: () => void }[] = [];
  await page.routeWebSocket(/stomp/, (socket) => {
    const server = socket.connectToServer();
    sockets.push({ close: () => void server.close().then(() => socket.close()) });
  });
  await signIn(page);
  const status = page.locator('[data-socket-status]');
  await expect(status).toHaveAttribute('data-socket-status', 'CONNECTED');
  await causeOne(page);
  await expect(ringing(page)).toBeVisible({ timeout: 20_000 });
  sockets.at(-1)?.close();
  await expect(status).toHaveAttribute('data-socket-status', 'DISCONNECT');
  const broke = Date.now();
  await expect(status).toHaveAttribute('data-socket-status', 'CONNECTED', { timeout: 20_000 });
  expect(Date.now() - broke).toBeGreaterThan(4000);
  await expect(bell(page, 0)).toBeVisible();
});

test('a list that cannot be had is an empty one', async ({ page }) => {
  await signIn(page, DEMO);
  await page.route('**/web-notify/list/false', (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.getByRole('button', { name: /^Notifiche: / }).click();
  await expect(page.getByText('Nessuna notifica')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText([]);
});
