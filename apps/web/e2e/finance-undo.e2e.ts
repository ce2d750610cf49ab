import { accounts, operations, quarters } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { expect, expectSoundEverywhere, inLanguage, PHONE, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const QUARTER = quarterOf(today());

test('a start made by mistake is taken back, and the example data go in one action', async ({ page }) => {
  test.setTimeout(180_000);
  const who = await newHousehold();
  const client = await callerFor(who);
  await signIn(page, who);
  const proceed = (name: string) => page.getByRole('dialog').getByRole('button', { name });

  await test.step('the example, asked for first', async () => {
    await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
    await proceed('Procedi').click();
    await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  });

  await test.step('started on a phone, and put back', async () => {
    await page.setViewportSize(PHONE);
    await client.call(quarters.start, { body: { date: QUARTER } });
    const [first] = await client.call(operations.get, { params: { quarter: QUARTER } });
    if (!first) throw new Error('the example has movements');
    await client.call(operations.save, { body: { ...first, status: 'DONE' } });
    await page.reload();
    await expect(page.getByText(/· avviato/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Annulla l’avvio' })).toBeVisible();
    await expectSoundEverywhere(page, 'reopen');
    await page.getByRole('button', { name: 'Annulla l’avvio' }).click();
    await proceed('Annulla l’avvio').click();
    await expect(page.getByText(/· da avviare/)).toBeVisible();
    const kept = await client.call(operations.get, { params: { quarter: QUARTER } });
    expect(kept.find(({ id }) => id === first.id)?.status).toBe('DONE');
    await client.call(operations.save, { body: { ...first, version: first.version + 1 } });
  });

  await test.step('removed in English, but for the movement that was edited and what it needs', async () => {
    await inLanguage(page, 'en');
    await page.getByRole('button', { name: 'Remove the example' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'These stay, because they were changed or are in use',
    );
    await expect(page.getByRole('dialog')).toContainText('Conto comune (esempio)');
    await expectSoundEverywhere(page, 'remove-example');
    await proceed('Remove the example').click();
    await expect(page.getByText(/These stay: Conto comune/)).toBeVisible();
    const left = await client.call(operations.get, { params: { quarter: QUARTER } });
    expect(left).toHaveLength(1);
  });

  await test.step('the rest goes once the movement is deleted', async () => {
    await inLanguage(page, 'it');
    const [left] = await client.call(operations.get, { params: { quarter: QUARTER } });
    if (left) await client.call(operations.delete, { params: { id: left.id } });
    await page.getByRole('button', { name: 'Togli l’esempio' }).click();
    await expect(page.getByRole('dialog')).toContainText('Dell’esempio non resta nulla.');
    await proceed('Togli l’esempio').click();
    await expect(page.getByRole('link', { name: 'Comincia' })).toBeVisible();
    expect(await client.call(accounts.get)).toEqual([]);
    expect(await client.call(quarters.list)).toEqual([]);
  });
});

test('a closing made by mistake is taken back from the page of the opening balances', async ({ page }) => {
  const who = await newHousehold();
  const client = await callerFor(who);
  await signIn(page, who);
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByText('Qui ci sono dati di esempio, inventati.')).toBeVisible();
  await client.call(quarters.start, { body: { date: QUARTER } });
  const all = await client.call(operations.get, { params: { quarter: QUARTER } });
  await client.call(operations.saveBulk, {
    body: { operations: all.map((one) => ({ ...one, status: 'DONE' as const })) },
  });
  const [first] = await client.call(accounts.get);
  const actuals = [{ accountId: first?.id ?? '', closingBalanceCents: 1 }];
  await client.call(quarters.close, { body: { date: QUARTER, early: true, actuals } });
  await page.goto(`/fibado/dashboard/setup/${QUARTER}`);
  await page.getByRole('button', { name: 'Riapri il trimestre' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Riapri il trimestre' }).click();
  await expect(page.getByRole('button', { name: 'Chiudi il trimestre' })).toBeVisible();
  expect(await client.call(operations.get, { params: { quarter: QUARTER } })).toHaveLength(all.length);
});
