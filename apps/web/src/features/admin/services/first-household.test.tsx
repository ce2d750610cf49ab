import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answering } from '../../../../test/http';
import { aSession } from '../../../../test/sessions';
import { useTexts as startTexts } from '../../../../test/texts';
import { createQueryClient } from '../../../lib/query';
import { storedSession } from '../../../lib/stored-session';
import { Component as TenantsPage } from '../tenants/tenants-page';
import { FirstHousehold } from './first-household';

beforeAll(() => startTexts('it'));

const tenant = (code: string) => ({
  id: `00000000-0000-4000-8000-00000000000${String(code.length)}`,
  code,
  name: code,
  state: 'ACTIVE',
  users: 1,
  createdAt: '2027-01-01T10:00:00Z',
  version: 1,
});
const page = (codes: readonly string[]) => ({
  body: { items: codes.map(tenant), page: 0, size: 3, total: codes.length },
});

function show(codes: readonly string[]) {
  storedSession.authenticate(aSession({ roles: ['SADMIN'], tenant: 'admin' }));
  const asked = answering({
    'GET /api/user/admin/tenants/get?size=3': page(codes),
    'GET /api/user/admin/tenants/get?page=0&size=20': page(codes),
  });
  const router = createMemoryRouter(
    [
      { path: '/admin/service', element: <FirstHousehold /> },
      { path: '/admin/tenant', element: <TenantsPage /> },
    ],
    { initialEntries: ['/admin/service'] },
  );
  const ignore = () => undefined;
  const client = createQueryClient({ alert: ignore, toast: ignore, done: ignore });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { asked, client };
}

it('leads the administrator of a new instance to a household, whose code follows from its name', async () => {
  show(['admin', 'famiglia']);
  await userEvent.click(await screen.findByRole('link', { name: 'Crea la famiglia' }));
  const code = await screen.findByLabelText('Codice');
  const name = screen.getByLabelText('Nome');
  await userEvent.type(name, 'Casa Perù');
  expect(code).toHaveValue('casa_peru');
  await userEvent.clear(code);
  await userEvent.type(code, 'peru');
  await userEvent.type(name, ' 2');
  expect(code).toHaveValue('peru');
  expect(screen.getByText(/^Minuscole, cifre e \. _ @ \+/)).toBeInTheDocument();
});

it('is silent where there is a household', async () => {
  const { asked, client } = show(['admin', 'rossi']);
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText('Crea la tua famiglia')).not.toBeInTheDocument();
});
