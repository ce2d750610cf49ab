import type { Page } from '@playwright/test';
import { accountGroups, accounts, banks } from '@fibado/contracts';
import { expect, expectAccessible, expectNoSideways, type Person, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const YEAR = Number(today().slice(0, 4)) - 1;
const FILE = [
  'Data Registrazione;Data valuta;Descrizione;Importo (EUR);',
  `02.01.${String(YEAR)};01.01.${String(YEAR)};STIPENDIO;3.000,00;`,
  `31.12.${String(YEAR)};31.12.${String(YEAR)};AFFITTO;-1.000,00;`,
].join('\r\n');

/** Another bank's export, which states its closing balance: 8,000 € until March, 10,000 € from then on. */
const OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>03999<ACCTID>000000123456<ACCTTYPE>SAVINGS</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${String(YEAR)}0101<DTEND>${String(YEAR)}1231
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${String(YEAR)}0301<TRNAMT>2000.00<FITID>1<NAME>Versamento</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>10000.00<DTASOF>${String(YEAR)}1231</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

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

async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Scegli il file' }).click();
  await (await picker).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

test('the ISEE figures come from two banks’ exports and from paper, without any quarter', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, await couple(), '/fibado/tax-year');
  const sheet = page.getByRole('region', { name: `Quadro FC2 per la DSU ${String(YEAR + 2)}` });

  await test.step('what is missing is named, and no total is made of it', async () => {
    await expect(page.getByText('Il totale manca')).toBeVisible();
    const missing = `Mancano i giorni dal 01/01/${String(YEAR)} al 31/12/${String(YEAR)}.`;
    await expect(page.getByRole('region', { name: 'Dati del' }).getByText(missing)).toHaveCount(2);
    // Each person's half of each account.
    await expect(sheet.getByText(missing)).toHaveCount(4);
  });

  await test.step('a file without an opening balance asks for it', async () => {
    await page.getByRole('button', { name: 'Estratto conto di Conto corrente' }).click();
    const dialog = page.getByRole('dialog');
    const choose = () => chooseFile(page, 'movimenti.csv', FILE);
    await choose();
    await expect(dialog.getByRole('alert')).toContainText('saldo iniziale');
    await dialog.getByRole('textbox', { name: 'Saldo prima del primo movimento' }).fill('0');
    await expectAccessible(page);
    await choose();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Tutti i giorni sono noti.')).toBeVisible();
  });

  await test.step('a second bank’s export completes the figures, which count by the larger sum', async () => {
    await page.getByRole('button', { name: 'Estratto conto di Conto deposito' }).click();
    await chooseFile(page, 'deposito.ofx', OFX);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Tutti i giorni sono noti.')).toHaveCount(2);
    const anna = sheet.getByRole('table', { name: 'Anna Rossi' });
    await expect(anna).toContainText('conta la giacenza media');
    await expect(anna.getByRole('row').last()).toContainText('6.000 €');
    await expect(sheet).not.toContainText('manca');
  });

  await test.step('the dossier is taken away as a workbook', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).click();
    expect((await download).suggestedFilename()).toBe(`fibado-isee-${String(YEAR + 2)}.xlsx`);
  });

  await test.step('one account is typed from the bank’s paper', async () => {
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
    await expect(anna.getByRole('row').last()).toContainText('6.000 €');
    await expect(anna).toContainText('scritto a mano');
    await expect(sheet).toContainText('12.000 €');
  });

  await test.step('the household is described, and weighs in the allowance', async () => {
    const family = page.getByRole('region', { name: 'Famiglia' });
    await family.getByRole('combobox', { name: 'Ruolo' }).first().selectOption('Dichiarante');
    await family.getByRole('button', { name: 'Aggiungi una persona' }).click();
    await family.getByRole('textbox', { name: 'Nome' }).last().fill('Carla Rossi');
    await family.getByRole('button', { name: 'Salva' }).click();
    await expect(sheet).toContainText('10.000 €');
  });

  await test.step('a security is declared, and exempt as State paper', async () => {
    const assets = page.getByRole('region', { name: 'Titoli e acquisti' });
    await assets.getByRole('button', { name: 'Aggiungi un titolo' }).click();
    await assets.getByRole('textbox', { name: 'Operatore' }).fill('Banca Uno');
    await assets.getByRole('textbox', { name: 'Descrizione' }).fill('BTP 2030');
    await assets.getByRole('textbox', { name: 'Valore al 31/12' }).fill('7000');
    await assets.getByRole('checkbox', { name: 'Titolo di Stato o buono postale' }).check();
    await assets.getByRole('button', { name: 'Salva' }).click();
    const table = sheet.getByRole('table', { name: 'Anna Rossi: altre attività (sezione II)' });
    await expect(table.getByRole('row').last()).toContainText('BTP 2030');
    await expect(table.getByRole('cell', { name: '7.000 €' }).last()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideways(page);
  });
});
