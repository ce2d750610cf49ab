import { adminEmailServer } from '@fibado/contracts';
import { startSmtpServer } from '../../api/test/support/smtp';
import { admin, expect, signIn, test } from './support/journey';
import { callerFor, newHousehold } from './support/new-household';

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

test('a new e-mail address counts once the link mailed to it is opened', async ({ page }) => {
  const smtp = await startSmtpServer();
  const operator = await callerFor(admin());
  const server = { host: '127.0.0.1', port: smtp.port, security: 'NONE' } as const;
  await operator.call(adminEmailServer.save, {
    body: { ...server, fromName: 'Fibado', fromAddress: 'fibado@example.org' },
  });
  try {
    const person = await newHousehold();
    const email = `${person.username}@nuovo.example.org`;
    await signIn(page, person, '/account/dashboard');
    const field = page.getByRole('textbox', { name: 'E-mail' });
    await field.fill(email);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`${email} varrà quando aprirai il collegamento`)).toBeVisible();
    await expect(field).not.toHaveValue(email);

    const textTo = (to: string) => smtp.mails.find((mail) => mail.to.includes(to))?.text ?? '';
    await expect.poll(() => textTo(email)).toContain('/confirm-email#');
    // The address before is told where the account's mails are to go.
    const code = person.username.replace('_anna', '');
    await expect.poll(() => textTo(`${code}@example.org`)).toContain(email);
    await page.goto(/\/confirm-email#\S+/.exec(textTo(email))?.[0] ?? '');
    await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click();
    await expect(page.getByRole('status')).toHaveText(`Da ora il tuo indirizzo è ${email}.`);
    await page.goto('/account/dashboard');
    await expect(field).toHaveValue(email);
  } finally {
    await operator.call(adminEmailServer.delete);
    await smtp.close();
  }
});
