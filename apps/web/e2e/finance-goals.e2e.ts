import { goals } from '@fibado/contracts';
import { addDays } from '@fibado/planning';
import { expect, expectSoundEverywhere, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const TODAY = today();
const DAY = addDays(TODAY, 20);
const shown = DAY.split('-').reverse().join('/');

test('a goal is written down, seen on the year, priced, raised beyond what can be kept, and deleted', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const person = await newHousehold();
  const caller = await callerFor(person);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  await page.getByRole('link', { name: 'Vista annuale' }).click();
  const section = page.getByRole('region', { name: 'Obiettivi', exact: true });
  const card = section.getByRole('article', { name: 'Auto' });

  await test.step('the way on from none is the editor', async () => {
    await section.getByRole('link', { name: 'Nuovo obiettivo' }).click();
    await page.getByLabel('Nome').fill('Auto');
    await page.getByLabel(/^Giorno/).fill(shown);
    await page.getByLabel('Importo').fill('500');
    await expectSoundEverywhere(page, 'goal');
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(card).toContainText(`liberi il ${shown}`);
    await expect(card).toContainText('raggiunto');
  });

  await test.step('the chart and the list of dates tell of it', async () => {
    await expect(page.getByText(/: obiettivo Auto: 500,00/)).toBeVisible();
    await page.getByRole('button', { name: 'Quanto costano?' }).click();
    await expect(section.getByRole('listitem').filter({ hasText: 'Auto' })).toContainText(/cost/i, {
      timeout: 60_000,
    });
    await expect(section).toContainText('Un nuovo vincolo deve scadere entro il');
    await expectSoundEverywhere(page, 'goals');
  });

  await test.step('one that cannot be kept is named with the way out', async () => {
    await card.getByRole('link', { name: 'Auto' }).click();
    await page.getByLabel('Importo').fill('9000000');
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(card).toContainText('mancante');
    await page.getByRole('button', { name: 'Quanto costano?' }).click();
    await expect(section.getByText(/Via d’uscita: abbassa di .* l’obiettivo Auto/)).toBeVisible({
      timeout: 60_000,
    });
  });

  await test.step('it is deleted after a question', async () => {
    await card.getByRole('button', { name: 'Azioni per Auto' }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await expect(section.getByText('Nessun obiettivo')).toBeVisible();
    expect(await caller.call(goals.get)).toEqual([]);
  });
});
