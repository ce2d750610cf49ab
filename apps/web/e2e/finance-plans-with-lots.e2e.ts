import { accountGroups, accounts, banks, lots, operations, quarters, termOffers } from '@fibado/contracts';
import { addQuarters, quarterOf } from '@fibado/planning';
import { expect, expectSoundEverywhere, type Person, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const QUARTER = addQuarters(quarterOf(today()), 1);

/** Money that earns nothing at one bank, and an offer at another. */
async function householdWithOffer(): Promise<Person> {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const group = await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna'] } });
  const account = async (bankName: string, name: string) => {
    const bank = await caller.call(banks.save, {
      body: { name: bankName, guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
    });
    const common = { bankId: bank.id, accountGroupId: group.id, rates: [], dutyRegime: 'NONE' } as const;
    return caller.call(accounts.save, { body: { ...common, name, kind: 'CURRENT' } });
  };
  const main = await account('Banca Uno', 'Conto stipendio');
  const other = await account('Banca Due', 'Conto di appoggio');
  await caller.call(quarters.init, { body: { date: QUARTER } });
  await caller.call(quarters.saveSetups, {
    body: {
      date: QUARTER,
      setups: [
        { accountId: main.id, openingBalanceCents: 2_050_000 },
        { accountId: other.id, openingBalanceCents: 0 },
      ],
    },
  });
  await caller.call(termOffers.save, {
    body: {
      name: 'Vincolo 12 mesi',
      bankId: other.bankId,
      linkedAccountId: other.id,
      tenor: { months: 12 },
      ratePct: 3,
      minCents: 500_000,
      stepCents: 100_000,
      payout: 'MATURITY',
      exit: { kind: 'NONE' },
      renewal: 'AUTO',
      source: 'Foglio informativo n. 12',
      asOf: '2026-11-01',
    },
  });
  return person;
}

test('a plan opens a lot: computed, applied with its transfer, taken back, and applied again from the history', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const person = await householdWithOffer();
  const caller = await callerFor(person);
  const transfers = () => caller.call(operations.get, { params: { quarter: QUARTER } });
  const planner = `/fibado/dashboard/automatic-planning/${QUARTER}`;
  await signIn(page, person);
  await page.goto(planner);
  const line = page.getByText(/^20\.000,00.€ su Vincolo 12 mesi dal /);
  const apply = page.getByRole('button', { name: 'Applica bonifici e vincoli' });

  await test.step('with the stored offers, the plan has a lot and the transfer that pays for it', async () => {
    await page.getByRole('checkbox', { name: 'Anche con nuovi vincoli' }).check();
    await page.getByRole('button', { name: 'Calcola il piano' }).click();
    await expect(line).toBeVisible();
    const result = page.getByRole('region', { name: 'Risultato' });
    await expect(result.getByText(/^(Provato|Il miglior piano trovato)/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('rowheader', { name: /^Vincolo 12 mesi/ })).toBeVisible();
    await expectSoundEverywhere(page, 'plan-with-lots');
  });

  await test.step('applied, transfers and lots are there together', async () => {
    await apply.click();
    await expect(page.getByText('E un vincolo aperto.', { exact: false })).toBeVisible();
    expect(await caller.call(lots.get)).toMatchObject([
      { amountCents: 2_000_000, renewal: 'TO_LINKED', state: 'OPEN' },
    ]);
    expect(await transfers()).toMatchObject([{ amountCents: 2_000_000, origin: 'OPTIMIZER' }]);
  });

  await test.step('taken back, neither is left', async () => {
    await page.getByRole('button', { name: 'Annulla', exact: true }).click();
    await expect(page.getByText('Piano annullato: tutto è come prima.')).toBeVisible();
    expect(await caller.call(lots.get)).toEqual([]);
    expect(await transfers()).toEqual([]);
  });

  await test.step('the plan is in the history with its lot, still holds, and can be applied', async () => {
    await page.goto(planner);
    const row = page.getByRole('row').filter({ hasText: 'e 1 vincolo' });
    await row.getByRole('button', { name: /^Mostra il piano/ }).click();
    await expect(line).toBeVisible();
    await expect(page.getByText('Dopo questo calcolo il trimestre è cambiato', { exact: false })).toHaveCount(
      0,
    );
    await apply.click();
    await expect(page.getByText('E un vincolo aperto.', { exact: false })).toBeVisible();
    expect(await caller.call(lots.get)).toHaveLength(1);
  });
});
