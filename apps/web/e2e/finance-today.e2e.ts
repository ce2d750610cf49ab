import { accounts, operations, optimizer, quarters } from '@fibado/contracts';
import { nextQuarter, quarterEnd, quarterOf } from '@fibado/planning';
import { expect, expectSoundEverywhere, inLanguage, type Page, PHONE, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const TODAY = today();
const QUARTER = quarterOf(TODAY);

/** The example household, with a transfer that is due today. */
async function householdWithTransfer(page: Page) {
  const who = await newHousehold();
  const client = await callerFor(who);
  await signIn(page, who);
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  const all = await client.call(accounts.get);
  const named = (part: string) => {
    const found = all.find(({ name }) => name.includes(part));
    if (!found) throw new Error(`no account ${part}`);
    return found;
  };
  const own = await client.call(accounts.save, {
    body: { ...named('Conto Aurora'), iban: 'IT60X0542811101000000123456' },
  });
  const transfer = await client.call(operations.save, {
    body: {
      quarter: QUARTER,
      kind: 'TRANSFER',
      date: TODAY,
      valueDate: TODAY,
      accountId: named('Conto comune').id,
      toAccountId: own.id,
      amountCents: 123_456,
      description: 'Giroconto di prova',
    },
  });
  return { client, transfer, own };
}

test('a transfer is made and confirmed on a phone with one tap', async ({ page }) => {
  test.setTimeout(180_000);
  const { client, transfer } = await householdWithTransfer(page);
  await page.setViewportSize(PHONE);
  await page.goto('/fibado/today');
  const card = page.getByRole('region', { name: 'Prossimo bonifico' });
  await expect(card).toContainText('Conto comune (esempio) → Conto Aurora (esempio)');
  await expect(card).toContainText('1.234,56');
  await expect(card.getByLabel('Beneficiario', { exact: true })).toHaveValue('Chiara Conti');
  await expect(card.getByLabel('IBAN', { exact: true })).toHaveValue('IT60X0542811101000000123456');
  await expect(page.getByRole('region', { name: 'Sui conti adesso' })).toContainText(
    'Conto comune (esempio)',
  );
  await expect(page.getByRole('region', { name: 'I prossimi mesi' }).getByRole('slider')).toBeVisible();
  await card.getByRole('button', { name: 'Mostra il codice QR' }).click();
  await expect(card.getByRole('img', { name: 'Codice QR del bonifico SEPA' })).toBeVisible();
  await expectSoundEverywhere(page, 'today');
  await inLanguage(page, 'en');
  await expect(page.getByRole('region', { name: 'Next transfer' })).toContainText('due today');
  await inLanguage(page, 'it');

  await card.getByRole('button', { name: 'Fatto' }).click();
  await expect(page.getByText('Nessun bonifico da fare.')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Annulla', exact: true });
  await expect(undo).toBeInViewport({ ratio: 1 });
  const saved = await client.call(operations.get, { params: { quarter: QUARTER } });
  expect(saved.find(({ id }) => id === transfer.id)?.status).toBe('DONE');
  await undo.click();
  await expect(card).toBeVisible();
});

test('what moved since the last visit is told', async ({ page }) => {
  const { client, transfer } = await householdWithTransfer(page);
  await client.call(operations.save, { body: { ...transfer, status: 'DONE' } });
  const before = QUARTER < TODAY ? QUARTER : TODAY;
  await page.goto('/fibado/today');
  await expect(page.getByRole('region', { name: 'Sui conti adesso' })).toBeVisible();
  await page.evaluate((day) => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('fibado-visits-')) localStorage.setItem(key, `${day} `);
  }, before);
  await page.reload();
  const changed = page.getByRole('region', { name: /^Che cosa è cambiato dal/ });
  if (before === TODAY) await expect(changed).toBeHidden();
  else await expect(changed).toContainText('Giroconto di prova');
});

test('an account has its page, and the palette finds accounts, movements and amounts', async ({ page }) => {
  test.setTimeout(180_000);
  const { own } = await householdWithTransfer(page);
  // The transfer was saved by another program.
  await page.reload();
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  const palette = async (text: string) => {
    await page.keyboard.press('Control+K');
    await page.locator('input.mantine-Spotlight-search, .mantine-Spotlight-search input').first().fill(text);
  };
  await palette('Deposito Aurora');
  await page
    .getByRole('button', { name: /Deposito Aurora \(esempio\)/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deposito Aurora (esempio)' })).toBeVisible();

  // A phone has no keys for it.
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Comandi (Ctrl+K)' }).click();
  await page
    .locator('input.mantine-Spotlight-search, .mantine-Spotlight-search input')
    .first()
    .fill('1234,56');
  await page
    .getByRole('button', { name: /Giroconto di prova/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conto comune (esempio)' })).toBeVisible();
  await expect(page.getByText('1 movimento', { exact: true })).toBeVisible();

  await page.goto(`/fibado/accounts/view/${own.id}`);
  await expect(page.getByRole('region', { name: 'Saldo adesso' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Margine dalla soglia del bollo' })).toBeVisible();
  await expect(page.getByRole('slider')).toBeVisible();
  const movements = page.getByRole('region', { name: 'Movimenti' });
  await expect(movements).toContainText('Giroconto di prova');
  await movements.getByRole('searchbox').fill('stipendio');
  await expect(movements.getByText('0 movimenti')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Estratti conto letti' })).toContainText('Ancora nessuno');
  await expectSoundEverywhere(page, 'account');
  await inLanguage(page, 'en');
  await expect(page.getByRole('region', { name: 'Balance now' })).toBeVisible();
});

test('a run that ends on another page, after a reload too, says so and leads to its plan', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { client } = await householdWithTransfer(page);
  await page.goto(`/fibado/dashboard/automatic-planning/${QUARTER}`);
  // The plan of so small a household is there at once: its page is not told before it is left.
  const answers = '**/api/finance/optimizer/runs/*';
  await page.route(answers, () => undefined);
  const started = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/optimizer/runs'),
  );
  await page.getByRole('button', { name: 'Calcola il piano' }).click();
  await started;
  await expect
    .poll(
      async () =>
        (await client.call(optimizer.runs, { query: { quarter: QUARTER, page: 0, size: 1 } })).total,
    )
    .toBe(1);
  await page.getByRole('link', { name: 'Conti', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conti' })).toBeVisible();
  await page.unroute(answers);
  await page.reload();
  await expect(page.getByText(/^Il piano del .* è pronto/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Vai al piano' }).click();
  await expect(page.getByRole('region', { name: 'Risultato' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Risultato' })).toBeVisible();
  await expect(page.getByText(/^Il piano del .* è pronto/)).toBeHidden();
});

test('money on its way stays in the total, as a part of its own', async ({ page }) => {
  const { client, transfer } = await householdWithTransfer(page);
  // It arrives at the quarter's end, or just after it.
  const valueDate = TODAY < quarterEnd(QUARTER) ? quarterEnd(QUARTER) : nextQuarter(QUARTER);
  await page.goto('/fibado/today');
  const balances = page.getByRole('region', { name: 'Sui conti adesso' });
  await expect(balances).toContainText('I bonifici ancora da fare non sono contati.');
  await client.call(operations.save, { body: { ...transfer, valueDate, status: 'DONE' } });
  await client.call(quarters.summary, { params: { date: QUARTER } });
  await page.goto('/fibado/today');
  await expect(balances).toContainText(/di cui in viaggio:\s*1\.234,56/);
  await expect(balances).not.toContainText('ancora da fare');
  await page.goto('/fibado/dashboard');
  await expect(page.getByText(/^Tratteggiato: denaro in viaggio/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Saldi da mostrare' }).click();
  await page.getByRole('option', { name: 'Totale' }).click();
  await expect(page.getByText(/Punto più basso/)).toBeVisible();
});

test('gain, risk and transfers stand side by side, and the safer plan is applied', async ({ page }) => {
  test.setTimeout(240_000);
  const { client, transfer } = await householdWithTransfer(page);
  await client.call(operations.delete, { params: { id: transfer.id } });
  const all = await client.call(operations.get, { params: { quarter: QUARTER } });
  await client.call(operations.saveBulk, {
    body: {
      operations: all
        .filter(({ kind }) => kind === 'EXPENSE')
        .map((one) => ({ ...one, uncertainty: { highCents: one.amountCents * 2 } })),
    },
  });
  await page.goto(`/fibado/dashboard/automatic-planning/${QUARTER}`);
  await page.getByRole('button', { name: 'Calcola il piano' }).click();
  const choices = page.getByRole('region', { name: 'Guadagno, rischio e bonifici' });
  await expect(choices.getByRole('row', { name: /^Più sicuro · scelto/ })).toBeVisible({ timeout: 120_000 });
  await expect(choices.getByRole('row', { name: /^Rende di più/ })).toContainText('%');
  await expectSoundEverywhere(page, 'choices');
  await expect(page.getByRole('region', { name: 'Risultato' })).toContainText('Piano scelto: Più sicuro');
  await page.getByRole('button', { name: /^Applica \d+ bonific/ }).click();
  await expect(page.getByText(/Piano applicato/)).toBeVisible();
});
