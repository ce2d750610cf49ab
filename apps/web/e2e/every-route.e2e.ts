import { previousQuarter, quarterOf } from '@fibado/planning';
import {
  admin,
  DEMO,
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleLayout,
  expectNoSideways,
  type Person,
  signIn,
  test,
} from './support/journey';
import { today } from './support/today';

/** The demonstration household lives in the quarter of today; the one before is closed. */
const QUARTER = quarterOf(today());
const CLOSED = previousQuarter(QUARTER);

const PAGES: readonly { readonly who: () => Person; readonly paths: readonly string[] }[] = [
  {
    who: () => DEMO,
    paths: [
      '/account/dashboard',
      '/fibado/dashboard',
      '/fibado/begin',
      '/fibado/today',
      '/fibado/accounts',
      '/fibado/accounts/create',
      '/fibado/term-deposits',
      '/fibado/term-deposits/offers/create',
      '/fibado/banks',
      '/fibado/banks/create',
      '/fibado/account-groups',
      '/fibado/account-groups/create',
      '/fibado/import-data',
      '/fibado/import-data/connection',
      '/fibado/recurrences',
      '/fibado/tax-year',
      '/fibado/tax-year/year-end',
      '/fibado/tax-year/reconciliation',
      '/fibado/year',
      '/fibado/year/goals/create',
      '/fibado/settings',
      '/fibado/settings/webhooks',
      `/fibado/dashboard/setup/${QUARTER}`,
      `/fibado/dashboard/setup/${QUARTER}?action=close`,
      `/fibado/dashboard/operation/edit/${QUARTER}`,
      `/fibado/dashboard/automatic-planning/${QUARTER}`,
      `/fibado/dashboard/scenarios/${QUARTER}`,
      `/fibado/dashboard/scenarios/${QUARTER}/create`,
      `/fibado/dashboard/offer/${QUARTER}`,
      `/fibado/dashboard/robust/${QUARTER}`,
      `/fibado/dashboard/regret/${CLOSED}`,
    ],
  },
  {
    who: admin,
    paths: [
      '/admin/service',
      '/admin/service-manager',
      '/admin/service-manager/database',
      '/admin/email-manager',
      '/admin/tenant',
      '/admin/user',
      '/admin/user/create',
      '/admin/group',
      '/admin/audit',
    ],
  },
];

const PUBLIC = [
  '/landing',
  '/landing?redirectTo=/',
  '/access-denied?url=/x',
  '/error',
  '/notfound',
  '/set-password#none',
];

test.describe('every route in both themes', () => {
  test('is accessible before signing in', async ({ page }) => {
    for (const path of PUBLIC) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await test.step(path, () => expectAccessibleInBothThemes(page));
    }
  });

  for (const { who, paths } of PAGES) {
    test(`is accessible and fits 360 px: ${paths[0]} and ${paths.length - 1} more`, async ({ page }) => {
      // A page is looked at four times by axe, which takes seconds on a long table.
      test.setTimeout(60_000 + 40_000 * paths.length);
      await signIn(page, who());
      for (const path of paths) {
        await test.step(path, async () => {
          await page.setViewportSize({ width: 1366, height: 800 });
          await page.goto(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await expect(page.getByText('Caricamento…')).toHaveCount(0);
          await expectAccessibleInBothThemes(page);
          await page.setViewportSize({ width: 360, height: 740 });
          await expectNoSideways(page);
          await expectAccessibleLayout(page);
        });
      }
    });
  }
});

test('the menu of a phone opens over the page and closes with a choice', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  // The way from the root to the first page is a choice too, and closes the menu.
  await page.getByRole('heading', { level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  await expect(menu.getByRole('link', { name: 'Conti', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Mostra o nascondi il menu' }).click();
  await menu.getByRole('link', { name: 'Conti', exact: true }).click();
  await expect(page).toHaveURL(/\/fibado\/accounts$/);
  await expect(menu.getByRole('link', { name: 'Conti', exact: true })).toBeHidden();
});

test('the menu of a phone stays open when the first page comes after it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  // Slow enough for a person to open the menu before the page is there.
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Mostra o nascondi il menu' }).click();
  await expect(page).toHaveURL(/\/fibado\/dashboard$/);
  await page.getByRole('region', { name: 'Rendimento netto' }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu principale' });
  await expect(menu.getByRole('link', { name: 'Conti', exact: true })).toBeVisible();
});

test('every figure of the dashboard fits its card on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await page.getByRole('region', { name: 'Saldo finale' }).waitFor();
  for (const name of ['Rendimento netto', 'Interessi netti', 'Imposta di bollo', 'Saldo finale']) {
    const room = await page.getByRole('region', { name, exact: true }).evaluate((card) => {
      const figure = document.createRange();
      figure.selectNodeContents(card.querySelector('div') ?? card);
      const inner = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight);
      return inner - figure.getBoundingClientRect().right;
    });
    expect(room, name).toBeGreaterThanOrEqual(0);
  }
});
