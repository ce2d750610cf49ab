/**
 * `node apps/web/scripts/screens.mjs URL [USER PASSWORD]` takes the pictures of docs/screens from a running
 * demonstration: every screen, in both themes, on a laptop; the dashboard on a phone too.
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

const settle = async (page) => {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(600);
};

const { page: first, close } = await open('light', 1366, 800);
await settle(first);
const quarter = await first.evaluate(async () => {
  const link = document.querySelector('a[href*="/automatic-planning/"]');
  return link?.getAttribute('href')?.split('/').at(-1);
});
await close();

const SCREENS = [
  ['dashboard', '/fibado/dashboard'],
  ['setup', `/fibado/dashboard/setup/${quarter}`],
  ['operations', `/fibado/dashboard/operation/edit/${quarter}`],
  ['planning', `/fibado/dashboard/automatic-planning/${quarter}`],
  ['accounts', '/fibado/accounts'],
  ['banks', '/fibado/banks'],
  ['account-groups', '/fibado/account-groups'],
  ['import', '/fibado/import-data'],
  ['settings', '/fibado/settings'],
];

for (const theme of ['light', 'dark']) {
  const { page, close: done } = await open(theme, 1366, 850);
  for (const [name, path] of SCREENS) {
    await page.goto(url + path);
    await settle(page);
    if (name === 'planning') {
      await page.getByRole('button', { name: 'Calcola il piano' }).click();
      await page.getByRole('button', { name: /^Adotta/ }).waitFor({ timeout: 60_000 });
      await settle(page);
      await page.evaluate(() => window.scrollTo(0, 0));
    }
    await page.screenshot({ path: `${folder}${name}-${theme}.png` });
  }
  await done();
  const phone = await open(theme, 390, 844);
  await settle(phone.page);
  await phone.page.screenshot({ path: `${folder}dashboard-phone-${theme}.png` });
  await phone.close();
}
await browser.close();
