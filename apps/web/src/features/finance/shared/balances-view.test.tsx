import { evaluate } from '@fibado/planning';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { useTexts as startTexts } from '../../../../test/texts';
import { BalancesView } from './balances-view';
import { problemOf, problemOperations } from './problem';
import { testData } from './test-household';

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
