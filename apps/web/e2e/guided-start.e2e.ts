import { banks, operations, quarters, recurrences } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { expect, expectAccessible, expectNoSideways, type Page, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

type Locator = ReturnType<Page['locator']>;

/** How long a person takes to find the next button, and to type a character, milliseconds. */
const THINKING = 1000;
const TYPING = 120;

/** A person with one finger: every press and every field gone to is a click. */
function person(page: Page) {
  let clicks = 0;
  return {
    clicks: () => clicks,
    press: async (what: Locator) => {
      await page.waitForTimeout(THINKING);
      await what.click();
      clicks += 1;
    },
    type: async (field: Locator, text: string) => {
      const isThere = await field.evaluate((one) => one === document.activeElement);
      if (!isThere) {
        await page.waitForTimeout(THINKING);
        await field.click();
        clicks += 1;
      }
      await field.fill('');
      await field.pressSequentially(text, { delay: TYPING });
    },
  };
}

for (const [name, size] of [
  ['desktop', { width: 1366, height: 768 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`from nothing to a plan on one's own data in fifteen clicks and three minutes, on a ${name}`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(size);
    const who = await newHousehold();
    await signIn(page, who);
    const hand = person(page);
    const button = (label: string | RegExp) => page.getByRole('button', { name: label });
    await expect(page.getByRole('link', { name: 'Comincia' })).toBeVisible();
    const began = Date.now();

    await hand.press(page.getByRole('link', { name: 'Comincia' }));
    await hand.press(button(/^FinecoBank/));
    await hand.press(button(/^ING/));
    await expectNoSideways(page);
    await hand.press(button('Avanti'));

    const fineco = page.getByRole('group', { name: 'Conto FinecoBank' });
    const ing = page.getByRole('group', { name: 'Conto ING' });
    await hand.type(fineco.getByLabel('Saldo di oggi'), '14000');
    await hand.type(ing.getByLabel('Saldo di oggi'), '3500');
    await hand.press(button('Conto deposito libero, ING'));
    const deposit = page.getByRole('group', { name: 'Deposito ING' });
    await hand.type(deposit.getByLabel('Saldo di oggi'), '1000');
    await hand.type(deposit.getByLabel('Tasso lordo'), '3');
    await expectNoSideways(page);
    await hand.press(button('Avanti'));

    await hand.type(page.getByLabel('Stipendio'), '2100');
    await hand.type(page.getByLabel('Affitto o mutuo'), '800');
    await hand.type(page.getByLabel('Bollette'), '120');
    await expectNoSideways(page);
    await hand.press(button('Calcola il piano'));
    await expect(button(/^Applica \d+ bonific/)).toBeVisible({ timeout: 60_000 });

    const seconds = (Date.now() - began) / 1000;
    process.stdout.write(
      `guided start on a ${name}: ${String(hand.clicks())} clicks, ${seconds.toFixed(0)} s at a person's pace\n`,
    );
    expect(hand.clicks()).toBeLessThanOrEqual(15);
    expect(seconds).toBeLessThan(180);

    const quarter = quarterOf(today());
    const caller = await callerFor(who);
    expect(await caller.call(banks.get)).toMatchObject([
      { name: 'FinecoBank', abi: '03015', guaranteeScheme: 'FITD', stampDutyMethod: 'TWELFTHS' },
      { name: 'ING', abi: '03475', guaranteeScheme: 'FOREIGN', stampDutyMethod: 'ACTUAL_DAYS' },
    ]);
    const { setups } = await caller.call(quarters.getQuarter, { params: { date: quarter } });
    expect(setups.map(({ openingBalanceCents }) => openingBalanceCents).toSorted()).toEqual([
      100_000, 1_400_000, 350_000,
    ]);
    expect((await caller.call(recurrences.get)).map(({ description }) => description)).toEqual([
      'Affitto o mutuo',
      'Bollette',
      'Stipendio',
    ]);
    const days = (await caller.call(operations.get, { params: { quarter } })).map(({ date }) => date);
    expect(days.every((day) => day >= today())).toBe(true);
  });

test('a statement dropped in gives IBAN, balance and movements', async ({ page }) => {
  const who = await newHousehold();
  const TODAY = today();
  const quarter = quarterOf(TODAY);
  const [year, month] = quarter.split('-');
  const file = [
    ':20:X',
    ':25:IT67X0301511101000000123456',
    ':28C:1/1',
    `:60F:C${String(year).slice(2)}${String(month)}01EUR1000,00`,
    `:61:${String(year).slice(2)}${String(month)}01C250,00NMSCNONREF`,
    ':86:Bonifico di prova',
    `:62F:C${String(year).slice(2)}${String(month)}01EUR1250,00`,
  ].join('\r\n');
  await signIn(page, who, '/fibado/begin');
  await page.getByRole('button', { name: /^FinecoBank/ }).click();
  await page.getByRole('button', { name: 'Avanti' }).click();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'estratto.sta', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await expect(page.getByText(/Conto FinecoBank: saldo 1\.250,00/)).toBeVisible();
  await expect(page.getByLabel('Saldo di oggi')).toHaveValue('1.250,00');
  await page.getByRole('button', { name: 'Avanti' }).click();
  await page.getByRole('button', { name: 'Calcola il piano' }).click();
  await expect(page).toHaveURL(/automatic-planning/, { timeout: 30_000 });
  const caller = await callerFor(who);
  const { setups } = await caller.call(quarters.getQuarter, { params: { date: quarter } });
  expect(setups).toMatchObject([{ openingBalanceCents: 100_000 }]);
  expect(await caller.call(operations.get, { params: { quarter } })).toMatchObject([
    { kind: 'INCOME', amountCents: 25_000, status: 'DONE', origin: 'IMPORT' },
  ]);
});

test('each step is accessible in both themes', async ({ page }) => {
  await signIn(page, await newHousehold());
  // Leaving what was filled in is asked about by the browser.
  page.on('dialog', (dialog) => void dialog.accept());
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/fibado/begin');
    await page.getByRole('button', { name: /^FinecoBank/ }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Avanti' }).click();
    // What is missing is said, and gone to.
    await page.getByRole('button', { name: 'Avanti' }).click();
    await expect(page.getByLabel('Saldo di oggi')).toBeFocused();
    await page.getByRole('button', { name: 'Altri dati' }).click();
    await expectAccessible(page);
    await page.getByLabel('Saldo di oggi').fill('100');
    await page.getByRole('button', { name: 'Avanti' }).click();
    await page.getByLabel('Stipendio').fill('100');
    await expectAccessible(page);
  }
});
