import type { Summary } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { screen, within } from '@testing-library/react';
import { problemOf, problemOperations } from '../shared/problem';
import { testData, testLot, testOffer } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { withAccountsOf } from '../quarter-setup/close-model';
import { AccountsPanel } from './accounts-panel';

const data = { ...testData, offers: [testOffer], lots: [testLot] };
const evaluation = evaluate(
  problemOf(data, data.quarter.date, data.quarter.setups, problemOperations(data.operations)),
);

it('names a lot by its offer and its maturity', async () => {
  const Panel = () => <AccountsPanel data={{ ...data, summary: { evaluation } as unknown as Summary }} />;
  showPage(Panel, '/', '/');
  const row = (await screen.findByRole('rowheader', { name: 'Vincolo Beta 10/02/2027' })).closest('tr');
  expect(within(row as HTMLElement).getAllByText(/5\.000,00/)).not.toHaveLength(0);
  expect(screen.getByRole('rowheader', { name: 'Deposito Beta' })).toBeTruthy();
});

it('asks at the close for accounts alone', () => {
  const asked = withAccountsOf(data.quarter, evaluation).accounts.map(({ accountId }) => accountId);
  expect(asked).toEqual(data.quarter.setups.map(({ accountId }) => accountId));
});
