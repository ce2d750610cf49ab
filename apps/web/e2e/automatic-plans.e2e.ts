import { operations, quarters } from '@fibado/contracts';
import { DEMO, expect, signIn, test } from './support/journey';
import { type Instance, startInstance } from './support/instance';
import { callerFor } from './support/new-household';

/** The other journeys run without plans that come by themselves: this one has an instance of its own. */
let instance: Instance;
const shared = process.env['E2E_URL'];
test.beforeAll(async () => {
  instance = await startInstance({ AUTOMATIC_PLANS: 'true' });
  process.env['E2E_URL'] = instance.url;
});
test.afterAll(async () => {
  process.env['E2E_URL'] = shared;
  await instance.stop();
});

test('after a save the dashboard and the planner open with the plan', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const client = await callerFor(DEMO);
  const date = (await client.call(quarters.list)).find(({ state }) => state === 'STARTED')?.date ?? '';
  const bill = (await client.call(operations.get, { params: { quarter: date } })).find(
    ({ kind, status }) => kind === 'EXPENSE' && status === 'PLANNED',
  );
  if (!bill) throw new Error('The demonstration has no planned expense');
  const { id: _id, version: _version, ...fields } = bill;
  const saved = performance.now();
  await client.call(operations.save, { body: { ...fields, amountCents: 12_345, description: 'Bolletta' } });
  await page.goto(`/fibado/dashboard?quarter=${date}`);
  // Nothing is pressed on the way.
  const next = page.getByRole('note').filter({ hasText: 'Un piano' });
  await expect(next).toBeVisible({ timeout: 15_000 });
  process.stdout.write(
    `a plan on the dashboard ${((performance.now() - saved) / 1000).toFixed(1)} s after the save\n`,
  );
  await page.goto(`/fibado/dashboard/automatic-planning/${date}`);
  await expect(page.getByRole('button', { name: /^Applica/ })).toBeVisible();
});
