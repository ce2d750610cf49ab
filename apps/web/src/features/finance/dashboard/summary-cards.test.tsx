import type { Summary } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { screen, within } from '@testing-library/react';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData, testOperation } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { SummaryCards } from './summary-cards';
import { useTexts as startTexts } from '../../../../test/texts';

beforeAll(() => startTexts());

async function closingWith(valueDate: string): Promise<string> {
  const { quarter } = testData;
  const leaves = testOperation({
    id: ids.move,
    kind: 'TRANSFER',
    date: '2027-03-31',
    valueDate,
    toAccountId: ids.savings,
    amountCents: 12_300,
  });
  const operations = [leaves];
  const evaluation = evaluate(
    problemOf(testData, quarter.date, quarter.setups, problemOperations(operations)),
  );
  const summary = { quarter: quarter.date, state: quarter.state, evaluation } as unknown as Summary;
  const Cards = () => <SummaryCards data={{ ...testData, operations, summary }} />;
  showPage(Cards, '/', '/');
  const card = await screen.findByRole('region', { name: 'Saldo finale' });
  return (
    within(card)
      .getByText(/all’inizio/)
      .parentElement?.textContent?.replace(/\s/g, ' ') ?? ''
  );
}

it('counts money that is on its way at the end of the quarter, and says so', async () => {
  const text = await closingWith('2027-04-01');
  expect(text).toMatch(/20\.000,00/);
  expect(text).toMatch(/da 20\.000,00 € all’inizio, con 123,00 € in viaggio/);
});
