import { availableParallelism, loadavg } from 'node:os';
import { operations, quarters } from '@fibado/contracts';
import { callerFor, newHousehold } from './support/new-household';
import { expect, type Page, type Person, signIn, test } from './support/journey';

let person: Person;
let quarter: string;

/** A household with the example data, which are enough work for a plan of some seconds. */
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  person = await newHousehold();
  const page = await browser.newPage({ baseURL: process.env['E2E_URL'] ?? '' });
  await signIn(page, person);
  await page.getByRole('button', { name: 'Prova con dati di esempio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Procedi' }).click();
  await expect(page.getByRole('region', { name: 'Rendimento netto' })).toBeVisible({ timeout: 60_000 });
  await page.close();
  const [first] = await (await callerFor(person)).call(quarters.list);
  if (!first) throw new Error('the example household has no quarter');
  quarter = first.date;
});

/** How much longer than on an idle machine things may take: its processes wait for one another. */
const slowness = (): number =>
  Number(process.env['E2E_SLOW'] ?? 1) * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

const cellsOf = (page: Page) => page.locator('[role="gridcell"][data-column="1"]');

for (const size of [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
])
  test(`the operations begin on the first screen at ${String(size.width)}×${String(size.height)}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, person);
    await page.goto(`/fibado/dashboard/operation/edit/${quarter}`);
    await expect(cellsOf(page).first()).toBeVisible();
    const head = await page.getByRole('grid').boundingBox();
    expect(head?.y).toBeLessThan(size.height * 0.6);
    for (const index of [0, 1, 2, 3, 4]) {
      const box = await cellsOf(page).nth(index).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), `row ${String(index)}`).toBeLessThan(size.height);
    }
  });

test('a tick stays under the pointer, and days to come are asked about', async ({ page }) => {
  const caller = await callerFor(person);
  const all = await caller.call(operations.get, { params: { quarter } });
  await signIn(page, person);
  await page.goto(`/fibado/dashboard/operation/edit/${quarter}?status=PLANNED`);
  const tick = (row: number) =>
    page.locator(`[role="gridcell"][data-row="${String(row)}"][data-column="6"] input`);
  await expect(cellsOf(page).first()).toBeVisible();
  const before = await cellsOf(page).allTextContents();
  expect(before.length).toBeLessThanOrEqual(all.length);
  const at = await tick(0).boundingBox();
  if (!at) throw new Error('there is no planned operation');
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  const ask = page.getByRole('dialog');
  // The first one may be past: then nothing is asked.
  await expect(ask.or(page.getByRole('button', { name: 'Salva 1 modifica' }))).toBeVisible();
  if (await ask.isVisible()) await ask.getByRole('button', { name: 'Segna come fatta' }).click();
  await expect(tick(0)).toBeChecked();
  expect(await cellsOf(page).allTextContents()).toEqual(before);
  // The same place is the same operation: a second press takes the tick back.
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  await expect(tick(0)).not.toBeChecked();
});

test('the plan is on screen within two seconds, adoptable, and proven afterwards', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, person);
  await page.goto(`/fibado/dashboard/automatic-planning/${quarter}`);
  const run = page.getByRole('button', { name: 'Calcola il piano' });
  await run.waitFor();
  const began = Date.now();
  await run.click();
  const adopt = page.getByRole('button', { name: /^Applica \d+ bonific/ });
  await expect(adopt).toBeEnabled({ timeout: 30_000 });
  const shownAfterMs = Date.now() - began;
  expect(shownAfterMs).toBeLessThan(2000 * slowness());
  const region = page.getByRole('region', { name: 'Risultato' });
  await expect(region.getByText('Puoi già applicarlo', { exact: false })).toBeVisible();

  // The focus is on the plan, and adopting it is the next stop.
  await page.keyboard.press('Tab');
  await expect(adopt).toBeFocused();

  // A reload finds the run again; it ends with the proof or the best plan of its time.
  const address = page.url();
  expect(address).toContain('?run=');
  await page.reload();
  await expect(region.getByText(/Provato/)).toBeVisible({ timeout: 60_000 });
  process.stdout.write(
    `plan on screen after ${String(shownAfterMs)} ms, proven by ${String(Date.now() - began)} ms\n`,
  );
  await page.reload();
  await expect(region.getByText(/Provato/)).toBeVisible();
  expect(page.url()).toBe(address);
  await adopt.click();
  await expect(page.getByText(/Piano applicato/)).toBeVisible();
});
