import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { useTexts as startTexts } from '../../../../test/texts';
import { RunPanel } from './run-panel';
import type { Running } from './use-run';

beforeAll(() => startTexts('it'));

const show = (samples: readonly Omit<Running['samples'][number], 'phase'>[]) =>
  render(
    <MantineProvider env="test">
      <RunPanel
        running={{
          state: 'RUNNING',
          phase: 'SOLVING',
          elapsedMs: 1200,
          limitMs: 10_000,
          samples: samples.map((sample) => ({ ...sample, phase: 'SOLVING' })),
          cancel: () => {},
        }}
      />
    </MantineProvider>,
  );

it('draws how far a run is only once there is something to draw', () => {
  show([{ elapsedMs: 600 }, { elapsedMs: 1200 }]);
  expect(screen.getByText('Ancora nessun piano.')).toBeInTheDocument();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});

it('draws what is known from the second figure on', () => {
  show([{ elapsedMs: 600 }, { elapsedMs: 900, boundCents: 500 }, { elapsedMs: 1200, boundCents: 450 }]);
  expect(screen.getByRole('img', { name: 'Quanto manca alla prova' })).toBeInTheDocument();
});
