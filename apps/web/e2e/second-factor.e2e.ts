import { Secret, TOTP } from 'otpauth';
import { expect, expectAccessible, type Page, type Person, signIn, test } from './support/journey';
import { newAdministrator, newHousehold, newTenant } from './support/new-household';

const PROFILE = '/account/dashboard';
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Passkeys belong to a domain: the same instance under its name instead of its address. */
const byName = (): string => (process.env['E2E_URL'] ?? '').replace('127.0.0.1', 'localhost');

/** Chromium's own virtual device, which has verified its person. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function givePassword(page: Page, person: Person): Promise<void> {
  await page.goto(`/landing?redirectTo=${PROFILE}`);
  await page.getByLabel('Nome utente').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Accedi', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Esci' }).click();
  await page.waitForURL(/\/landing/);
}

const card = (page: Page) => page.getByRole('region', { name: 'Secondo fattore' });

async function addApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await card(page).getByRole('button', { name: 'Aggiungi un’app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aggiungi un’app' });
  await expect(dialog.getByRole('img', { name: 'Codice QR per l’app di autenticazione' })).toBeVisible();
  const secret = await dialog.getByRole('textbox', { name: 'Chiave' }).inputValue();
  await dialog.getByLabel('Nome').fill('Telefono di Anna');
  await dialog.getByLabel('Codice', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click();
  const recovery = page.getByRole('dialog', { name: 'Codici di recupero' });
  await expect(recovery.locator('code')).toHaveCount(10);
  const recoveryCodes = await recovery.locator('code').allTextContents();
  await recovery.getByRole('button', { name: 'Li ho conservati' }).click();
  await expect(card(page)).toContainText('Telefono di Anna');
  return { secret, recoveryCodes };
}

test('an authenticator app is added, asked for at the sign-in, and replaced by a recovery code', async ({
  page,
}) => {
  const person = await newHousehold();
  await signIn(page, person, PROFILE);
  const { recoveryCodes } = await addApp(page);
  await signOut(page);

  await givePassword(page, person);
  const code = page.getByLabel('Codice', { exact: true });
  await code.fill('000000');
  await page.getByRole('button', { name: 'Conferma' }).click();
  await expect(page.getByRole('alert')).toContainText('Il secondo fattore non è corretto.');
  await code.fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Conferma' }).click();
  await expect(card(page)).toContainText('Codici di recupero rimasti: 9');
  await expect(page.getByRole('region', { name: 'Sicurezza' })).toContainText('Codice di recupero usato');
});

test.describe('with a device that makes passkeys', () => {
  test.use({ baseURL: byName() });

  test('a passkey is made, signs in by itself, proves who one is, and is removed', async ({ page }) => {
    const person = await newHousehold();
    await addAuthenticator(page);
    await signIn(page, person, PROFILE);
    await card(page).getByRole('button', { name: 'Aggiungi una passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aggiungi una passkey' });
    await dialog.getByLabel('Nome').fill('Portatile');
    await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await page.getByRole('button', { name: 'Li ho conservati' }).click();
    await expect(card(page)).toContainText('Portatile');
    await signOut(page);

    await page.goto(`/landing?redirectTo=${PROFILE}`);
    await page.getByRole('button', { name: 'Accedi con una passkey' }).click();
    await expect(card(page)).toContainText('Portatile');
    await expect(page.getByRole('region', { name: 'Ultimi accessi' })).toContainText('Passkey');
    await signOut(page);

    await givePassword(page, person);
    await page.getByRole('button', { name: 'Usa una passkey' }).click();
    await expect(card(page)).toContainText('Portatile');

    // The sign-in is a proof for five minutes: the first answer is the one the API gives afterwards.
    let refusals = 0;
    await page.route('**/second-factors/delete/*', async (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      return route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ error: 'STEP_UP_REQUIRED', params: ['PASSWORD'] }),
      });
    });
    await card(page).getByRole('button', { name: 'Togli: Portatile' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
    const question = page.getByRole('dialog', { name: 'Conferma che sei tu' });
    await question.getByRole('button', { name: 'Usa una passkey' }).click();
    await expect(card(page)).toContainText('Nessun secondo fattore.');
    expect(refusals).toBe(2);
  });
});

test('a household that asks for a second factor leads its people to add one', async ({ page }) => {
  const head = await newAdministrator();
  await signIn(page, head, '/admin/security');
  await page.getByRole('switch', { name: 'Chiedi un secondo fattore a chi accede con la password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Secondo fattore' });
  await dialog.getByRole('button', { name: 'Vai al profilo' }).click();
  await addApp(page);
  await page.goto('/admin/security');
  await expect(page.getByText('Obbligo del secondo fattore cambiato').first()).toBeVisible();
});

test('an administrator resets the second factor of a member who lost it, and the security events tell', async ({
  page,
  browser,
}) => {
  const { administrator, member } = await newTenant();
  await signIn(page, member, PROFILE);
  await addApp(page);

  const office = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' });
  const desk = await office.newPage();
  await signIn(desk, administrator, '/admin/user');
  await desk.getByRole('button', { name: 'Azioni: Anna Prova' }).click();
  await desk.getByRole('menuitem', { name: 'Azzera il secondo fattore' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await desk.goto('/admin/security');
  const told = desk.getByRole('row', { name: /Secondi fattori azzerati da un amministratore/ });
  await expect(told).toContainText(member.username);
  await expect(told).toContainText(administrator.username);
  await office.close();

  // The session ended with the reset; the password alone opens the next one.
  await page.goto(PROFILE);
  await givePassword(page, member);
  await expect(card(page)).toContainText('Nessun secondo fattore.');
  await expect(page.getByRole('region', { name: 'Sicurezza' })).toContainText(
    'Secondi fattori azzerati da un amministratore',
  );
});

test('the security events of a household can be narrowed to what was refused', async ({ page }) => {
  const { administrator, member } = await newTenant();
  await givePassword(page, { ...member, password: 'non-quella-parola' });
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, administrator, '/admin/security');
  const failed = page.getByRole('row', { name: /Accesso non riuscito/ });
  await expect(failed).toContainText(member.username);
  await expect(failed).toContainText('Rifiutato');
  await page.getByRole('combobox', { name: 'Esito' }).click();
  await page.getByRole('option', { name: 'Riuscito' }).click();
  await expect(failed).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Accesso/ }).first()).toContainText(administrator.username);
  await page.getByRole('combobox', { name: 'Esito' }).click();
  await page.getByRole('option', { name: 'Rifiutato' }).click();
  await expect(failed).toHaveCount(1);
  await expectAccessible(page);
});
