import { operations, type OptimizerRunDetail, quarters } from '@fibado/contracts';
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

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const cellsOf = (page: Page) => page.locator('[role="gridcell"][data-column="1"]');

for (const size of [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
])
  test(`the operations begin on the first screen at ${String(size.width)}×${String(size.height)}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, person, `/fibado/dashboard/operation/edit/${quarter}`);
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
  await signIn(page, person, `/fibado/dashboard/operation/edit/${quarter}?status=PLANNED`);
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

/**
 * The page's questions after a run, answered by the API as ever until one answer is a run in progress with an incumbent.
 * That answer is the page's last one until `release`, so the page cannot learn of the run's end in between.
 */
async function holdAtIncumbent(page: Page) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  const incumbent = new Promise<OptimizerRunDetail['incumbent']>((resolve, reject) => {
    void page.route(/\/api\/finance\/optimizer\/runs\/[^/?]+$/, async (route) => {
      if (isHeld) await released;
      const response = await route.fetch();
      const run = (await response.json()) as OptimizerRunDetail;
      if (run.state === 'RUNNING' && run.incumbent) {
        isHeld = true;
        resolve(run.incumbent);
      } else if (run.state !== 'QUEUED' && run.state !== 'RUNNING')
        reject(new Error(`the run was ${run.state} before it showed an incumbent`));
      await route.fulfill({ response });
    });
  });
  return { incumbent, release };
}

test('a plan is adoptable while its run is in progress, and proven afterwards', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, person, `/fibado/dashboard/automatic-planning/${quarter}`);
  const run = page.getByRole('button', { name: 'Calcola il piano' });
  await run.waitFor();
  const hold = await holdAtIncumbent(page);
  const began = Date.now();
  await run.click();
  const incumbent = await hold.incumbent;
  const adopt = page.getByRole('button', { name: /^Applica \d+ bonific/ });
  await expect(adopt).toBeEnabled();
  // Printed, not judged: how fast it is depends on what else the machine does.
  const shownAfter = seconds(Date.now() - began);
  const region = page.getByRole('region', { name: 'Risultato' });
  await expect(region.getByText('Puoi già applicarlo', { exact: false })).toBeVisible();

  // The focus is on the plan, and adopting it is the next stop.
  await page.keyboard.press('Tab');
  await expect(adopt).toBeFocused();
  hold.release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  // A reload finds the run again; it ends with the proof or the best plan of its time.
  const address = page.url();
  expect(address).toContain('?run=');
  await page.reload();
  await expect(region.getByText(/Provato/)).toBeVisible({ timeout: 60_000 });
  process.stdout.write(
    `plan found after ${seconds(incumbent?.elapsedMs ?? 0)}, on screen after ${shownAfter}, ` +
      `proven by ${seconds(Date.now() - began)}\n`,
  );
  await page.reload();
  await expect(region.getByText(/Provato/)).toBeVisible();
  expect(page.url()).toBe(address);
  await adopt.click();
  await expect(page.getByText(/Piano applicato/)).toBeVisible();
});
