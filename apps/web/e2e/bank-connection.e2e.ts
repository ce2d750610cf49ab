import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { accountGroups, accounts, banks, operations, quarters } from '@fibado/contracts';
import { quarterOf } from '@fibado/planning';
import { expect, expectAccessible, expectNoSideways, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';
import { today } from './support/today';

const IBAN = 'IT42W0800000292100645211151';
const DAY = today();
const QUARTER = quarterOf(DAY);

/** Tells the stand-in what to know, and asks how its consents stand. */
async function provider(what: string, body: object = {}): Promise<{ sessions: string[] }> {
  const response = await fetch(`${process.env['E2E_BANKS_URL'] ?? ''}/control/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return (await response.json()) as { sessions: string[] };
}

const movement = (amount: string, text: string) => ({
  entry_reference: text,
  transaction_amount: { currency: 'EUR', amount },
  credit_debit_indicator: amount.startsWith('-') ? 'DBIT' : 'CRDT',
  status: 'BOOK',
  booking_date: DAY,
  value_date: DAY,
  remittance_information: [text],
});

async function householdWithAccount() {
  const person = await newHousehold(['FBDO_FIBADO', 'FBDO_CONNECT']);
  const caller = await callerFor(person);
  const bank = await caller.call(banks.save, {
    body: { name: 'Banca Uno', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  });
  const group = await caller.call(accountGroups.save, { body: { name: 'Casa', holders: ['Anna'] } });
  const account = await caller.call(accounts.save, {
    body: {
      name: 'Conto di casa',
      bankId: bank.id,
      accountGroupId: group.id,
      kind: 'CURRENT',
      dutyRegime: 'FIXED',
      iban: IBAN,
      rates: [],
    },
  });
  await caller.call(quarters.init, { body: { date: QUARTER } });
  const setups = [{ accountId: account.id, openingBalanceCents: 100_000, excluded: false }];
  await caller.call(quarters.saveSetups, { body: { date: QUARTER, setups } });
  return { person, caller };
}

test('an own key connects a bank, fetches its movements into the review, and is revoked on both sides', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { person, caller } = await householdWithAccount();
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = randomUUID();
  await provider('accounts', {
    accounts: [
      {
        iban: IBAN,
        currency: 'EUR',
        transactions: [movement('-12.34', 'CAFFE IN CENTRO'), movement('250.00', 'RIMBORSO SPESE')],
        balances: [{ type: 'CLBD', amount: '1237.66' }],
      },
    ],
  });
  await signIn(page, person, '/fibado/import-data');
  await page.getByRole('link', { name: 'Scarica dalla banca' }).click();
  const callback = await page
    .getByRole('textbox', { name: 'Indirizzo di ritorno da registrare' })
    .inputValue();
  expect(callback).toMatch(/\/fibado\/import-data\/connection$/);
  await provider('register', {
    id,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    redirectUrls: [callback],
  });
  await page.getByLabel('ID dell’applicazione').fill(id);
  await page
    .getByLabel('Chiave privata (PEM)')
    .fill(String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  await page.getByRole('button', { name: 'Salva la chiave' }).click();
  await expect(page.getByText('Chiave salvata.')).toBeVisible();
  await expect(page.getByLabel('Chiave privata (PEM)')).toBeHidden();
  await expect(page.locator('body')).not.toContainText('PRIVATE KEY');

  const toTheBank = async (): Promise<void> => {
    await page.getByRole('combobox', { name: 'Banca' }).click();
    await page.getByRole('option', { name: 'Banca Uno' }).click();
    await page.getByRole('button', { name: 'Collega la banca' }).click();
    await page.getByRole('heading', { name: 'Banca Uno' }).waitFor();
  };
  await test.step('a refusal at the bank comes back as one, and leaves nothing', async () => {
    await toTheBank();
    await page.getByRole('link', { name: 'Rifiuta' }).click();
    await expect(page.getByText('La banca non ha dato il consenso.')).toBeVisible();
    await expect(page.getByText('Nessun consenso.')).toBeVisible();
  });
  await toTheBank();
  await page.getByRole('link', { name: 'Consenti' }).click();
  await expect(page.getByText('Consenso di Banca Uno concluso.')).toBeVisible();
  // Neither code nor state stays in the address.
  expect(new URL(page.url()).search).toBe('');
  const consent = page.getByRole('region', { name: 'Banca Uno' });
  await expect(consent.getByText(/^Valido fino al/)).toBeVisible();
  await expect(consent.getByText('4 richieste rimaste oggi')).toBeVisible();
  await expectAccessible(page);

  await consent.getByRole('button', { name: 'Scarica ora' }).click();
  const preview = page.getByRole('table', { name: 'Anteprima delle righe' });
  await expect(preview.getByText('RIMBORSO SPESE')).toBeVisible();
  await expect(page.getByText('Scaricato dalla banca · Banca Uno')).toBeVisible();
  expect(await caller.call(operations.get, { params: { quarter: QUARTER } })).toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1366, height: 800 });
  await page.getByRole('button', { name: 'Importa 2 righe' }).click();
  await expect(page.getByText('2 operazioni importate.')).toBeVisible();
  expect(await caller.call(operations.get, { params: { quarter: QUARTER } })).toHaveLength(2);
  await expect(consent.getByText('3 richieste rimaste oggi')).toBeVisible();

  await page.getByRole('button', { name: 'Revoca tutto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByText('Chiave e consensi cancellati.')).toBeVisible();
  await expect(page.getByLabel('ID dell’applicazione')).toBeVisible();
  expect((await provider('state')).sessions).toEqual(['CLOSED']);
});
