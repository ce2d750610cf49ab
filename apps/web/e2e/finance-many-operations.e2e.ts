import { accountGroups, accounts, banks, operations, quarters } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import {
  expect,
  expectAccessibleLayout,
  expectNoSideways,
  inLanguage,
  LAPTOP,
  type Page,
  type Person,
  PHONE,
  signIn,
  test,
} from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const QUARTER = quarterOf(today());
const COUNT = 600;

/** A household whose quarter has so many operations that no screen draws them at once. */
async function busyHousehold(): Promise<Person> {
  const who = await newHousehold();
  const client = await callerFor(who);
  const bank = await client.call(banks.save, {
    body: { name: 'Banca Una', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await client.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna Prova'] } });
  const account = await client.call(accounts.save, {
    body: {
      name: 'Conto corrente',
      bankId: bank.id,
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: [],
    },
  });
  await client.call(quarters.init, { body: { date: QUARTER } });
  await client.call(quarters.saveSetups, {
    body: { date: QUARTER, setups: [{ accountId: account.id, openingBalanceCents: 10_000_000 }] },
  });
  await client.call(operations.saveBulk, {
    body: {
      operations: Array.from({ length: COUNT }, (_, index) => ({
        quarter: QUARTER,
        kind: 'EXPENSE' as const,
        date: QUARTER,
        valueDate: QUARTER,
        accountId: account.id,
        amountCents: 1000 + index,
        description: `Spesa ${String(index).padStart(3, '0')}`,
      })),
    },
  });
  return who;
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row');

test('a quarter of many operations is drawn in parts, and everything in it is reached', async ({ page }) => {
  test.setTimeout(120_000);
  const who = await busyHousehold();
  const address = `/fibado/dashboard/operation/edit/${QUARTER}`;
  await page.setViewportSize(LAPTOP);
  await signIn(page, who, address);

  await test.step('the grid, by scrolling', async () => {
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(COUNT + 1));
    await expect(rows(page)).toHaveCount(1 + 144);
    await expectAccessibleLayout(page);
    const box = page.getByRole('grid').locator('..');
    const height = () => box.evaluate((element) => element.scrollHeight);
    const before = await height();
    await box.evaluate((element) => {
      element.scrollIntoView({ block: 'end' });
      element.scrollTo(0, element.scrollHeight);
    });
    await expect(rows(page).last()).toHaveAttribute('aria-rowindex', String(COUNT + 1));
    await expect(rows(page).last()).toBeInViewport();
    // What was not drawn was as high as it is drawn: nothing moves under the pointer.
    expect(await height()).toBe(before);
    expect(await rows(page).count()).toBeLessThan(1 + COUNT);
  });

  await test.step('the grid, by keyboard', async () => {
    await page.reload();
    await expect(rows(page)).toHaveCount(1 + 144);
    await page.getByRole('gridcell').nth(1).focus();
    await page.keyboard.press('Control+End');
    await expect(page.locator(`[data-row="${String(COUNT - 1)}"]:focus`)).toBeInViewport();
    await page.keyboard.press('Home');
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('PageUp');
    await expect(page.locator(`[data-row="${String(COUNT - 49)}"]:focus`)).toBeInViewport();
    await expect(rows(page).last()).toHaveAttribute('aria-rowindex', String(COUNT + 1));
  });

  await test.step('the list of a phone, in both languages', async () => {
    await page.setViewportSize(PHONE);
    const items = page.getByRole('main').getByRole('button', { name: /^Spesa \d/ });
    await page.reload();
    await expect(items).toHaveCount(100);
    await expectNoSideways(page);
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Mostra altri' }).press('Enter');
    await expect(items).toHaveCount(200);
    await expect(items.nth(100)).toBeFocused();
    await inLanguage(page, 'en');
    await expect(page.getByText('100 of 600')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
    await page.goto(`${address}?q=spesa+599`);
    await expect(items).toHaveCount(1);
    await items.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('Spesa 599');
  });
});
