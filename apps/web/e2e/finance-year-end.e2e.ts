import { accountGroups, accounts, banks, operations, quarters } from '@fibado/contracts';
import { expect, expectAccessible, expectNoSideways, type Person, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const YEAR = Number(today().slice(0, 4)) - 1;
const QUARTER = `${String(YEAR)}-10-01`;
const LAST = `${String(YEAR)}-12-31`;
const IBAN = 'IT60X0542811101000000123456';

/** 10,000 € in the last quarter of a year, whose duty the bank charged by twelfths. */
async function charged(): Promise<Person> {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const bank = await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna Rossi'] } });
  const account = await caller.call(accounts.save, {
    body: {
      name: 'Conto corrente',
      iban: IBAN,
      bankId: bank.id,
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      statementPeriod: 'QUARTERLY',
      interestCredit: 'QUARTERLY',
      rates: [{ from: QUARTER, tiers: [{ upToCents: null, ratePct: 2 }], tierMode: 'MARGINAL' }],
    },
  });
  await caller.call(quarters.init, { body: { date: QUARTER } });
  await caller.call(quarters.saveSetups, {
    body: {
      date: QUARTER,
      setups: [{ accountId: account.id, openingBalanceCents: 1_000_000, excluded: false }],
    },
  });
  await caller.call(quarters.start, { body: { date: QUARTER } });
  await caller.call(operations.save, {
    body: {
      quarter: QUARTER,
      kind: 'EXPENSE',
      date: LAST,
      valueDate: LAST,
      accountId: account.id,
      amountCents: 855,
      description: 'Imposta di bollo e/c',
      status: 'DONE',
    },
  });
  return person;
}

test('a year is added up and held against the bank, with a letter for the difference', async ({ page }) => {
  await signIn(page, await charged());

  await test.step('the palette leads to the year’s result, which names the missing quarters', async () => {
    await page.keyboard.press('Control+K');
    await page
      .locator('input.mantine-Spotlight-search, .mantine-Spotlight-search input')
      .first()
      .fill('Bilancio');
    await page.getByRole('button', { name: 'Bilancio dell’anno' }).click();
    await page.getByRole('combobox', { name: 'Anno' }).selectOption(String(YEAR));
    await expect(page.getByRole('status')).toContainText('Ogni totale è di 1 trimestre su 4');
    // 10,000 € at 2 % for 92 days, before tax.
    const byAccount = page.getByRole('region', { name: 'Per banca e conto' });
    await expect(byAccount.getByRole('row', { name: /^Conto corrente/ })).toContainText('50,');
    await expect(page.getByRole('region', { name: 'Bollo, per causa' })).toContainText(
      'Giacenza media sopra la soglia',
    );
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Stampa' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('the difference is explained by the practice, and the letter is filled in', async () => {
    await page.goto(`/fibado/tax-year/reconciliation?year=${String(YEAR)}`);
    const account = page.getByRole('region', { name: 'Conto corrente' });
    const duty = account.getByRole('row', { name: /^Bollo/ });
    await expect(duty).toContainText('si spiega');
    await expect(duty).toContainText('La banca conta i dodicesimi');
    await expect(account.getByRole('row', { name: /^Canoni/ })).toContainText('non noto');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideways(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Lettera per Conto corrente' }).click();
    await expect(page.getByText(`conto IBAN ${IBAN}`)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Scarica il testo' }).click();
    expect((await download).suggestedFilename()).toBe(`lettera-Conto corrente-${String(YEAR)}.txt`);
    await page.getByRole('button', { name: 'Torna alla verifica' }).click();
  });

  await test.step('a figure typed of the whole year waits for the rest of the year', async () => {
    await page.getByRole('button', { name: 'Cifre della banca per Conto corrente' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Bollo' }).fill('34,20');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    const duty = page.getByRole('row', { name: /^Bollo/ });
    await expect(duty).toContainText('scritto a mano');
    await expect(duty).toContainText('non confrontabile');
  });
});
