import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answering } from '../../../test/http';
import { useTexts as startTexts } from '../../../test/texts';
import { page } from '../../lib/page';
import { takeStarted } from '../../lib/started-at-provider';
import { IdentityCard } from './identity-card';

const jest = import.meta.jest;
const OWN = 'GET /api/user/account/identity';
const CONFIG = 'GET /api/user/config';
const BEGIN = 'POST /api/user/account/identity/begin-tie';

beforeEach(async () => {
  await startTexts('it');
  sessionStorage.clear();
  jest.spyOn(page, 'go').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const show = () =>
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <IdentityCard />
      </QueryClientProvider>
    </MantineProvider>,
  );
const config = (providers: readonly object[]) => ({ body: { localSignIn: true, version: '1', providers } });

describe('the identity of a provider, in the profile', () => {
  it('is tied at a provider’s page, which leads back to the profile', async () => {
    const asked = answering({
      [OWN]: { body: { canUntie: false } },
      [CONFIG]: config([{ id: 'casa', name: 'Casa' }]),
      [BEGIN]: { body: { url: 'https://id.example/auth', ticket: 'ticket-1' } },
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Collega un’identità di Casa' }));
    await waitFor(() => expect(page.go).toHaveBeenCalledWith('https://id.example/auth'));
    expect(asked.at(-1)?.body).toEqual({ provider: 'casa' });
    expect(takeStarted()).toEqual({ ticket: 'ticket-1', returnTo: window.location.pathname, ties: true });
  });

  it('offers to untie where one is tied, and no second one', async () => {
    answering({
      [OWN]: {
        body: { issuer: 'https://id.example', provider: { id: 'casa', name: 'Casa' }, canUntie: true },
      },
      [CONFIG]: config([{ id: 'casa', name: 'Casa' }]),
    });
    show();
    expect(await screen.findByRole('button')).toHaveTextContent('Scollega l’identità');
  });
});
