import { expect, type Page, signIn, test } from './support/journey';

/** What the browser was asked to do and would not, by directive, with what and where. */
const refused = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { refused: string[] }).refused);

test.describe('the policy of the pages', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const found: string[] = [];
      Object.assign(window, { refused: found });
      document.addEventListener('securitypolicyviolation', (event) =>
        found.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
      );
    });
  });

  test('is kept by the pages, the documentation of the API included', async ({ page }) => {
    test.setTimeout(150_000);
    await signIn(page);
    for (const path of [
      '/fibado/dashboard',
      '/fibado/accounts',
      '/fibado/import-data',
      '/account/dashboard',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(500);
      expect([path, await refused(page)]).toEqual([path, []]);
    }
    await page.goto('/api/docs');
    // A megabyte of script that is kept nowhere.
    await page.locator('.opblock').first().waitFor({ timeout: 45_000 });
    await expect(page.locator('.info .title')).toContainText('Fibado');
    await page.locator('.opblock-summary').first().click();
    await page.locator('.opblock-body').first().waitFor();
    expect(await refused(page)).toEqual([]);
  });

  test('stops what was injected into a page', async ({ page, complaints }) => {
    await page.goto('/landing');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.smuggled = true';
      document.body.append(script);
      const image = document.createElement('div');
      image.innerHTML = '<img src="/nowhere.png" onerror="window.smuggled = true">';
      document.body.append(image);
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.body.append(style);
      const frame = document.createElement('iframe');
      frame.src = 'https://elsewhere.example/';
      document.body.append(frame);
    });
    await expect
      .poll(async () => (await refused(page)).map((name) => name.replace(/(-elem|-attr)? .*$/, '')))
      .toEqual(expect.arrayContaining(['script-src', 'style-src', 'frame-src']));
    expect(await page.evaluate(() => 'smuggled' in window)).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
    // The browser said so in its console; here it was asked for.
    expect(complaints.length).toBeGreaterThan(0);
    complaints.length = 0;
  });
});
