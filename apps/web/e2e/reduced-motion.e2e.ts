import { expect, signIn, test } from './support/journey';
import { newHousehold } from './support/new-household';

test('stripes run only for those who want movement', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, await newHousehold());
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  // The calculation never ends: its bar stays.
  await page.route('**/api/finance/optimizer/runs/*', () => undefined);
  await page
    .getByRole('navigation', { name: 'Pagine del trimestre' })
    .getByRole('link', { name: 'Pianificazione', exact: true })
    .click();
  await page.getByRole('button', { name: 'Calcola il piano' }).click();
  const bar = page.locator('.mantine-Progress-section[data-animated]').first();
  const looks = () =>
    bar.evaluate((one) => {
      const { animationName, backgroundImage } = getComputedStyle(one);
      return [animationName === 'none', backgroundImage === 'none'];
    });
  await expect(bar).toBeAttached();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await looks()).toEqual([false, false]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await looks()).toEqual([true, true]);
});
