import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../test/texts';
import { DataTable } from './data-table';

beforeAll(() => startTexts('it'));

it('can be scrolled by keyboard where it is wider than the screen', async () => {
  render(
    <MantineProvider env="test">
      <DataTable
        label="Importazioni"
        rows={[{ id: 'a', name: 'movimenti.csv' }]}
        rowKey={(row) => row.id}
        columns={[{ key: 'name', title: 'File', render: (row) => row.name }]}
      />
    </MantineProvider>,
  );
  // Only seen, not read, would be that there are none.
  expect(screen.queryByText('Nessun elemento')).not.toBeInTheDocument();
  await userEvent.tab();
  expect(screen.getByRole('group', { name: 'Importazioni' })).toHaveFocus();
  expect(screen.getByRole('table', { name: 'Importazioni' })).toBeInTheDocument();
});

it('says why it has no rows, or that there are none', () => {
  const columns = [{ key: 'name', title: 'File', render: (row: { name: string }) => row.name }];
  const table = (none?: string) => (
    <MantineProvider env="test">
      <DataTable label="Lavori" none={none} rows={[]} rowKey={(row) => row.name} columns={columns} />
    </MantineProvider>
  );
  const { rerender } = render(table('Nessun lavoro è fallito.'));
  expect(screen.getByText('Nessun lavoro è fallito.')).toBeInTheDocument();
  rerender(table());
  expect(screen.getByText('Nessun elemento')).toBeInTheDocument();
});
