import { operations } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { expect, type Page, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const QUARTER = quarterOf(today());

/** A person without a mouse: every key is counted, letters by themselves. */
function hands(page: Page) {
  const counted = { keys: 0, letters: 0 };
  const press = async (key: string) => {
    await page.keyboard.press(key);
    counted.keys += 1;
  };
  return {
    counted,
    press,
    type: async (text: string) => {
      await page.keyboard.type(text);
      counted.letters += text.length;
    },
    /** Goes on with Tab until what has the focus is the one meant. */
    tabTo: async (what: ReturnType<Page['locator']>, most: number) => {
      for (let tabs = 1; tabs <= most; tabs += 1) {
        await press('Tab');
        if (await what.evaluate((one) => one === document.activeElement)) return;
      }
      throw new Error(`Not reached in ${String(most)} tabs`);
    },
  };
}

test('from the sign-in over the planner to an applied plan by keyboard alone', async ({ page }) => {
  test.setTimeout(180_000);
  const who = await newHousehold();
  const { counted, press, tabTo, type } = hands(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await page.addInitScript(() => sessionStorage.setItem('curr-language', 'it'));
  await page.goto('/landing');

  await expect(button('Entra')).toBeFocused();
  await press('Enter');
  await expect(page.getByLabel('Nome utente')).toBeFocused();
  await type(who.username);
  await press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await type(who.password);
  await press('Enter');

  // The example household: the skip link leads past menu and bar.
  await expect(button('Prova con dati di esempio')).toBeVisible();
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused();
  await press('Enter');
  await tabTo(button('Prova con dati di esempio'), 12);
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Procedi' }), 4);
  await press('Enter');
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible({ timeout: 30_000 });

  // The palette leads to the planner, and computes there.
  await press('Control+k');
  await expect(page.getByPlaceholder('Cerca una pagina')).toBeFocused();
  await type('pianific');
  await press('Enter');
  await expect(page).toHaveURL(/automatic-planning/);
  await expect(button('Calcola il piano')).toBeEnabled();
  await tabTo(button('Calcola il piano'), 12);
  await press('Enter');
  // The focus comes to the result by itself, and what applies it is the next thing.
  await expect(button(/^Applica \d+ bonific/)).toBeEnabled({ timeout: 60_000 });
  await tabTo(button(/^Applica \d+ bonific/), 1);
  await press('Enter');

  await expect(page.getByText(/Piano applicato/)).toBeVisible();
  await expect(page).toHaveURL(/\/fibado\/dashboard/);
  // The page comes first, then the focus.
  const isInContent = () => page.evaluate(() => document.activeElement?.closest('#content') !== null);
  await expect.poll(isInContent).toBe(true);
  const client = await callerFor(who);
  const saved = await client.call(operations.get, { params: { quarter: QUARTER } });
  expect(saved.some(({ origin, kind }) => origin === 'OPTIMIZER' && kind === 'TRANSFER')).toBe(true);
  process.stdout.write(
    `keyboard alone: ${String(counted.keys)} keys and ${String(counted.letters)} letters to an applied plan\n`,
  );
  expect(counted.keys).toBeLessThanOrEqual(40);
});
