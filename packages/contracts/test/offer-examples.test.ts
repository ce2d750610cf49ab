import { readFileSync } from 'node:fs';
import { offerDocument } from '../src/index.js';

it('ships example offers that fit the format, each marked as an example and dated', () => {
  const file = new URL('../../../apps/web/public/assets/offers/examples.json', import.meta.url);
  const { offers } = offerDocument.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(offers.length).toBeGreaterThan(2);
  for (const { example, name, bank } of offers) {
    expect(example).toBe(true);
    expect(name).toMatch(/^Esempio: /);
    expect(bank.name).toMatch(/Esempio$/);
  }
});
