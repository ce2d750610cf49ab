import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answering } from '../../../test/http';
import { aSession } from '../../../test/sessions';
import { useTexts as startTexts } from '../../../test/texts';
import { page } from '../../lib/page';
import { keepStarted } from '../../lib/started-at-provider';
import { storedSession } from '../../lib/stored-session';
import { leaveForProvider } from './open-id';
import { forgetInstanceConfig } from './instance-config';
import { ProviderButtons } from './provider-buttons';
import { logout } from './sign-in';
import { Component as ReturnPage } from './sign-in-return-page';

const jest = import.meta.jest;
const BEGIN = 'POST /api/user/token/begin-openid';
const COMPLETE = 'POST /api/user/token/complete-openid';
const begun = { body: { url: 'https://id.example/auth', ticket: 'ticket-1' } };
const tenants = [
  { cd: 'rossi', description: 'Rossi' },
  { cd: 'nonni', description: 'Nonni' },
];

beforeEach(async () => {
  await startTexts('it');
  storedSession.clear();
  sessionStorage.clear();
  localStorage.clear();
  forgetInstanceConfig();
  jest.spyOn(page, 'go').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

function comeBack(query: string): void {
  const router = createMemoryRouter(
    [
      { path: '/sign-in-return', element: <ReturnPage /> },
      { path: '/fibado/accounts', element: <h1>accounts</h1> },
      { path: '/', element: <h1>root</h1> },
    ],
    { initialEntries: [`/sign-in-return?${query}`] },
  );
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

describe('a sign-in at another provider', () => {
  it('leaves for it, and comes back to where it was begun', async () => {
    const asked = answering({ [BEGIN]: begun, [COMPLETE]: { body: { ...aSession(), tenants: [] } } });
    await leaveForProvider('casa', '/fibado/accounts');
    expect(page.go).toHaveBeenCalledWith('https://id.example/auth');
    comeBack('code=c&state=s&iss=https%3A%2F%2Fid.example&session_state=x');
    await screen.findByRole('heading', { name: 'accounts' });
    expect(asked.at(-1)?.body).toEqual({
      code: 'c',
      state: 's',
      iss: 'https://id.example',
      ticket: 'ticket-1',
      tokenClient: 'app',
    });
    expect(storedSession.token()).toBe('token-1');
  });

  it('leads to no other site', async () => {
    answering({ [BEGIN]: begun, [COMPLETE]: { body: { ...aSession(), tenants: [] } } });
    await leaveForProvider('casa', '//evil.example/');
    comeBack('code=c&state=s');
    await screen.findByRole('heading', { name: 'root' });
  });

  it('asks for one of several tenants', async () => {
    const asked = answering({
      [BEGIN]: begun,
      [COMPLETE]: () =>
        asked.at(-1)?.body && 'cdTenant' in (asked.at(-1)?.body as object)
          ? { body: { ...aSession(), tenants } }
          : { body: { tenants, ticket: 'ticket-2' } },
    });
    await leaveForProvider('casa', '/');
    comeBack('code=c&state=s');
    await userEvent.click(await screen.findByRole('button', { name: /Nonni/ }));
    await screen.findByRole('heading', { name: 'root' });
    expect(asked.at(-1)?.body).toEqual({ ticket: 'ticket-2', cdTenant: 'nonni', tokenClient: 'app' });
  });

  it('ties the identity where that was begun, and opens no session', async () => {
    const asked = answering({ 'POST /api/user/account/identity/tie': { status: 204 } });
    keepStarted({ ticket: 'ticket-3', returnTo: '/fibado/accounts', ties: true });
    comeBack('code=c&state=s');
    await screen.findByRole('heading', { name: 'accounts' });
    expect(asked.map(({ body }) => body)).toEqual([{ code: 'c', state: 's', ticket: 'ticket-3' }]);
    expect(storedSession.session()).toBeNull();
  });

  it('says that it was refused, and completes nothing this tab did not begin', async () => {
    const asked = answering({});
    comeBack('code=c&state=s');
    await waitFor(() => expect(screen.getByRole('alert')).toBeVisible());
    expect(asked).toEqual([]);
  });
});

describe('signing out of a session another provider opened', () => {
  it('ends the provider’s session too, once', async () => {
    const logoutUrl = 'https://id.example/logout';
    const asked = answering({
      [BEGIN]: begun,
      [COMPLETE]: { body: { ...aSession(), tenants: [] } },
      'GET /api/user/account/identity': { body: { canUntie: true, signedInBy: 'casa', logoutUrl } },
      'POST /api/user/account/logout': { status: 204 },
    });
    await leaveForProvider('casa', '/');
    comeBack('code=c&state=s');
    await screen.findByRole('heading', { name: 'root' });
    await logout();
    expect(asked.map(({ path }) => path).slice(-2)).toEqual([
      '/api/user/account/identity',
      '/api/user/account/logout',
    ]);
    expect(page.go).toHaveBeenLastCalledWith(logoutUrl);
    expect(storedSession.session()).toBeNull();
    await logout();
    expect(page.go).toHaveBeenLastCalledWith('/landing');
  });
});

describe('the providers of an instance', () => {
  it('are offered by name, beside Keycloak and the password', async () => {
    const chosen = jest.fn();
    const config = {
      localSignIn: true,
      version: '1',
      sso: { url: 'https://id.example', realm: 'r', clientId: 'c' },
      providers: [{ id: 'casa', name: 'Casa', icon: 'data:image/png;base64,AA==' }],
    };
    render(
      <MantineProvider>
        <ProviderButtons config={config} onSso={() => undefined} onProvider={chosen} />
      </MantineProvider>,
    );
    expect(screen.getAllByRole('button')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Accedi con Casa' }));
    expect(chosen).toHaveBeenCalledWith('casa');
  });
});
