import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { WaterfallChart } from './waterfall-chart';

/** Heights of the bars drawn, in their order. */
function heights(startCents: number, steps: readonly number[]): number[] {
  const { container } = render(
    <MantineProvider env="test">
      <WaterfallChart
        title="Da piano a consuntivo"
        start={{ label: 'Piano', cents: startCents }}
        steps={steps.map((cents, at) => ({ key: String(at), label: `Passo ${String(at)}`, cents }))}
        endLabel="Consuntivo"
        formatMoney={String}
      />
    </MantineProvider>,
  );
  return [...container.querySelectorAll('rect')].map((rect) => Number(rect.getAttribute('height')));
}

describe('WaterfallChart', () => {
  it('draws every bar as long as its figure: totals stand on zero', () => {
    const [start = 0, down = 0, up = 0, end = 0] = heights(18_000, [-3_000, 1_000]);
    expect(down / start).toBeCloseTo(3_000 / 18_000, 5);
    expect(up / start).toBeCloseTo(1_000 / 18_000, 5);
    expect(end / start).toBeCloseTo(16_000 / 18_000, 5);
  });

  it('does so where a total is below zero', () => {
    const [start = 0, down = 0, end = 0] = heights(1_000, [-4_000]);
    expect(down / start).toBeCloseTo(4, 5);
    expect(end / start).toBeCloseTo(3, 5);
  });
});
