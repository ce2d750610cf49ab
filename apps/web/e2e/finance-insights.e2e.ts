import { accountGroups, accounts, banks, operations, quarters } from '@fibado/contracts';
import { addDays, addMonths, previousQuarter, quarterEnd, quarterOf } from '@fibado/planning';
import {
  expect,
  expectAccessible,
  expectNoSideways,
  type Page,
  type Person,
  signIn,
  test,
} from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const TODAY = today();
const QUARTER = quarterOf(TODAY);
const PAST = previousQuarter(QUARTER);
const at = (page: string, date = QUARTER) => `/fibado/dashboard/${page}/${date}`;
/** The solver works while the page waits. */
const WORKING = { timeout: 90_000 };

/** Two accounts at two banks, a closed quarter and the one of today with a bill that may vary. */
async function household(): Promise<Person> {
  const person = await newHousehold();
  const caller = await callerFor(person);
  const bank = (name: string) =>
    caller.call(banks.save, {
      body: { name, guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
    });
  const group = await caller.call(accountGroups.save, { body: { name: 'Anna', holders: ['Anna Prova'] } });
  const account = async (name: string, ratePct: number, deposit: boolean) =>
    caller.call(accounts.save, {
      body: {
        name,
        bankId: (await bank(`Banca di ${name}`)).id,
        accountGroupId: group.id,
        kind: deposit ? 'DEPOSIT_FREE' : 'CURRENT',
        dutyRegime: deposit ? 'PROPORTIONAL' : 'FIXED',
        rates: [{ from: '2020-01-01', tiers: [{ upToCents: null, ratePct }], tierMode: 'MARGINAL' }],
        transferLeadDays: 1,
      },
    });
  const current = await account('Corrente', 0, false);
  const deposit = await account('Deposito', 3, true);
  for (const date of [PAST, QUARTER]) {
    await caller.call(quarters.init, { body: { date } });
    await caller.call(quarters.saveSetups, {
      body: {
        date,
        setups: [
          { accountId: current.id, openingBalanceCents: 2_000_000, minBalanceCents: 100_000 },
          { accountId: deposit.id, openingBalanceCents: 0 },
        ],
      },
    });
    if (date === PAST) {
      await caller.call(quarters.start, { body: { date } });
      await caller.call(quarters.close, { body: { date } });
    }
  }
  const day = quarterEnd(QUARTER) > addDays(TODAY, 20) ? addDays(TODAY, 15) : addMonths(QUARTER, 2);
  await caller.call(operations.save, {
    body: {
      quarter: QUARTER,
      kind: 'EXPENSE',
      date: day,
      valueDate: day,
      accountId: current.id,
      amountCents: 80_000,
      description: 'Riscaldamento',
      uncertainty: { lowCents: 40_000, highCents: 200_000, lateDays: 3 },
    },
  });
  return person;
}

/** The page as it is now, on a laptop and on a phone. */
async function expectWell(page: Page): Promise<void> {
  // Nothing under the pointer: what it is over changes its colour for a moment.
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 800 });
}

let person: Person;
test.beforeAll(async () => {
  person = await household();
});

test('a run is followed, kept, and the same when it is repeated; a plan answers for itself', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, person, at('automatic-planning'));
  await page.getByLabel('Tempo massimo di calcolo').fill('60');
  await page.getByRole('button', { name: 'Calcola il piano' }).click();
  const result = page.getByRole('region', { name: 'Risultato' });
  await expect(result).toBeVisible(WORKING);
  const history = page.getByRole('region', { name: 'Calcoli fatti' });
  await expect(history.getByText('ottimo provato')).toBeVisible(WORKING);

  // What the plan weighs in the ISEE is shown only when asked for: a day on its way is out of Anna's average.
  await expect(page.getByRole('region', { name: 'Peso sull’ISEE' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Mostra quanto il piano pesa sull’ISEE' }).check();
  const weight = page.getByRole('region', { name: 'Peso sull’ISEE' });
  await expect(weight.getByRole('row', { name: /Anna Prova/ })).toContainText('manca il prezzo');
  await weight.getByRole('combobox', { name: 'Prezzo di un euro di giacenza' }).selectOption('lo scrivo io');
  await weight.getByRole('textbox', { name: 'Perdita all’anno per 1.000 € di giacenza' }).fill('10');
  await expect(weight.getByRole('row', { name: /Anna Prova/ })).toContainText(/−\d.*€.*−0,\d\d/);

  await page
    .getByRole('button', { name: /^E senza il bonifico/ })
    .first()
    .click();
  const whyNot = page.getByRole('region', { name: 'Perché no?' });
  await expect(whyNot.getByText(/Costa .*€|Non costa nulla|non c’è nessun piano/)).toBeVisible(WORKING);

  const prices = page.getByRole('region', { name: 'Quanto costano i limiti' });
  await prices.getByRole('button', { name: 'Calcola' }).click();
  await expect(prices.getByText(/(vale|valgono) .*€|Nessun limite costa/).first()).toBeVisible(WORKING);

  await history.getByRole('button', { name: /^Ripeti il calcolo/ }).click();
  await expect(history.getByText('Stesso piano')).toBeVisible(WORKING);
  await expectWell(page);
});

test('a run is cancelled', async ({ page }) => {
  await signIn(page, person, at('automatic-planning'));
  const plan = page.getByRole('button', { name: 'Calcola il piano' });
  await expect(plan).toBeEnabled();
  // What the page reads of runs is held back until the button is pressed: the run is over sooner.
  let goOn = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/optimizer\/runs(\?|\/[^/]+$)/, async (route) => {
    await pressed;
    await route.continue();
  });
  await plan.click();
  const stop = page.waitForRequest((request) => request.url().endsWith('/cancel'));
  // It waits, or shows what it has found and goes on proving.
  await page.getByRole('button', { name: /^(Annulla|Ferma la prova)$/ }).click();
  await stop;
  goOn();
  // It is cancelled, or was done before: what came of it is shown either way.
  await expect(
    page
      .getByText('Calcolo annullato.')
      .or(page.getByRole('region', { name: 'Risultato' }))
      .first(),
  ).toBeVisible(WORKING);
});

test('a scenario is written, worked out, compared and made real', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, person, at('scenarios'));
  await page.getByRole('link', { name: 'Nuovo scenario' }).click();
  await page.getByLabel('Nome').fill('Auto da riparare');
  await page.getByRole('button', { name: 'Aggiungi un cambiamento' }).click();
  await page.getByRole('menuitem', { name: 'Entrata o uscita imprevista' }).click();
  await page.getByLabel('Descrizione').fill('Meccanico');
  await page.getByLabel('Importo').fill('1.500');
  await page.getByLabel('Conto', { exact: true }).selectOption('Corrente');
  await expectWell(page);
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByText('da calcolare')).toBeVisible();

  await page.getByRole('button', { name: 'Calcola: Auto da riparare' }).click();
  await expect(page.getByText('aggiornato', { exact: true })).toBeVisible(WORKING);
  const table = page.getByRole('table', { name: 'Scenari a confronto' });
  await expect(table.getByRole('columnheader', { name: 'Auto da riparare' })).toBeVisible();
  await expectWell(page);

  await page.getByRole('button', { name: 'Rendi vero: Auto da riparare' }).click();
  const question = page.getByRole('dialog', { name: 'Rendere vero lo scenario' });
  await expect(question).toContainText('Meccanico');
  await question.getByRole('button', { name: 'Rendi vero' }).click();
  await expect(page.getByText('applicato', { exact: true })).toBeVisible();
  await page.goto(at('operation/edit'));
  await expect(page.getByRole('grid').getByText('Meccanico')).toBeVisible();
});

test('an offer is valued, a cautious plan priced, and a closed quarter looked back on', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, person, at('offer'));
  await page.getByLabel('Nome del conto').fill('Deposito al sole');
  await page.getByLabel('Nome della banca').fill('Banca del Sole');
  await page.getByLabel('Scaglione 1: tasso').fill('5');
  await page.getByRole('button', { name: 'Calcola il valore' }).click();
  const value = page.getByRole('region', { name: 'Quanto vale Deposito al sole' });
  await expect(value.getByText(/Con Deposito al sole il piano migliore rende/)).toBeVisible(WORKING);
  await expectWell(page);

  await page.goto(at('robust'));
  await page.getByRole('button', { name: 'Calcola il piano prudente' }).click();
  await expect(page.getByRole('region', { name: 'Quanto costa la sicurezza' })).toBeVisible(WORKING);
  await expect(page.getByRole('table', { name: 'Cuscinetti' })).toContainText('Corrente');
  await expectWell(page);

  await page.goto(at('regret', PAST));
  await page.getByRole('button', { name: 'Calcola il confronto' }).click();
  await expect(page.getByRole('region', { name: 'In breve' })).toBeVisible(WORKING);
  await expect(page.getByRole('figure', { name: 'Dal piano al consuntivo, passo per passo' })).toBeVisible();
  await expectWell(page);
});

test('what may vary is typed beside the amount and kept', async ({ page }) => {
  await signIn(page, person, at('operation/edit'));
  await expect(page.getByRole('grid').getByText('400–2.000 +3g')).toBeVisible();
});
