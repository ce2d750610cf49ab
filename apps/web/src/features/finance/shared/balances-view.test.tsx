import { evaluate } from '@fibado/planning';
import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { BalancesView } from './balances-view';
import { problemOf, problemOperations } from './problem';
import { ids, testData, testOperation } from './test-household';

beforeAll(() => startTexts('it'));

const { setups, date } = testData.quarter;
const all = problemOperations(testData.operations);

it.each([
  { what: 'with a transfer', operations: all },
  { what: 'without any', operations: all.filter((operation) => operation.kind !== 'TRANSFER') },
])('says what is on its way $what', ({ operations }) => {
  const evaluation = evaluate(problemOf(testData, date, setups, operations));
  render(
    <MantineProvider env="test">
      <BalancesView
        title={'Saldi'}
        household={testData}
        setups={setups}
        evaluation={evaluation}
        operations={operations}
        today={date}
      />
    </MantineProvider>,
  );
  const note = screen.queryByText(/^Tratteggiato: denaro in viaggio/);
  expect(note !== null).toBe(operations.some((operation) => operation.kind === 'TRANSFER'));
});

it('counts what the quarter before left on its way', async () => {
  const late = testOperation({
    id: 'late',
    kind: 'TRANSFER',
    date: '2026-12-31',
    valueDate: '2027-01-05',
    toAccountId: ids.savings,
    amountCents: 300_000,
  });
  const data = { ...testData, quarter: { ...testData.quarter, carriedOver: [late] } };
  render(
    <MantineProvider env="test">
      <BalancesView
        title={'Saldi'}
        household={data}
        setups={setups}
        evaluation={evaluate(problemOf(data, date, setups, []))}
        operations={[]}
        today={date}
      />
    </MantineProvider>,
  );
  expect(screen.getByText(/^Tratteggiato: denaro in viaggio/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Mostra la tabella' }));
  const totals = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[0]?.textContent);
  expect(new Set(totals.slice(1).map((text) => text?.replaceAll(/\s/g, ' ')))).toEqual(
    new Set(['23.000,00 € (di cui 3.000,00 € in viaggio)', '23.000,00 €']),
  );
});

it('shows all accounts upon each other, before and after a plan', async () => {
  const after = evaluate(problemOf(testData, date, setups, all));
  const without = all.filter((operation) => operation.kind !== 'TRANSFER');
  const before = evaluate(problemOf(testData, date, setups, without));
  render(
    <MantineProvider env="test">
      <BalancesView
        title={'Saldi'}
        household={testData}
        setups={setups}
        evaluation={after}
        operations={all}
        compare={{ label: 'Piano attuale', evaluation: before, operations: without }}
        today={date}
        story
      />
    </MantineProvider>,
  );
  expect(screen.getByLabelText('Saldi da mostrare', { selector: 'input' })).toHaveValue(
    'I conti, uno sull’altro',
  );
  const slider = screen.getByRole('slider');
  slider.focus();
  await userEvent.keyboard('{End}');
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('Deposito Beta 10.'));
  await userEvent.click(screen.getByRole('radio', { name: 'Prima del piano' }));
  slider.focus();
  await userEvent.keyboard('{End}');
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('Deposito Beta 0,00'));
  await userEvent.click(screen.getByRole('button', { name: 'Mostra la tabella' }));
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['Giorno', 'Conto Alfa', 'Deposito Beta', 'Totale', 'Movimenti']);
});
