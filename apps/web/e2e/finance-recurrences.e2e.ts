import { accountGroups, accounts, banks, operations, quarters } from '@fibado/contracts';
import { previousQuarter, quarterOf, recurrenceDays } from '@fibado/planning';
import { expect, expectAccessible, expectNoSideways, type Person, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const TODAY = today();
const quarter = quarterOf(TODAY);
const before = previousQuarter(quarter);
const RHYTHM = { unit: 'MONTHS', everyMonths: 1, dayOfMonth: 12, shift: 'NEXT' } as const;
const PAID = recurrenceDays(RHYTHM, before, before, TODAY, 'TARGET_AND_ITALY');

/** One account, and a rent paid from it every month since the quarter before. */
async function householdWithRent(): Promise<Person> {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const bank = await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna'] } });
  const account = await caller.call(accounts.save, {
    body: {
      name: 'Conto stipendio',
      bankId: bank.id,
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      rates: [],
    },
  });
  await caller.call(quarters.init, { body: { date: before } });
  await caller.call(quarters.saveSetups, {
    body: { date: before, setups: [{ accountId: account.id, openingBalanceCents: 2_000_000 }] },
  });
  await caller.call(quarters.init, { body: { date: quarter } });
  await caller.call(operations.saveBulk, {
    body: {
      operations: PAID.map((date, index) => ({
        quarter: quarterOf(date),
        kind: 'EXPENSE' as const,
        date,
        valueDate: date,
        accountId: account.id,
        amountCents: 85_000 + 100 * (index % 2),
        description: `SDD Affitto n. ${String(index + 100)}`,
        status: 'DONE' as const,
        origin: 'IMPORT' as const,
      })),
    },
  });
  return person;
}

test('a rent is learnt from what was paid, agreed to, and changed once or for good', async ({ page }) => {
  test.setTimeout(120_000);
  const person = await householdWithRent();
  const caller = await callerFor(person);
  await signIn(page, person);
  await page.getByRole('link', { name: 'Ricorrenze', exact: true }).click();
  await expect(page.getByText('Ancora nessuna ricorrenza')).toBeVisible();
  const last = `SDD Affitto n. ${String(PAID.length + 99)}`;
  const proposal = page.getByRole('article', { name: last });

  await test.step('a proposal shows what it was read from', async () => {
    await expect(proposal).toContainText('ogni mese, 12 del mese');
    await proposal.getByText(`Letta da ${String(PAID.length)} movimenti`).click();
    await expect(proposal.getByRole('table').getByRole('row')).toHaveCount(PAID.length + 1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideways(page);
    await page.setViewportSize({ width: 1366, height: 800 });
  });

  await test.step('declined, it stays away until it is let in again', async () => {
    await proposal.getByRole('button', { name: `Non proporre più ${last}` }).click();
    await expect(proposal).toHaveCount(0);
    await page.reload();
    await page.getByText('1 proposta rifiutata').click();
    await expect(proposal).toHaveCount(0);
    await page.getByRole('button', { name: `Proponi di nuovo ${last}` }).click();
    await expect(proposal).toBeVisible();
  });

  const list = page.getByRole('region', { name: 'Ricorrenze che continuano' });
  await test.step('agreed to, it goes on and is proposed no more', async () => {
    await proposal.getByRole('button', { name: `Accetta ${last}` }).click();
    await expect(list).toContainText(last);
    await expect(proposal).toHaveCount(0);
    await expect(page.getByText('Tutto è arrivato come previsto.')).toBeVisible();
  });

  const next = quarterOf(new Date(Date.parse(quarter) + 93 * 86_400_000).toISOString().slice(0, 10));
  await caller.call(quarters.init, { body: { date: next } });
  const planned = async () =>
    (await caller.call(operations.get, { params: { quarter: next } })).map((one) => one.amountCents);
  const change = async (scope: string, amount: string) => {
    await list.getByRole('button', { name: `Modifica ${last}` }).click();
    await list.getByRole('combobox', { name: 'Che cosa cambia' }).selectOption(scope);
    await list.getByRole('textbox', { name: 'Importo' }).fill(amount);
    await list.getByRole('button', { name: 'Salva' }).click();
    await expect(list.getByRole('button', { name: 'Salva' })).toHaveCount(0);
  };
  await test.step('one alone is changed, or all of them', async () => {
    const still = (await caller.call(operations.get, { params: { quarter } })).filter(
      (one) => one.status === 'PLANNED' && one.date >= TODAY,
    );
    await change('NEXT', '851');
    const single = still.length > 0 ? 0 : 1;
    expect((await planned()).filter((cents) => cents === 85_100)).toHaveLength(single);
    await change('ALL', '900');
    expect(await planned()).toEqual([90_000, 90_000, 90_000]);
  });

  await test.step('the import page leads here', async () => {
    await page.getByRole('link', { name: 'Import Dati' }).click();
    await page.getByRole('link', { name: 'Ricorrenze lette nei movimenti' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ricorrenze' })).toBeVisible();
  });
});
