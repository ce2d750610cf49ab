import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ParsedInput } from './parsed-input';

const field = (onValidity: (readable: boolean) => void) => (
  <MantineProvider env="test">
    <ParsedInput<number>
      label="Importo"
      value={null}
      onChange={() => undefined}
      onValidity={onValidity}
      format={String}
      parse={(text) => (/^\d+$/.test(text) ? Number(text) : undefined)}
      unreadable="non si legge"
    />
  </MantineProvider>
);

it('tells when it stops being readable, and blocks no form once it is removed', async () => {
  const told: boolean[] = [];
  const { unmount } = render(field((readable) => told.push(readable)));
  await userEvent.type(screen.getByLabelText('Importo'), '12x');
  expect(told).toEqual([false]);
  unmount();
  expect(told.at(-1)).toBe(true);
});

it('says nothing when it goes while it can be read', async () => {
  const told: boolean[] = [];
  const { unmount } = render(field((readable) => told.push(readable)));
  await userEvent.type(screen.getByLabelText('Importo'), '12');
  unmount();
  expect(told).toEqual([]);
});
