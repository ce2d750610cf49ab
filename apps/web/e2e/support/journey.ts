import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect, type Page };

export interface Person {
  readonly username: string;
  readonly password: string;
}

const told = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the journeys are started by \`npm run test:e2e\``);
  return value;
};

export const DEMO: Person = { username: 'demo', password: 'fibado-demo' };
export const admin = (): Person => ({ username: 'admin', password: told('E2E_ADMIN_PASSWORD') });

/** How many times slower than it is the browser shall be: `E2E_SLOW=4` finds journeys that only hurry keeps right. */
const SLOWER = Number(process.env['E2E_SLOW'] ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100 * SLOWER,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

interface Fixtures {
  /** What the page said in the console that it should not have; a journey that leaves any fails. */
  readonly complaints: string[];
}

/** Noise that is none of the page's making: a refused call is the browser's message, and often the point. */
const EXPECTED = /Failed to load resource|the server responded with a status|WebSocket connection to/;

export const test = base.extend<Fixtures>({
  baseURL: async ({}, give) => give(told('E2E_URL')),
  complaints: [
    async ({ page }, give) => {
      const complaints: string[] = [];
      if (SLOWER > 1) await slowDown(page);
      // What the policy refused in silence, as it is when a script catches the error, is told of aloud.
      await page.exposeBinding('policyRefused', (_source, what: string) => complaints.push(what));
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          (window as unknown as { policyRefused: (what: string) => void }).policyRefused(
            `Refused by the policy: ${violatedDirective} ${blockedURI}`,
          ),
        ),
      );
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
      });
      await give(complaints);
      expect(complaints, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs in on the landing page, in Italian, and waits for the shell. */
export async function signIn(page: Page, person: Person = DEMO, at = '/'): Promise<void> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('curr-language') === null) sessionStorage.setItem('curr-language', 'it');
  });
  await page.goto(at === '/' ? '/landing' : at);
  const enter = page.getByRole('button', { name: 'Entra' });
  const username = page.getByLabel('Nome utente');
  await enter.or(username).first().waitFor();
  if (await enter.isVisible()) await enter.click();
  await username.fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Accedi', exact: true }).click();
  await page.locator('[data-user-menu]').waitFor();
}

/** Nothing serious or critical that axe knows of. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoViolations(page, (axe) => axe);
}

/** The same but for contrast, which takes most of the time and does not depend on the width. */
export function expectAccessibleLayout(page: Page): Promise<void> {
  return expectNoViolations(page, (axe) => axe.disableRules(['color-contrast']));
}

/** The same in both themes. Only contrast depends on the theme, so that the other rules are judged once. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoViolations(page, (axe) => axe.withRules(['color-contrast']));
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What fades in is judged when it is there. Animations without an end, as those of a skeleton, are not waited for. */
function transitionsEnd(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

async function expectNoViolations(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await transitionsEnd(page);
  // Only violations are read, and no page has frames of another origin: reporting passes and joining frames in a second
  // page would take most of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await narrow(axe).analyze();
  const bad = violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    );
  expect(bad).toEqual([]);
}

/** The page is no wider than the screen. */
export async function expectNoSideways(page: Page): Promise<void> {
  // Polled: the frame takes a moment to fold when the screen becomes narrow.
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBeLessThanOrEqual(0);
}

export const PHONE = { width: 390, height: 844 } as const;
export const LAPTOP = { width: 1280, height: 720 } as const;

/** Both sizes and both themes: accessible, and no wider than the screen. `E2E_SHOTS` names a folder for pictures. */
export async function expectSoundEverywhere(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const shots = process.env['E2E_SHOTS'];
  for (const [size, viewport] of [
    ['laptop', LAPTOP],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectNoSideways(page);
    if (size === 'laptop') await expectAccessibleInBothThemes(page);
    else await expectAccessibleLayout(page);
    for (const colorScheme of shots ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${shots}/${name}-${size}-${colorScheme}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (before) await page.setViewportSize(before);
}

/** The same page in another language. */
export async function inLanguage(page: Page, language: 'it' | 'en'): Promise<void> {
  await page.evaluate((code) => sessionStorage.setItem('curr-language', code), language);
  await page.reload();
}
