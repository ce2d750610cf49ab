/**
 * `node apps/web/scripts/screens.mjs URL [USER PASSWORD]` takes the pictures of docs/screens from a demonstration just
 * started: every screen, in both themes, on a laptop; the dashboard and the plan's questions on a phone too. The
 * dashboard comes last, with the plan applied.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const [url = 'http://127.0.0.1:8080', username = 'demo', password = 'fibado-demo'] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../../docs/screens/', import.meta.url));
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.FIBADO_CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function open(colorScheme, width, height) {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height },
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Entra' }).first().click();
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/fibado/dashboard');
  return { page, close: () => context.close() };
}

/** Longer than a plan is proven and compared where the machine has other work too; its page asks all the time. */
const LONG = { timeout: 600_000 };
const settle = async (page) => {
  await page.waitForLoadState('networkidle', LONG);
  await page.waitForTimeout(600);
};

const { page: first, close } = await open('light', 1366, 800);
await settle(first);
const quarter = await first.evaluate(async () => {
  const link = document.querySelector('a[href*="/automatic-planning/"]');
  return link?.getAttribute('href')?.split('/').at(-1)?.split('?')[0];
});
await close();

const SCREENS = [
  ['setup', `/fibado/dashboard/setup/${quarter}`],
  ['operations', `/fibado/dashboard/operation/edit/${quarter}`],
  ['planning', `/fibado/dashboard/automatic-planning/${quarter}`],
  ['scenarios', `/fibado/dashboard/scenarios/${quarter}`],
  ['offer', `/fibado/dashboard/offer/${quarter}`],
  ['robust', `/fibado/dashboard/robust/${quarter}`],
  ['regret', `/fibado/dashboard/regret/${before(quarter)}`],
  ['accounts', '/fibado/accounts'],
  ['banks', '/fibado/banks'],
  ['account-groups', '/fibado/account-groups'],
  ['import', '/fibado/import-data'],
  ['year', '/fibado/year'],
  ['recurrences', '/fibado/recurrences'],
  ['tax-year', '/fibado/tax-year'],
  ['settings', '/fibado/settings'],
];

/** The first day of the quarter before. */
function before(date) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - 3);
  return day.toISOString().slice(0, 10);
}

/** All of the page, so that what stands fixed stays at the top. */
const heightOf = (page) => page.evaluate(() => document.documentElement.scrollHeight);

/** Fills a page with what it is for: a plan worked out, a scenario compared, an offer valued. */
const ACTIONS = {
  planning: async (page) => {
    await page.getByLabel('Tempo massimo di calcolo').fill('60');
    await page.getByRole('button', { name: 'Calcola il piano' }).click();
    // The page may open with a former plan. This one is proven as far as it gets, and then the safer one is chosen.
    const proof = page.getByRole('button', { name: 'Ferma la prova' });
    await proof.waitFor(LONG);
    await proof.waitFor({ state: 'hidden', ...LONG });
    await page.getByRole('row', { name: /^Più sicuro · scelto/ }).waitFor(LONG);
    await page.getByText('Calcolo in corso').waitFor({ state: 'hidden', ...LONG });
  },
  scenarios: async (page) => {
    if ((await page.getByText('Ancora nessuno scenario').count()) > 0) {
      await page.getByRole('link', { name: 'Nuovo scenario' }).click();
      await page.getByLabel('Nome').fill('Auto da riparare');
      await page.getByRole('button', { name: 'Aggiungi un cambiamento' }).click();
      await page.getByRole('menuitem', { name: 'Entrata o uscita imprevista' }).click();
      await page.getByLabel('Descrizione').fill('Meccanico');
      await page.getByLabel('Importo').fill('1.500');
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByRole('button', { name: /^Calcola: / }).click();
    }
    await page.getByText('aggiornato', { exact: true }).waitFor(LONG);
  },
  offer: async (page) => {
    await page.getByLabel('Nome del conto').fill('Deposito al sole');
    await page.getByLabel('Nome della banca').fill('Banca del Sole');
    await page.getByRole('button', { name: 'Calcola il valore' }).click();
    await page.getByText(/^Quanto vale/).waitFor(LONG);
  },
  robust: async (page) => {
    if (await page.getByRole('button', { name: 'Calcola il piano prudente' }).isDisabled()) return;
    await page.getByRole('button', { name: 'Calcola il piano prudente' }).click();
    await page.getByText('Cuscinetti').waitFor(LONG);
  },
  regret: async (page) => {
    await page.getByRole('button', { name: 'Calcola il confronto' }).click();
    await page.getByText('In breve').waitFor(LONG);
  },
};
const TALL = ['offer', 'robust', 'regret', 'scenarios'];

for (const theme of ['light', 'dark']) {
  const { page, close: done } = await open(theme, 1366, 850);
  for (const [name, path] of SCREENS) {
    await page.goto(url + path);
    await settle(page);
    const act = ACTIONS[name];
    if (act) {
      await act(page);
      await settle(page);
      await page.evaluate(() => window.scrollTo(0, 0));
    }
    if (TALL.includes(name)) {
      await page.setViewportSize({ width: 1366, height: await heightOf(page) });
      await settle(page);
    }
    await page.screenshot({ path: `${folder}${name}-${theme}.png` });
    if (TALL.includes(name)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await settle(page);
      await page.setViewportSize({ width: 390, height: await heightOf(page) });
      await settle(page);
      await page.screenshot({ path: `${folder}${name}-phone-${theme}.png` });
      await page.setViewportSize({ width: 1366, height: 850 });
    }
  }
  await done();
}

{
  const { page, close: done } = await open('light', 1366, 850);
  await page.goto(`${url}/fibado/dashboard/automatic-planning/${quarter}`);
  await settle(page);
  await ACTIONS.planning(page);
  await page.getByRole('button', { name: /^Applica/ }).click();
  await page.waitForURL('**/fibado/dashboard?*', LONG);
  await done();
}
for (const theme of ['light', 'dark']) {
  for (const [kind, width, height] of [
    ['dashboard', 1366, 850],
    ['dashboard-phone', 390, 844],
  ]) {
    const { page, close: done } = await open(theme, width, height);
    await page.getByRole('slider').first().waitFor(LONG);
    await settle(page);
    await page.screenshot({ path: `${folder}${kind}-${theme}.png` });
    await done();
  }
}
await browser.close();
