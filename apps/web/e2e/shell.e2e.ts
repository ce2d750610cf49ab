import { newHousehold } from './support/new-household';
import { DEMO, expect, signIn, test } from './support/journey';

test.describe('the shell', () => {
  test('is worked by keyboard alone', async ({ page }) => {
    await page.goto('/landing');
    const enter = page.getByRole('button', { name: 'Entra' });
    await expect(enter).toBeFocused();
    await expect(enter).toHaveCSS('outline-style', 'none');
    await page.keyboard.press('Shift');
    await expect(enter).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Nome utente')).toBeFocused();
    await page.keyboard.type(DEMO.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO.password);
    await page.keyboard.press('Enter');
    await page.locator('[data-user-menu]').waitFor();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();

    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('Cerca una pagina o un comando…')).toBeFocused();
    await page.keyboard.type('profilo');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/account\/dashboard$/);

    await page.locator('#content').focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Tasti di questa pagina' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const menu = page.getByRole('navigation', { name: 'Menu principale' });
    await expect(menu.getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(menu.getByRole('link').first()).toBeHidden();
    await page.keyboard.press('Control+b');
    await expect(menu.getByRole('link').first()).toBeVisible();
  });

  test('follows the system’s theme, or the chosen one, also after a reload', async ({ page }) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page);
    expect(await theme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.locator('[data-user-menu]').click();
    await page.getByRole('menuitemradio', { name: 'Scuro' }).click();
    await expect.poll(theme).toBe('dark');
    await page.reload();
    await page.locator('[data-user-menu]').waitFor();
    expect(await theme()).toBe('dark');
  });

  test('speaks Italian in the finance area and the chosen language after that', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ locale: 'de-DE', ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByLabel('User name').fill(DEMO.username);
    await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Menu principale' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'it');
    await page.locator('[data-user-menu]').click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.evaluate(() => sessionStorage.getItem('curr-language'))).toBe('en');
    await context.close();
  });

  test('keeps the trail of pages as a stack', async ({ page }) => {
    await signIn(page);
    const menu = page.getByRole('navigation', { name: 'Menu principale' });
    const trail = page.getByRole('navigation', { name: 'Percorso' }).getByRole('listitem');
    // A page left before it was there was not visited.
    await expect(trail).toHaveText(['Dashboard Trimestri']);
    await menu.getByRole('link', { name: 'Conti', exact: true }).click();
    await expect(trail).toHaveText(['Dashboard Trimestri', 'Conti']);
    await menu.getByRole('link', { name: 'Istituti Bancari' }).click();
    await expect(trail).toHaveText(['Dashboard Trimestri', 'Conti', 'Istituti Bancari']);
    await expect(menu.getByRole('link', { name: 'Istituti Bancari' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.getByRole('navigation', { name: 'Percorso' }).getByRole('link', { name: 'Conti' }).click();
    await expect(trail).toHaveText(['Dashboard Trimestri', 'Conti']);
  });

  test('opens every page at its top, and goes back to where one was', async ({ page }) => {
    await signIn(page);
    const menu = page.getByRole('navigation', { name: 'Menu principale' });
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    await menu.getByRole('link', { name: 'Impostazioni' }).click();
    await page.getByRole('button', { name: 'Scarica tutto (.zip)' }).scrollIntoViewIfNeeded();
    const left = await scrolled();
    expect(left).toBeGreaterThan(200);
    await menu.getByRole('link', { name: 'Dashboard Trimestri' }).click();
    await page.getByText('Soglia dell’imposta di bollo').waitFor();
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Scarica tutto (.zip)' }).waitFor();
    await expect.poll(scrolled).toBe(left);

    // The keyboard goes on from the page, though the button that led here is gone.
    await page.goto('/fibado/accounts/create');
    await page.getByRole('button', { name: 'Annulla' }).click();
    await expect(page.getByRole('heading', { name: 'Conti', exact: true })).toBeVisible();
    await expect(page.locator('#content')).toBeFocused();
  });

  test('hides amounts behind the eye, also after a reload', async ({ page }) => {
    await signIn(page, DEMO, '/fibado/dashboard');
    const euro = page.locator('#content').getByText(/\d,\d\d\s€/);
    await expect(euro.first()).toBeVisible();
    await page.getByRole('button', { name: 'Nascondi gli importi' }).click();
    await expect(euro).toHaveCount(0);
    await page.reload();
    await page.getByRole('button', { name: 'Mostra gli importi' }).waitFor();
    await expect(euro).toHaveCount(0);
    await page.getByRole('button', { name: 'Mostra gli importi' }).click();
    await expect(euro.first()).toBeVisible();
  });

  test('can be installed', async ({ request }) => {
    const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
      start_url: string;
      icons: { src: string; sizes: string }[];
    };
    expect(manifest.start_url).toBe('/');
    expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const icon of manifest.icons) expect((await request.get(icon.src)).status()).toBe(200);
  });
});

test.describe('when things go wrong', () => {
  test('an expired session is renewed over the page, and nothing typed is lost', async ({ page }) => {
    const person = await newHousehold();
    await signIn(page, person, '/account/dashboard');
    await page.getByLabel('Telefono').fill('06 1234567');
    await page.route('**/account/update-contact', (route) =>
      route.fulfill({ status: 401, json: { error: 'UNAUTHENTICATED', params: [] } }),
    );
    await page.getByRole('button', { name: 'Salva' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sessione scaduta' });
    await expect(dialog).toBeVisible();
    await page.unroute('**/account/update-contact');
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Accedi', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Telefono')).toHaveValue('06 1234567');
    await page.getByRole('button', { name: 'Salva' }).click();
    await expect(page.getByText('Operazione completata con successo.')).toBeVisible();
  });

  test('leaving what is not saved asks first', async ({ page }) => {
    await signIn(page, DEMO, '/account/dashboard');
    await page.getByLabel('Telefono').fill('339 000');
    const menu = page.getByRole('navigation', { name: 'Menu principale' });
    await menu.getByRole('link', { name: 'Conti', exact: true }).click();
    await page.getByRole('button', { name: 'Annulla' }).click();
    await expect(page.getByLabel('Telefono')).toHaveValue('339 000');
    await menu.getByRole('link', { name: 'Conti', exact: true }).click();
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await expect(page).toHaveURL(/\/fibado\/accounts/);
  });

  test('an instance that is down says so, and a retry goes on', async ({ page }) => {
    await signIn(page);
    await page.route('**/api/user/account/last-five-login', (route) =>
      route.fulfill({ status: 503, body: 'down' }),
    );
    await page.goto('/account/dashboard');
    const alert = page.getByRole('alert').filter({ hasText: 'Servizio non disponibile' });
    await expect(alert).toBeVisible();
    await page.unroute('**/api/user/account/last-five-login');
    await alert.getByRole('button', { name: 'Riprova' }).click();
    await expect(page.getByRole('table', { name: 'Ultimi accessi' })).toBeVisible();
  });

  test('a blocking call that finds no server shows an alert titled Errore with OK only', async ({ page }) => {
    await signIn(page, DEMO, '/account/dashboard');
    await page.getByLabel('Telefono').fill('06 999');
    await page.route('**/account/update-contact', (route) => route.abort());
    await page.getByRole('button', { name: 'Salva' }).click();
    const dialog = page.getByRole('dialog', { name: 'Errore' });
    await expect(dialog).toContainText('Il server non è raggiungibile. Ci scusiamo per il disagio');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByLabel('Telefono')).toHaveValue('06 999');
  });

  test('a page whose script cannot be had says so, offers the way home, and is there when loaded again', async ({
    page,
    complaints,
  }) => {
    await signIn(page);
    // Whatever the next page still has to fetch.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.route('**/', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    );
    await page
      .getByRole('navigation', { name: 'Menu principale' })
      .getByRole('link', { name: 'Impostazioni' })
      .click();
    await expect(page.getByRole('heading', { name: 'Questa pagina non si è caricata' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Torna alla pagina iniziale' })).toBeVisible();
    await page.unroute('**/assets/*.js');
    await page.unroute('**/');
    await page.getByRole('button', { name: 'Ricarica' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Impostazioni' })).toBeVisible();
    complaints.length = 0;
  });
});
