import { DEMO, expect, signIn, test } from './support/journey';

test.describe('signing in', () => {
  test('leads from the landing page to the default route', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/landing$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank Deposit Optimizer');
    await page.getByRole('button', { name: 'Entra' }).click();
    await page.getByLabel('Nome utente').fill(DEMO.username);
    await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: 'Accedi', exact: true }).click();
    await expect(page).toHaveURL(/\/fibado\/dashboard$/);
    await expect(page.getByRole('navigation', { name: 'Menu principale' })).toBeVisible();
  });

  test('goes on to the wanted address, filters included', async ({ page }) => {
    await page.goto('/fibado/accounts?search=conto');
    await expect(page).toHaveURL(/\/landing\?redirectTo=%2Ffibado%2Faccounts%3Fsearch%3Dconto$/);
    await page.getByLabel('Nome utente').fill(DEMO.username);
    await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: 'Accedi', exact: true }).click();
    await expect(page).toHaveURL(/\/fibado\/accounts\?search=conto$/);
  });

  test('leads into the demonstration with one press', async ({ page }) => {
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Entra' }).click();
    await page.getByRole('button', { name: 'Prova la dimostrazione' }).click();
    await expect(page).toHaveURL(/\/fibado\/dashboard$/);
    await expect(page.locator('[data-user-menu]')).toBeVisible();
  });

  test('says that something is wrong, and never which part', async ({ page }) => {
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Entra' }).click();
    await page.getByLabel('Nome utente').fill('unknown-user');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Accedi', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Nome utente o password non corretti.');
    await expect(page.getByLabel('Nome utente')).toHaveValue('unknown-user');
  });

  test('is skipped on landing with a valid token, also in a new tab', async ({ page, context }) => {
    await signIn(page);
    const tab = await context.newPage();
    await tab.goto('/landing');
    await expect(tab).toHaveURL(/\/fibado\/dashboard$/);
  });

  test('ends with the logout, in every tab, and the token with it', async ({ page, context, request }) => {
    await signIn(page);
    const tab = await context.newPage();
    await tab.goto('/account/dashboard');
    await tab.locator('[data-user-menu]').waitFor();
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('fibado-session') ?? '{}') as { token: string }).token,
    );
    await page.getByRole('button', { name: 'Esci' }).click();
    await expect(page).toHaveURL(/\/landing$/);
    await expect(tab).toHaveURL(/\/landing/);
    const answer = await request.get('/api/user/account/user-logged', {
      headers: { msfauth: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(401);
  });
});

test.describe('guards', () => {
  test('show what is missing and the way home to a user without the role', async ({ page }) => {
    await signIn(page);
    await page.goto('/admin/tenant');
    await expect(page).toHaveURL(/\/access-denied\?url=%2Fadmin%2Ftenant$/);
    await expect(page.getByRole('heading', { name: 'Accesso negato' })).toBeVisible();
    await page.getByRole('link', { name: 'Torna alla pagina iniziale' }).click();
    await expect(page).toHaveURL(/\/fibado\/dashboard$/);
  });

  test('send an unknown path to the root', async ({ page }) => {
    await signIn(page);
    await page.goto('/no/such/page');
    await expect(page).toHaveURL(/\/fibado\/dashboard$/);
  });

  test('leave the public pages open without a session', async ({ page }) => {
    for (const [path, title] of [
      ['/error', 'Si è verificato un errore'],
      ['/notfound', 'Pagina non trovata'],
      ['/access-denied?url=/x', 'Accesso negato'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Torna alla pagina iniziale' })).toBeVisible();
    }
  });

  test('hide from the menu what the user may not open', async ({ page }) => {
    await signIn(page);
    const menu = page.getByRole('navigation', { name: 'Menu principale' });
    await expect(menu.getByRole('link', { name: 'Conti', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Tenant' })).toHaveCount(0);
  });
});
