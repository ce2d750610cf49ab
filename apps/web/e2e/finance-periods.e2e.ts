import { accountGroups, accounts, banks, quarters } from '@fibado/contracts';
import { monthOf, nextQuarter, quarterOf, yearOf } from '@fibado/planning';
import { expect, expectAccessibleInBothThemes, expectNoSideways, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const current = quarterOf(today());
/** A quarter that does not begin a year: a yearly statement runs on in it. */
const quarter = monthOf(current) === 1 ? nextQuarter(current) : current;
const year = String(yearOf(quarter));

test('periods of a bank are chosen with an account, stated where history is missing, and say what is free until they end', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const person = await newHousehold();
  const caller = await callerFor(person);
  await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna'] } });
  await signIn(page, person, '/fibado/accounts/create');

  await test.step('the editor proposes what is usual for the kind', async () => {
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Altre condizioni' }).click();
    const statement = page.getByRole('combobox', { name: 'Estratto conto' });
    const credit = page.getByRole('combobox', { name: 'Accredito degli interessi' });
    await expect(statement).toHaveValue('QUARTERLY');
    await expect(credit).toHaveValue('YEARLY');
    await expectAccessibleInBothThemes(page);
    await page.getByRole('textbox', { name: /^Nome/ }).fill('Libretto');
    await page.getByRole('combobox', { name: 'Tipo di conto' }).selectOption('SAVINGS_BOOK');
    await expect(statement).toHaveValue('YEARLY');
    await page.getByRole('textbox', { name: 'Scaglione 1: tasso' }).fill('1');
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conti' })).toBeVisible();
  });
  const [book] = await caller.call(accounts.get);
  expect(book).toMatchObject({ statementPeriod: 'YEARLY', interestCredit: 'YEARLY' });
  await caller.call(quarters.init, { body: { date: quarter } });
  await caller.call(quarters.saveSetups, {
    body: { date: quarter, setups: [{ accountId: book?.id ?? '', openingBalanceCents: 300_000 }] },
  });

  await test.step('the setups ask for the history of the year', async () => {
    await page.goto(`/fibado/dashboard/setup/${quarter}`);
    await expect(page.getByText('Di un conto non si sa nulla dei giorni prima')).toBeVisible();
    await page.getByRole('button', { name: 'Scrivi la storia di Libretto' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Giacenza media' }).fill('3000');
    await expectAccessibleInBothThemes(page);
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await expect(page.getByRole('row', { name: /Libretto.*scritto da te/ })).toContainText(
      `dal 01/01/${year}`,
    );
    await expect(page.getByText('Di un conto non si sa nulla')).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSideways(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('the dashboard says what is free until the year ends', async () => {
    await page.goto(`/fibado/dashboard?quarter=${quarter}`);
    const panel = page.getByRole('region', { name: 'Soglia dell’imposta di bollo' });
    await expect(panel).toContainText(
      new RegExp(`Fino al 31/12/${year} puoi tenere in media altri [\\d.]+\\s€`),
    );
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSideways(page);
  });
});
