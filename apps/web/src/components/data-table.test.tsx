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

it('pages many rows that came whole, sorted as a whole, and keeps to the pages a search leaves', async () => {
  const all = Array.from({ length: 230 }, (_, index) => ({
    name: `Riga ${String(index + 1)}`,
    value: index,
  }));
  const columns = [
    { key: 'name', title: 'Nome', render: (row: { name: string }) => row.name },
    {
      key: 'value',
      title: 'Valore',
      render: (row: { value: number }) => row.value,
      sortBy: (row: { value: number }) => row.value,
    },
  ];
  const table = (rows: typeof all) => (
    <MantineProvider env="test">
      <DataTable
        label="Conti"
        rows={rows}
        rowKey={(row) => row.name}
        columns={columns}
        initialSort={{ key: 'value', direction: 'desc' }}
      />
    </MantineProvider>
  );
  const firstAndCount = () => {
    const names = screen.getAllByText(/^Riga/);
    return [names[0]?.textContent, names.length];
  };
  const { rerender } = render(table(all));
  expect(firstAndCount()).toEqual(['Riga 230', 100]);
  expect(screen.getByText('1–100 di 230')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Pagina successiva' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pagina successiva' }));
  expect(firstAndCount()).toEqual(['Riga 30', 30]);
  rerender(table(all.slice(0, 120)));
  expect(firstAndCount()).toEqual(['Riga 20', 20]);
  rerender(table(all.slice(0, 100)));
  expect(firstAndCount()).toEqual(['Riga 100', 100]);
  expect(screen.queryByRole('button', { name: 'Pagina successiva' })).not.toBeInTheDocument();
});
