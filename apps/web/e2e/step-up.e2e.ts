import { expect, signIn, test } from './support/journey';
import { newHousehold } from './support/new-household';

test('a password is asked for once before an API key is made, and the key comes without another click', async ({
  page,
}) => {
  const person = await newHousehold();
  await signIn(page, person, '/account/dashboard');
  // The sign-in is a proof for five minutes: the first answer is the one the API gives afterwards.
  let refusals = 0;
  await page.route('**/api/user/account/api-keys/save', async (route) => {
    refusals += 1;
    if (refusals > 1) return route.continue();
    return route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'STEP_UP_REQUIRED', params: ['PASSWORD'] }),
    });
  });
  await page.getByRole('button', { name: 'Nuova chiave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuova chiave' });
  await dialog.getByLabel('Nome').fill('lettore');
  await dialog.getByRole('button', { name: 'Crea' }).click();

  const question = page.getByRole('dialog', { name: 'Conferma che sei tu' });
  await question.getByLabel('La tua password').fill('sbagliata');
  await question.getByRole('button', { name: 'Conferma' }).click();
  await expect(question.getByText('La password attuale non è corretta.')).toBeVisible();
  await question.getByLabel('La tua password').fill(person.password);
  await question.getByRole('button', { name: 'Conferma' }).click();
  await expect(question).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Chiave' })).toHaveValue(/^fbd_/);
  expect(refusals).toBe(2);
  await dialog.getByRole('button', { name: 'Chiudi' }).last().click();
  // The person sees it all among the security events of the account.
  await page.reload();
  const security = page.getByRole('region', { name: 'Sicurezza' });
  await expect(security).toContainText('Chiave API creata');
  await expect(security).toContainText('Conferma dell’identità non riuscita');
});
