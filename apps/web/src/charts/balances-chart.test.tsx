import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BalancesChart, type BalancesChartProps } from './balances-chart';

const props: BalancesChartProps = {
  title: 'Saldi',
  days: ['2027-01-01', '2027-01-02', '2027-01-03'],
  series: [{ id: 'a', label: 'Conto A', color: '#000000', valuesCents: [10_000, -5000, 20_000] }],
  marks: [{ day: '2027-01-02', kind: 'EXPENSE', label: 'Affitto', amountCents: 15_000 }],
  minimumCents: 0,
  formatMoney: (cents) => `${(cents / 100).toFixed(2)} EUR`,
  formatDay: (day) => day.slice(8),
};

const show = (extra: Partial<BalancesChartProps> = {}) =>
  render(
    <MantineProvider env="test">
      <BalancesChart {...props} {...extra} />
    </MantineProvider>,
  );

describe('BalancesChart', () => {
  it('reads a day out when the arrows move over it', async () => {
    show();
    const slider = screen.getByRole('slider');
    slider.focus();
    expect(slider).toHaveAttribute('aria-valuetext', '01; Conto A 100.00 EUR');
    await userEvent.keyboard('{ArrowRight}');
    expect(slider).toHaveAttribute('aria-valuenow', '1');
    expect(slider).toHaveAttribute('aria-valuetext', '02; Conto A -50.00 EUR; Affitto 150.00 EUR');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(slider).toHaveAttribute('aria-valuenow', '2');
  });

  it('says in words that the low point lies under the minimum', () => {
    show();
    expect(screen.getByText(/CHART.LOW_UNDER/)).toBeInTheDocument();
  });

  it('says nothing of an alarm while the minimum holds', () => {
    show({ minimumCents: -5000 });
    expect(screen.queryByText(/CHART.LOW_UNDER/)).not.toBeInTheDocument();
    expect(screen.getByText(/CHART.LOW/)).toBeInTheDocument();
  });

  it('has a table twin with every day, balance and event', async () => {
    show();
    await userEvent.click(screen.getByRole('button'));
    const rows = screen.getAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows[2]).toHaveTextContent('02-50.00 EURAffitto 150.00 EUR');
  });
});
