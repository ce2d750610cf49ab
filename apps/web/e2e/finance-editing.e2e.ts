import { accountGroups, accounts, quarters } from '@fibado/contracts';
import { callerFor, newHousehold } from './support/new-household';
import { DEMO, expect, type Page, signIn, test } from './support/journey';

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role="gridcell"][data-row="${String(row)}"][data-column="${String(column)}"]`);

/** The demonstration household's quarter in force. */
async function startedQuarter(): Promise<string> {
  const list = await (await callerFor(DEMO)).call(quarters.list);
  const started = list.find((q) => q.state === 'STARTED') ?? list.at(-1);
  if (!started) throw new Error('the demonstration household has no quarter');
  return started.date;
}

test.describe('editing operations', () => {
  test('loses nothing when the API is down, answers 503, or the session ends', async ({ page }) => {
    const date = await startedQuarter();
    await signIn(page, DEMO, `/fibado/dashboard/operation/edit/${date}`);
    await cell(page, 0, 1).focus();
    await page.keyboard.type('Scritto e non perso');
    await page.keyboard.press('Enter');
    const save = page.getByRole('button', { name: 'Salva 1 modifica' });

    await page.route('**/operations/save-bulk', (route) => route.abort());
    await save.click();
    await expect(page.getByRole('dialog', { name: 'Errore' })).toContainText('non è raggiungibile');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(cell(page, 0, 1)).toHaveText('Scritto e non perso');

    await page.unroute('**/operations/save-bulk');
    await page.route('**/operations/save-bulk', (route) => route.fulfill({ status: 503, body: 'down' }));
    await save.click();
    await expect(page.getByRole('dialog', { name: 'Errore' })).toContainText('non disponibile');
    await page.getByRole('button', { name: 'OK' }).click();

    await page.unroute('**/operations/save-bulk');
    await page.route('**/operations/save-bulk', (route) =>
      route.fulfill({ status: 401, json: { error: 'UNAUTHENTICATED', params: [] } }),
    );
    // The next request is let through only once this one was refused.
    const refused = page.waitForResponse((response) => response.status() === 401);
    await save.click();
    await refused;
    await page.unroute('**/operations/save-bulk');
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(DEMO.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Accedi', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(cell(page, 0, 1)).toHaveText('Scritto e non perso');
    await save.click();
    await expect(page.getByText('Operazione completata con successo.').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('grid').getByText('Scritto e non perso')).toBeVisible();
  });

  test('asks before unsaved changes are left, and stays when told to', async ({ page }) => {
    const date = await startedQuarter();
    await signIn(page, DEMO, `/fibado/dashboard/operation/edit/${date}`);
    await cell(page, 1, 1).focus();
    await page.keyboard.type('Non ancora salvata');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Conti', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
    await expect(cell(page, 1, 1)).toHaveText('Non ancora salvata');
    await page.getByRole('link', { name: 'Conti', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Esci senza salvare' }).click();
    await expect(page).toHaveURL(/\/fibado\/accounts$/);
  });

  test('adds a recurrence by keyboard and takes it back', async ({ page }) => {
    const date = await startedQuarter();
    await signIn(page, DEMO, `/fibado/dashboard/operation/edit/${date}`);
    await expect(page.getByRole('grid')).toBeVisible();
    const before = await page.getByRole('grid').getByRole('row').count();
    await page.getByRole('button', { name: 'Ricorrenza' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Descrizione').fill('Palestra');
    await dialog.getByLabel('Importo').fill('45,90');
    await dialog.getByLabel('Il giorno').selectOption('LAST_BUSINESS');
    await dialog.getByRole('button', { name: 'Aggiungi 3 operazioni' }).press('Enter');
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(before + 3);
    await page.getByRole('alert').getByRole('button', { name: 'Annulla' }).click();
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(before);
  });
});

test('a stale version shows both values and lets one be kept', async ({ page }) => {
  const caller = await callerFor(DEMO);
  const [account] = await caller.call(accounts.get);
  if (!account) throw new Error('the demonstration household has no account');
  await signIn(page, DEMO, `/fibado/accounts/edit/${account.id}`);
  const name = page.getByRole('textbox', { name: 'Nome' });
  await name.fill(`${account.name} mio`);
  const theirs = await caller.call(accounts.save, { body: { ...account, name: `${account.name} loro` } });
  await page.getByRole('button', { name: 'Salva' }).click();
  // Brought into sight, and with nothing lying over it.
  const conflict = page.getByRole('alert').filter({ hasText: 'Qualcun altro ha salvato' });
  await expect(conflict).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(conflict).toContainText(`${account.name} mio`);
  await expect(conflict).toContainText(`${account.name} loro`);
  await conflict.getByRole('button', { name: 'Prendi quello salvato' }).click();
  await expect(name).toHaveValue(`${account.name} loro`);
  await caller.call(accounts.save, { body: { ...theirs, name: account.name } });
});

test('deleting what is in use is refused in words', async ({ page }) => {
  await signIn(page, DEMO, '/fibado/banks');
  await page
    .getByRole('button', { name: /^Azioni per/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Elimina' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
  await expect(page.getByRole('dialog', { name: 'Errore' })).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the example household fills an empty one', async ({ page }) => {
  await signIn(page, await newHousehold());
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByRole('region', { name: 'Rendimento netto' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Conto comune (esempio)').first()).toBeVisible();
});

test('groups are put in order by keyboard and by mouse, and stay so', async ({ page }) => {
  const person = await newHousehold();
  const caller = await callerFor(person);
  for (const [order, name] of ['Anna', 'Bruno', 'Carla'].entries())
    await caller.call(accountGroups.save, { body: { name, holders: [name], order } });
  const stored = async (): Promise<string> =>
    (await caller.call(accountGroups.get)).map((group) => group.name).join();
  await signIn(page, person, '/fibado/account-groups');
  const handle = (name: string) => page.getByRole('button', { name: `Sposta ${name}` });

  await handle('Anna').focus();
  await page.keyboard.press('Space');
  // Keys count once the row is lifted, which is said, and then its place.
  await expect(page.getByText('Anna preso.').or(page.getByText('Anna in posizione 1.'))).toBeAttached();
  await page.keyboard.press('ArrowDown');
  // The rows move out of the way before the next key counts.
  await expect(page.getByText('Anna in posizione 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(stored).toBe('Bruno,Anna,Carla');

  const from = await handle('Carla').boundingBox();
  const to = await handle('Bruno').boundingBox();
  if (!from || !to) throw new Error('the handles are not there');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  // A few pixels first: less is a click.
  await page.mouse.move(from.x + 10, from.y - 10, { steps: 5 });
  await page.mouse.move(to.x + 10, to.y, { steps: 10 });
  await expect(page.getByText('Carla in posizione 1.')).toBeAttached();
  await page.mouse.up();
  await expect.poll(stored).toBe('Carla,Bruno,Anna');
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: /^(Anna|Bruno|Carla)$/ })).toHaveText([
    'Carla',
    'Bruno',
    'Anna',
  ]);
});

test('accounts are found, sorted, duplicated, archived and taken back', async ({ page }) => {
  const caller = await callerFor(DEMO);
  const all = (await caller.call(accounts.get)).map((account) => account.name);
  await signIn(page, DEMO, '/fibado/accounts');
  const names = page.getByRole('table').getByRole('link');
  await expect(names).toHaveCount(all.length);
  await page.getByRole('table').getByRole('button', { name: 'Nome' }).click();
  await expect(names).toHaveText(all.toSorted((a, b) => a.localeCompare(b, 'it')));

  await page.getByRole('searchbox', { name: 'Cerca' }).fill('risparmio');
  await expect(names).toHaveText(['Conto Risparmio']);
  const menu = page.getByRole('button', { name: 'Azioni per Conto Risparmio' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Archivia' }).click();
  await expect(names).toHaveCount(0);
  // The address keeps it, which comes a moment after the click.
  await page.getByRole('checkbox', { name: /archiviat/ }).click();
  await expect(page.getByRole('table').getByText('archiviato', { exact: true })).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Annulla' }).click();
  await expect(page.getByRole('table').getByText('archiviato', { exact: true })).toHaveCount(0);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Duplica' }).click();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('Conto Risparmio (copia)');
  await expect(page.getByRole('textbox', { name: 'IBAN' })).toHaveValue('');
});
