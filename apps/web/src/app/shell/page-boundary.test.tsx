import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { useTexts as startTexts } from '../../../test/texts';
import { log } from '../../lib/log';
import { PageBoundary } from './page-boundary';

beforeAll(() => startTexts('it'));
beforeEach(() => {
  import.meta.jest.spyOn(log, 'error').mockImplementation(() => undefined);
  import.meta.jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => import.meta.jest.restoreAllMocks());

const TITLE = 'Si è verificato un errore';

/** A page that breaks over what the first fetches bring. */
function openPage(bad: number) {
  let fetches = 0;
  const fetchData = async () => {
    fetches += 1;
    return fetches > bad ? 'buono' : 'rotto';
  };
  const Page = () => {
    const { data } = useQuery({ queryKey: ['data'], queryFn: fetchData, staleTime: Infinity });
    if (data === 'rotto') throw new Error('The parts contradict each other');
    return <p>{data}</p>;
  };
  const Layout = () => (
    <>
      <nav>
        <Link to="/elsewhere">via</Link>
      </nav>
      <PageBoundary>
        <Outlet />
      </PageBoundary>
    </>
  );
  const router = createMemoryRouter([
    {
      element: <Layout />,
      children: [
        { path: '/', element: <Page /> },
        { path: '/elsewhere', element: <p>altrove</p> },
      ],
    },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

describe('a page that broke', () => {
  it('is drawn again by itself over data fetched anew', async () => {
    openPage(1);
    expect(await screen.findByRole('heading', { name: TITLE })).toBeInTheDocument();
    expect(await screen.findByText('buono', {}, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: TITLE })).not.toBeInTheDocument();
  });

  it('that breaks again stays until the person tries again', async () => {
    openPage(2);
    expect(await screen.findByRole('heading', { name: TITLE })).toBeInTheDocument();
    await waitFor(() => expect(log.error).toHaveBeenCalledTimes(2), { timeout: 4000 });
    await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }));
    expect(await screen.findByText('buono')).toBeInTheDocument();
  });

  it('leaves the frame, and is forgotten elsewhere', async () => {
    openPage(9);
    expect(await screen.findByRole('heading', { name: TITLE })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'via' }));
    expect(await screen.findByText('altrove')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: TITLE })).not.toBeInTheDocument();
  });
});
