import { accountGroups, accounts, banks, operations, quarters } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import type { Client } from '@fibado/client';
import { readFile, writeFile } from 'node:fs/promises';
import { callerFor, newHousehold } from './support/new-household';
import { DEMO, expect, expectAccessible, expectNoSideways, type Page, signIn, test } from './support/journey';
import { today } from './support/today';

/** A statement as BancoPosta writes it, of days in the quarter. */
function statement(quarter: string): string {
  const day = (n: number): string =>
    `${String(n).padStart(2, '0')}/${quarter.slice(5, 7)}/${quarter.slice(2, 4)}`;
  return [
    'Data;Valuta;Addebiti;Accrediti;Descrizione operazioni',
    `${day(6)};${day(6)};12,34;;CAFFE IN CENTRO`,
    `${day(7)};${day(8)};;250,00;RIMBORSO SPESE`,
    `${day(9)};${day(9)};12,34;;CAFFE IN CENTRO`,
  ].join('\r\n');
}

/** Drags a file over the page and lets it go in the middle, as from a desktop. */
async function dropOn(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const at = { x: 700, y: 700 };
  for (const type of ['dragEnter', 'dragOver'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await page.getByText('Lascia il file per leggerlo').waitFor();
  for (const type of ['dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}

test('a bank’s file goes from drop to save, changes nothing the second time, and is reverted', async ({
  page,
}, info) => {
  test.setTimeout(120_000);
  const caller = await callerFor(DEMO);
  const quarter = (await caller.call(quarters.list)).find((q) => q.state === 'STARTED')?.date;
  const account = (await caller.call(accounts.get)).find((a) => a.kind === 'CURRENT');
  if (!quarter || !account) throw new Error('the demonstration household has no started quarter');
  const file = { name: 'movimenti.csv', mimeType: 'text/csv', buffer: Buffer.from(statement(quarter)) };

  await signIn(page, DEMO, `/fibado/import-data?quarter=${quarter}`);
  await page.getByRole('combobox', { name: 'Conto' }).waitFor();
  const path = info.outputPath(file.name);
  await writeFile(path, file.buffer);
  await dropOn(page, path);
  await expect(page.getByText(`${file.name}: di quale conto è?`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Conto' }).click();
  await page.getByRole('option', { name: account.name }).click();
  const preview = page.getByRole('table', { name: 'Anteprima delle righe' });
  await expect(preview.getByText('RIMBORSO SPESE')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nuove (3)' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Seleziona tutte: Nuova').uncheck();
  await expect(page.getByRole('button', { name: 'Importa 0 righe' })).toBeDisabled();
  await page.getByLabel('Seleziona tutte: Nuova').check();
  await test.step('a phone shows what each row is and how much, without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const row = preview.getByRole('row', { name: /RIMBORSO SPESE/ });
    await row.scrollIntoViewIfNeeded();
    // A fraction of a pixel may lie outside.
    await expect(row.getByText('RIMBORSO SPESE')).toBeInViewport({ ratio: 0.95 });
    await expect(row.getByText(/€$/)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1366, height: 800 });
  });
  await page.getByRole('button', { name: 'Importa 3 righe' }).click();
  await expect(page.getByText('3 operazioni importate.')).toBeVisible();
  const history = page.getByRole('region', { name: 'Importazioni fatte' });
  await expect(history.getByText('movimenti.csv').first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 800 });

  await page.locator('input[type="file"]').first().setInputFiles(file);
  await expect(page.getByText('Questo stesso file è già stato importato')).toBeVisible();
  await expect(page.getByText('non c’è nulla da importare')).toBeVisible();
  await page.locator('#content').getByRole('button', { name: 'Annulla', exact: true }).click();

  await history.getByRole('button', { name: 'Annulla l’importazione' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla l’importazione' }).click();
  await expect(history.getByText(/^annullata il/i).first()).toBeVisible();
});

test('a file without a known layout is mapped by hand, and a wrong one is refused in words', async ({
  page,
}) => {
  const caller = await callerFor(DEMO);
  const quarter = (await caller.call(quarters.list)).find((q) => q.state === 'STARTED')?.date;
  const account = (await caller.call(accounts.get)).filter((a) => a.kind === 'CURRENT').at(-1);
  if (!quarter || !account) throw new Error('the demonstration household has no started quarter');
  const [year, month] = quarter.split('-');
  const rows = ['quando,cosa,quanto', `${year}-${month}-06,Prova a mano,"-7,50"`].join('\n');

  await signIn(page, DEMO, `/fibado/import-data?quarter=${quarter}&account=${account.id}`);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'ignoto.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
  const dialog = page.getByRole('dialog', { name: 'Che cosa contiene ogni colonna' });
  await dialog.getByLabel('Data contabile').selectOption('0');
  await dialog.getByLabel('Importo con segno').selectOption('2');
  await dialog.getByRole('checkbox', { name: /^B/ }).check();
  await dialog.getByLabel('Ordine della data').selectOption('YMD');
  await dialog.getByRole('button', { name: 'Leggi così' }).click();
  await expect(
    page.getByRole('table', { name: 'Anteprima delle righe' }).getByText('Prova a mano'),
  ).toBeVisible();

  await page.goto(`/fibado/import-data?quarter=${quarter}&account=${account.id}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Esci senza salvare' })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'vuoto.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(''),
    });
  await expect(page.getByText('Il file è vuoto.')).toBeVisible();
});

/** One current account in the quarter of today. */
async function householdWithQuarter(caller: Client) {
  const quarter = quarterOf(today());
  const bank = await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna Prova'] } });
  const account = await caller.call(accounts.save, {
    body: {
      name: 'Conto Uno',
      bankId: bank.id,
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: [{ from: '2020-01-01', tiers: [{ upToCents: null, ratePct: 0 }], tierMode: 'MARGINAL' }],
    },
  });
  await caller.call(quarters.init, { body: { date: quarter } });
  await caller.call(quarters.saveSetups, {
    body: { date: quarter, setups: [{ accountId: account.id, openingBalanceCents: 100_000_000 }] },
  });
  return { quarter, account };
}

test('20,000 rows are imported and saved in one go', async ({ page }) => {
  test.setTimeout(180_000);
  const login = await newHousehold();
  const caller = await callerFor(login);
  const { quarter, account } = await householdWithQuarter(caller);
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const day = `${quarter.slice(0, 8)}${String(1 + (at % 28)).padStart(2, '0')}`;
    return `${day.split('-').reverse().join('/')};-${String(1 + (at % 97))},10;Movimento ${String(at)}`;
  });
  const file = ['Data contabile;Importo;Descrizione', ...rows].join('\r\n');
  await signIn(page, login, `/fibado/import-data?quarter=${quarter}&account=${account.id}`);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'grande.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Importa 20000 righe' }).click({ timeout: 60_000 });
  await expect(page.getByText('20000 operazioni importate.')).toBeVisible({ timeout: 60_000 });
  expect(await caller.call(operations.get, { params: { quarter } })).toHaveLength(20_000);
});

test('a card statement is asked about once, and a difference is shown before it is accepted', async ({
  page,
}) => {
  const login = await newHousehold();
  const { quarter, account } = await householdWithQuarter(await callerFor(login));
  const day = (n: number) => `${String(n).padStart(2, '0')}/${quarter.slice(5, 7)}/${quarter.slice(0, 4)}`;
  const header = 'DATA OPERAZIONE;DATA REGISTRAZIONE;DESCRIZIONE OPERAZIONE;IMPORTO IN EURO';
  const send = (name: string, ...rows: string[]) =>
    page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([header, ...rows].join('\n')) });
  await signIn(page, login, `/fibado/import-data?quarter=${quarter}&account=${account.id}`);
  await send('carta.csv', `${day(5)};${day(6)};ESSELUNGA MILANO;45,10`);
  await expect(page.getByText('carta.csv sembra l’estratto di una carta')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Le spese sono positive' }).click();
  const preview = page.getByRole('table', { name: 'Anteprima delle righe' });
  await expect(preview.getByText('45,10', { exact: false })).toContainText(/[-−]/);
  await page.getByRole('button', { name: 'Importa 1 riga' }).click();
  await expect(page.getByText('1 operazione importata.')).toBeVisible();
  await send('carta2.csv', `${day(8)};${day(9)};TRENITALIA;19,90`, 'Totale;;;20,00');
  await expect(page.getByText(/Totale: atteso.*20,00.*trovato.*19,90/)).toBeVisible();
  await page.getByRole('button', { name: 'Leggilo comunque' }).click();
  await expect(preview.getByText('TRENITALIA')).toBeVisible();
  await expect(preview.getByText('19,90', { exact: false })).toContainText(/[-−]/);
});

test('everything of a household goes into one file, and comes out of it in an empty household', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page);
  const net = page.getByRole('region', { name: 'Rendimento netto' });
  const figures = await net.innerText();
  await page.goto('/fibado/settings');
  const asked = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Scarica tutto (.zip)' }).click();
  const file = await asked;
  expect(file.suggestedFilename()).toMatch(/^fibado-\d{4}-\d{2}-\d{2}\.zip$/);
  const buffer = await readFile(await file.path());

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const other = await context.newPage();
  await signIn(other, await newHousehold());
  const field = other.locator('input[type="file"]');
  const zip = { name: 'famiglia.zip', mimeType: 'application/zip' };
  await field.setInputFiles({ ...zip, buffer: buffer.subarray(0, 200) });
  await expect(other.getByRole('dialog', { name: 'Errore' })).toBeVisible();
  await other.getByRole('button', { name: 'OK' }).click();
  await field.setInputFiles({ ...zip, buffer });
  await expect(other.getByText(/^Caricati: conti \d+/)).toBeVisible();
  await expect(other.getByRole('region', { name: 'Rendimento netto' })).toHaveText(
    figures.replace(/\s*\n\s*/g, ''),
  );
  await context.close();
});

test('a file of several accounts is compared one account after the other', async ({ page }) => {
  const caller = await callerFor(DEMO);
  const quarter = (await caller.call(quarters.list)).find((q) => q.state === 'STARTED')?.date;
  const account = (await caller.call(accounts.get)).find((a) => a.kind === 'CURRENT');
  if (!quarter || !account) throw new Error('the demonstration household has no started quarter');
  const day = `05/${quarter.slice(5, 7)}/${quarter.slice(0, 4)}`;
  const rows = [
    'Data;Conto;Importo;Descrizione',
    `${day};Famiglia;-5,10;EDICOLA DEL PORTO`,
    `${day};Vacanze;-6,20;TRENO PER IL MARE`,
  ];
  await signIn(page, DEMO, `/fibado/import-data?quarter=${quarter}`);
  await page.getByRole('combobox', { name: 'Conto' }).waitFor();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'conti.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await expect(page.getByText('conti.csv contiene 2 conti')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confronta Vacanze' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Vacanze' }).click();
  await page.getByRole('option', { name: account.name }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confronta Vacanze' }).click();
  const preview = page.getByRole('table', { name: 'Anteprima delle righe' });
  await expect(preview.getByText('TRENO PER IL MARE')).toBeVisible();
  await expect(preview.getByText('EDICOLA DEL PORTO')).toHaveCount(0);
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect(page.getByText('Confrontato', { exact: true })).toBeVisible();
});

test('a row is matched by hand with the planned operation of another amount, which becomes it', async ({
  page,
}) => {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const { quarter, account } = await householdWithQuarter(caller);
  const planned = await caller.call(operations.save, {
    body: {
      quarter,
      kind: 'EXPENSE',
      date: `${quarter.slice(0, 8)}05`,
      valueDate: `${quarter.slice(0, 8)}05`,
      accountId: account.id,
      amountCents: 80_000,
      description: 'Affitto di casa',
    },
  });
  const day = `06/${quarter.slice(5, 7)}/${quarter.slice(2, 4)}`;
  const file = [
    'Data;Valuta;Addebiti;Accrediti;Descrizione operazioni',
    `${day};${day};855,50;;ADDEBITO LOCAZIONE`,
  ].join('\r\n');

  await signIn(page, person, `/fibado/import-data?quarter=${quarter}&account=${account.id}`);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'poste.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  const row = page
    .getByRole('table', { name: 'Anteprima delle righe' })
    .getByRole('row', { name: /ADDEBITO LOCAZIONE/ });
  await row.getByRole('button', { name: 'È un’operazione prevista…' }).click();
  await row.getByRole('combobox').selectOption(planned.id);
  await page.getByRole('button', { name: 'Importa 1 riga' }).click();
  await expect(page.getByText('1 operazione importata.')).toBeVisible();
  // One operation, the planned one: done, with the bank's amount and the household's words.
  expect(await caller.call(operations.get, { params: { quarter } })).toEqual([
    expect.objectContaining({
      id: planned.id,
      status: 'DONE',
      amountCents: 85_550,
      description: 'Affitto di casa',
    }),
  ]);
});
