import { quarterOf } from '@fibado/planning';
import { expect, type Page, signIn, test } from './support/journey';
import { newHousehold } from './support/new-household';
import { today } from './support/today';

const quarter = quarterOf(today());
const quarterName = (): string =>
  `${String((Number(quarter.slice(5, 7)) + 2) / 3)}° trimestre ${quarter.slice(0, 4)}`;
const dayMonth = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`;

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role="gridcell"][data-row="${String(row)}"][data-column="${String(column)}"]`);

/** Types into cells one after the other, as a person at a keyboard does. */
async function typeRow(page: Page, row: number, texts: readonly string[]): Promise<void> {
  await cell(page, row, 0).focus();
  for (const text of texts) {
    if (text !== '') await page.keyboard.type(text);
    await page.keyboard.press(text === '' ? 'ArrowRight' : 'Tab');
  }
}

test('a new household goes from empty to an accepted plan, started and closed', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, await newHousehold());
  await expect(page.getByRole('heading', { name: 'Pianifica il tuo primo trimestre' })).toBeVisible();

  await test.step('banks, a wrong code first', async () => {
    await page.getByRole('link', { name: 'Gli istituti bancari' }).click();
    for (const [name, abi] of [
      ['Banca Uno', '05428'],
      ['Banca Due', '03268'],
    ] as const) {
      await page.getByRole('link', { name: 'Nuovo istituto' }).click();
      await page.getByRole('textbox', { name: 'Nome' }).fill(name);
      await page.getByLabel('Codice ABI').fill('12');
      await page.getByRole('button', { name: 'Salva' }).click();
      await expect(page.getByText('Valore non valido')).toBeVisible();
      await page.getByLabel('Codice ABI').fill(abi);
      await page.getByRole('button', { name: 'Salva' }).click();
      await expect(page.getByRole('link', { name })).toBeVisible();
    }
  });

  await test.step('a group of accounts', async () => {
    await page.getByRole('link', { name: 'Gruppi di Conti' }).click();
    await page.getByRole('link', { name: 'Nuovo gruppo' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('Anna');
    await page.getByRole('combobox', { name: 'Intestatari' }).fill('Anna Prova');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(page.getByRole('link', { name: 'Anna' })).toBeVisible();
  });

  await test.step('two accounts, the bank recognised from the IBAN', async () => {
    await page.getByRole('link', { name: 'Conti', exact: true }).click();
    await page.getByRole('link', { name: 'Nuovo conto' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('Conto stipendio');
    await page.getByRole('textbox', { name: 'IBAN' }).fill('IT61X0542811101000000123456');
    await expect(page.getByText('le cifre di controllo non tornano').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'IBAN' }).fill('IT60 X054 2811 1010 0000 0123 456');
    await expect(page.getByText('IBAN valido: Banca Uno.')).toBeVisible();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('link', { name: 'Nuovo conto' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('Deposito');
    await page.getByLabel('Istituto').selectOption('Banca Due');
    await page.getByLabel('Tipo di conto').selectOption('Conto deposito libero');
    await page.getByLabel('Scaglione 1: tasso').fill('3,5');
    await page.getByRole('textbox', { name: 'Dal' }).fill(`01/01/${quarter.slice(0, 4)}`);
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(page.getByRole('link', { name: 'Deposito' })).toBeVisible();
  });

  await test.step('the quarter and its openings', async () => {
    await page.getByRole('link', { name: 'Dashboard Trimestri' }).first().click();
    await page.getByRole('button', { name: 'Nuovo trimestre' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Trimestre' }).click();
    await page.getByRole('option', { name: quarterName() }).click();
    await dialog.getByRole('button', { name: 'Crea il trimestre' }).click();
    await page.getByRole('link', { name: 'Saldi iniziali' }).first().click();
    await expect(page.getByRole('grid')).toBeVisible();
    const rows = await page.getByRole('grid').getByRole('row').count();
    expect(rows).toBe(3);
    for (const row of [0, 1]) {
      const opening = (await cell(page, row, 0).innerText()) === 'Conto stipendio' ? '15.000,00' : '0';
      await cell(page, row, 2).focus();
      await page.keyboard.type(opening);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Operazione completata con successo.').first()).toBeVisible();
    await expect(page.getByText('Nessuna operazione prevista nel trimestre.')).toBeVisible();
  });

  await test.step('operations by keyboard alone', async () => {
    await page.getByRole('link', { name: 'Operazioni' }).first().click();
    await page.getByRole('button', { name: 'Aggiungi' }).click();
    await typeRow(page, 0, [dayMonth(`${quarter.slice(0, 8)}15`), 'Affitto', '-850', '', 'C']);
    await cell(page, 0, 0).focus();
    await page.keyboard.press('Insert');
    await typeRow(page, 1, [dayMonth(`${quarter.slice(0, 8)}27`), 'Stipendio', '+1.900,50', '', 'C']);
    await expect(cell(page, 1, 2)).toHaveText('1.900,50 €');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Salva', exact: true })).toBeDisabled();
    await expect(page.getByRole('status', { name: 'Cifre aggiornate mentre scrivi' })).toContainText(
      '16.050,50',
    );
  });

  await test.step('the plan, one transfer at least, accepted', async () => {
    await page.getByRole('link', { name: 'Pianificazione' }).first().click();
    await page.getByRole('button', { name: 'Calcola il piano' }).click();
    await expect(page.getByRole('region', { name: 'Risultato' })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: /^Applica \d+ bonific/ }).click();
    await expect(page.getByText(/Piano applicato/)).toBeVisible();
    await expect(page.getByText('Conto stipendio → Deposito').first()).toBeVisible();
  });

  await test.step('started', async () => {
    await page.getByRole('link', { name: 'Saldi iniziali' }).first().click();
    await page.getByRole('button', { name: 'Avvia il trimestre' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Avvia il trimestre' }).click();
    await expect(page.getByText(/· avviato/)).toBeVisible();
  });

  await test.step('everything done, then closed with the bank’s figures', async () => {
    await page.getByRole('link', { name: 'Operazioni' }).first().click();
    await page.getByLabel('Seleziona tutte le righe').check();
    await page.getByRole('button', { name: /^Modifica \d+ operazion/ }).click();
    const bulk = page.getByRole('dialog');
    await bulk.getByLabel('Stato').selectOption('Fatta');
    await bulk.getByRole('button', { name: /^Modifica \d+ operazion/ }).click();
    // Asked where some of them lie ahead.
    const ahead = page.getByRole('button', { name: 'Segna come fatta' });
    const save = page.getByRole('button', { name: /^Salva \d+ modific/ });
    await expect(ahead.or(save).first()).toBeVisible();
    if (await ahead.isVisible()) await ahead.click();
    await save.click();
    await expect(page.getByRole('button', { name: 'Salva', exact: true })).toBeDisabled();
    // The toasts lie over the links for their five seconds.
    await page.goto(`/fibado/dashboard/setup/${quarter}`);
    await page.getByRole('button', { name: 'Chiudi il trimestre' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Bollo della banca, Conto stipendio').fill('8,55');
    const close = dialog.getByRole('button', { name: 'Chiudi il trimestre' });
    await expect(close).toBeDisabled();
    await dialog.getByLabel(/voglio chiuderlo prima della fine/).check();
    await close.click();
    await expect(page.getByText(/· chiuso/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Piano e consuntivo' })).toContainText('8,55');
  });
});
