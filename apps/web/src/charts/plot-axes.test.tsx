import { act, render, screen } from '@testing-library/react';
import { useTexts as startTexts } from '../../test/texts';
import { toggleAmounts } from '../lib/hide-amounts';
import { MoneyAxis } from './plot-axes';
import { linearScale } from './scale';

beforeAll(() => startTexts('it'));

it('shows no figure while amounts are hidden', () => {
  render(
    <svg>
      <MoneyAxis scale={linearScale([0, 2_000_000], 100, 0, 4)} left={40} right={300} />
    </svg>,
  );
  expect(screen.getAllByText(/\d.*€/).length).toBeGreaterThan(1);
  act(() => toggleAmounts());
  expect(screen.queryByText(/\d/)).not.toBeInTheDocument();
  expect(screen.getAllByText('•••').length).toBeGreaterThan(1);
  act(() => toggleAmounts());
});
