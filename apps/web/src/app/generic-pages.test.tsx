import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useTexts as startTexts } from '../../test/texts';
import { log } from '../lib/log';
import { page } from '../lib/page';
import { ExceptionPage } from './generic-pages';

beforeAll(() => startTexts('it'));
beforeEach(() => {
  import.meta.jest.spyOn(log, 'error').mockImplementation(() => undefined);
});
afterEach(() => import.meta.jest.restoreAllMocks());

function openBroken(error: Error) {
  const router = createMemoryRouter([
    { path: '/', errorElement: <ExceptionPage />, lazy: () => Promise.reject(error) },
  ]);
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

describe('the page of what broke', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://fibado.example/assets/a.js',
    'error loading dynamically imported module: https://fibado.example/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('offers to load a page again whose script did not come: %s', async (message) => {
    const reload = import.meta.jest.spyOn(page, 'reload').mockImplementation(() => undefined);
    openBroken(new TypeError(message));
    expect(
      await screen.findByRole('heading', { name: 'Questa pagina non si è caricata' }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Ricarica' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('sends to the administrator for anything else', async () => {
    openBroken(new TypeError('x is undefined'));
    expect(await screen.findByRole('heading', { name: 'Si è verificato un errore' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ricarica' })).not.toBeInTheDocument();
  });
});
