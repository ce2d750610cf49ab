import { accountGroups, accounts, banks } from '@fibado/contracts';
import { expect, expectAccessible, expectNoSideways, type Person, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';

const YEAR = new Date().getFullYear() - 1;
const FILE = [
  'Data Registrazione;Data valuta;Descrizione;Importo (EUR);',
  `02.01.${String(YEAR)};01.01.${String(YEAR)};STIPENDIO;3.000,00;`,
  `31.12.${String(YEAR)};31.12.${String(YEAR)};AFFITTO;-1.000,00;`,
].join('\r\n');

/** Two accounts of one couple, and no quarter. */
async function couple(): Promise<Person> {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const bank = await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await caller.call(accountGroups.save, {
    body: { name: 'Anna e Bruno', holders: ['Anna Rossi', 'Bruno Rossi'] },
  });
  for (const name of ['Conto corrente', 'Conto deposito'])
    await caller.call(accounts.save, {
      body: {
        name,
        bankId: bank.id,
        accountGroupId: group.id,
        kind: name === 'Conto corrente' ? 'CURRENT' : 'DEPOSIT_FREE',
        dutyRegime: 'FIXED',
        rates: [],
      },
    });
  return person;
}

test('the ISEE figures come from a statement and the bank’s paper, without any quarter', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, await couple(), '/fibado/tax-year');
  const sheet = page.getByRole('region', { name: `Quadro FC2 per la DSU ${String(YEAR + 2)}` });

  await test.step('what is missing is named, and no total is made of it', async () => {
    await expect(page.getByText('Il totale manca')).toBeVisible();
    await expect(
      page.getByText(`Mancano i giorni dal 01/01/${String(YEAR)} al 31/12/${String(YEAR)}.`),
    ).toHaveCount(2);
  });

  await test.step('a file without an opening balance asks for it', async () => {
    await page.getByRole('button', { name: 'Estratto conto di Conto corrente' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async () => {
      const picker = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Scegli il file' }).click();
      await (
        await picker
      ).setFiles({ name: 'movimenti.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    };
    await choose();
    await expect(dialog.getByRole('alert')).toContainText('saldo iniziale');
    await dialog.getByRole('textbox', { name: 'Saldo prima del primo movimento' }).fill('0');
    await expectAccessible(page);
    await choose();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Tutti i giorni sono noti.')).toBeVisible();
  });

  await test.step('the other account is typed from the bank’s paper', async () => {
    await page.getByRole('button', { name: 'Cifre di Conto deposito' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: `Saldo al 31/12/${String(YEAR)}` }).fill('10000');
    await dialog.getByRole('textbox', { name: `Giacenza media ${String(YEAR)}` }).fill('8000');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the sheet shows each person’s half and which sum counts', async () => {
    // Balances 1,000 + 5,000 exceed averages of nearly 1,500 + 4,000.
    const anna = sheet.getByRole('table', { name: 'Anna Rossi' });
    await expect(anna).toContainText('conta il saldo');
    await expect(anna.getByRole('row').last()).toContainText('6.000,00');
    await expect(sheet).toContainText('12.000,00');
  });

  await test.step('the household is described, and weighs in the allowance', async () => {
    const family = page.getByRole('region', { name: 'Famiglia' });
    await family.getByRole('combobox', { name: 'Ruolo' }).first().selectOption('Dichiarante');
    await family.getByRole('button', { name: 'Aggiungi una persona' }).click();
    await family.getByRole('textbox', { name: 'Nome' }).last().fill('Carla Rossi');
    await family.getByRole('button', { name: 'Salva' }).click();
    await expect(sheet).toContainText('10.000,00');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideways(page);
  });
});
