import { accountGroups, accounts, banks, lots, termOffers } from '@fibado/contracts';
import { addDays, addMonths } from '@fibado/planning';
import { expect, expectSoundEverywhere, type Person, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const TODAY = today();
const shown = (day: string): string => day.split('-').reverse().join('/');

/** An account, and a term deposit kept as an account. */
async function householdWithDeposit(): Promise<Person> {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const bank = await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna'] } });
  const common = { bankId: bank.id, accountGroupId: group.id, rates: [] };
  const current = await caller.call(accounts.save, {
    body: { ...common, name: 'Conto stipendio', kind: 'CURRENT', dutyRegime: 'FIXED' },
  });
  await caller.call(accounts.save, {
    body: {
      ...common,
      name: 'Deposito di prima',
      kind: 'DEPOSIT_TERM',
      dutyRegime: 'PROPORTIONAL',
      linkedAccountId: current.id,
      maturityDate: addDays(TODAY, 90),
    },
  });
  return person;
}

test('an offer is written down, a sum recorded on it, seen in the ladder and broken', async ({ page }) => {
  test.setTimeout(120_000);
  const person = await householdWithDeposit();
  const caller = await callerFor(person);
  await signIn(page, person);
  await page.getByRole('link', { name: 'Depositi vincolati', exact: true }).click();
  const ladder = page.getByRole('figure', { name: 'Scala delle scadenze' });

  await test.step('a deposit kept as an account is in the ladder', async () => {
    await expect(ladder.getByRole('img', { name: /Deposito di prima/ })).toBeVisible();
    await expect(page.getByText('Scade Deposito di prima')).toBeVisible();
  });

  await test.step('the bank’s terms are said in plain words while they are typed', async () => {
    await page.getByRole('link', { name: 'Nuova offerta' }).click();
    await page.getByLabel('Nome').fill('Vincolo 12 mesi');
    await page.getByLabel('Tasso lordo').fill('3');
    await page.getByLabel('Fonte').fill('Foglio informativo n. 12');
    await page.getByLabel('Svincolo anticipato').selectOption('BASE_RATE');
    await page.getByLabel('Tasso in caso di svincolo').fill('0,5');
    await page.getByLabel('Giorni di preavviso').fill('32');
    await page.getByLabel('Alla scadenza').selectOption('AUTO');
    const words = page.getByRole('region', { name: 'In parole semplici' });
    await expect(words).toContainText('Vincoli il denaro per 12 mesi: 3 % lordo all’anno.');
    await expect(words).toContainText('il tasso è 0,5 % per tutto il tempo');
    await expectSoundEverywhere(page, 'term-offer');
    await page.getByRole('button', { name: 'Salva' }).click();
    const offer = page.getByRole('article', { name: 'Vincolo 12 mesi' });
    await expect(offer).toContainText('Va chiesto 32 giorni prima.');
    await expect(offer).toContainText(`Foglio informativo n. 12. Letta il ${shown(TODAY)}, oggi.`);
  });

  await test.step('an example is a template for an own offer, and a file brings what others wrote', async () => {
    await page.getByText('Esempi: nessuna banca li offre').click();
    await page.getByRole('button', { name: 'Usa come modello Esempio: BOT a 12 mesi' }).click();
    await expect(page.getByLabel('Ritenuta sugli interessi')).toHaveValue('12,5');
    await page.getByRole('button', { name: 'Annulla' }).click();
    const [down] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Esporta le offerte' }).click(),
    ]);
    const picking = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Importa da un file' }).click();
    await (await picking).setFiles(await down.path());
    await expect(page.getByText('Aggiunte 0, aggiornate 0, già note 1.')).toBeVisible();
  });

  const maturity = addMonths(TODAY, 12);
  await test.step('a sum is recorded and stands in the ladder, with the last day for its notice', async () => {
    await page.getByRole('link', { name: 'Registra una somma su Vincolo 12 mesi' }).click();
    await page.getByLabel('Importo').fill('5000');
    await expect(page.getByRole('textbox', { name: 'Scadenza' })).toHaveValue(shown(maturity));
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(
      ladder.getByRole('img', { name: new RegExp(`Vincolo 12 mesi · 5\\.000,00.€ · ${shown(maturity)}`) }),
    ).toBeVisible();
    await expect(
      page.getByText(`${shown(addDays(maturity, -32))} Ultimo giorno per dare disdetta: Vincolo 12 mesi`),
    ).toBeVisible();
    await expectSoundEverywhere(page, 'term-deposits');
  });

  await test.step('the notice recorded, the money comes back by itself', async () => {
    await page.getByRole('button', { name: 'Azioni per Vincolo 12 mesi' }).first().click();
    await page.getByRole('menuitem', { name: 'Segna la disdetta' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Segna la disdetta' }).click();
    await expect(page.getByText('Ultimo giorno per dare disdetta')).toHaveCount(0);
    await expect(page.getByText(`${shown(maturity)} Scade Vincolo 12 mesi`)).toBeVisible();
  });

  await test.step('broken, it is paid out after the notice days', async () => {
    await page.getByRole('button', { name: 'Azioni per Vincolo 12 mesi' }).first().click();
    await page.getByRole('menuitem', { name: 'Svincola' }).click();
    const dialog = page.getByRole('dialog', { name: 'Svincola Vincolo 12 mesi' });
    const payout = shown(addDays(TODAY, 32));
    await expect(dialog.getByRole('status')).toHaveText(`Il denaro torna libero il ${payout}.`);
    await dialog.getByRole('button', { name: 'Svincola' }).click();
    await expect(page.getByText(`${payout} Torna libero Vincolo 12 mesi`)).toBeVisible();
    expect(await caller.call(lots.get)).toMatchObject([{ state: 'BROKEN', brokenOn: TODAY }]);
    expect(await caller.call(termOffers.get)).toMatchObject([{ exit: { kind: 'BASE_RATE', ratePct: 0.5 } }]);
  });
});
