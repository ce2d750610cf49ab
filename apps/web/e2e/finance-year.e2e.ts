import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleLayout,
  expectNoSideways,
  signIn,
  test,
} from './support/journey';

test('a year’s view goes from the past to what is projected, from a year to a day', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page);
  await page.getByRole('link', { name: 'Vista annuale' }).click();
  const slider = page.getByRole('slider', { name: /Saldo di tutti i conti/ });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /; avvenuto; /);
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /; proiezione; .* fra .* e /);
  await expect(slider).toHaveAttribute('aria-valuemax', /^36[3-6]$/);
  await expect(page.getByRole('table', { name: /rendimento per trimestre/ }).getByRole('row')).toHaveCount(5);
  await expect(page.getByText(/: scade Vincolato 6 mesi/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Periodo mostrato' }).selectOption({ index: 5 });
  await expect(slider).toHaveAttribute('aria-valuemax', /^(27|28|29|30)$/);
  await page.getByRole('button', { name: 'Calcola il piano' }).click();
  const plan = page.getByRole('table', { name: 'Il piano su più trimestri' });
  // Four quarters, their total and the head.
  await expect(plan.getByRole('row')).toHaveCount(6, { timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Che cosa si sposta e quando' })).toContainText(/da .* a /);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideways(page);
  await expectAccessibleLayout(page);
});
