import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answering } from '../../test/http';
import { aSession } from '../../test/sessions';
import { useTexts as startTexts } from '../../test/texts';
import { forgetInstanceConfig } from '../features/session/instance-config';
import { logout } from '../features/session/sign-in';
import { page } from '../lib/page';
import type { AppRoute } from '../lib/route';
import { storedSession } from '../lib/stored-session';
import { redirectFor, requiredRoles } from './guards';
import { routesOf } from './router';

const config = { localSignIn: true, version: '0.1.0' };
const quiet = {
  'GET /api/user/config': { body: config },
  'GET /api/user/account/user-logged': () => ({ body: storedSession.session()?.userLogged }),
  'GET /api/user/account/block-changed-role': { body: 'N' },
  'GET /api/notify/web-notify/list/true': 'unreachable',
} as const;

const pageSaying = (text: string): Pick<AppRoute, 'lazy'> => ({
  lazy: async () => ({ Component: () => <h1>{text}</h1> }),
});
const inShell: AppRoute[] = [
  { path: 'account', children: [{ path: 'dashboard', ...pageSaying('own profile') }] },
  {
    path: 'fibado',
    handle: { roles: ['FBDO_FIBADO', 'FBDO_READ'] },
    children: [{ path: 'accounts', ...pageSaying('accounts page') }],
  },
];

function open(address: string) {
  const router = createMemoryRouter(routesOf(inShell), { initialEntries: [address] });
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}
const at = (router: ReturnType<typeof open>): string =>
  router.state.location.pathname + router.state.location.search;

beforeAll(() => startTexts('it'));
beforeEach(() => {
  sessionStorage.setItem('curr-language', 'it');
  storedSession.clear();
  forgetInstanceConfig();
  // The socket has no broker here, and says so.
  import.meta.jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => import.meta.jest.restoreAllMocks());

describe('guards', () => {
  it('show no page between a sign-out and the page loaded anew', async () => {
    const go = import.meta.jest.spyOn(page, 'go').mockImplementation(() => undefined);
    answering({ ...quiet, 'POST /api/user/account/logout': { status: 204 } });
    storedSession.authenticate(aSession());
    const router = open('/account/dashboard');
    await screen.findByRole('heading', { name: 'own profile' });
    await act(() => logout());
    expect(screen.getByRole('status', { name: 'Uscita in corso…' })).toBeVisible();
    expect(at(router)).toBe('/account/dashboard');
    expect(go).toHaveBeenCalledWith('/landing');
    expect(storedSession.token()).toBeUndefined();
    // Gone back to as it was left, it has no session.
    act(() => void window.dispatchEvent(new Event('pageshow')));
    await waitFor(() => expect(at(router)).toMatch(/^\/landing/));
  });

  it('send a visitor without a token to landing with the wanted address', async () => {
    answering(quiet);
    const router = open('/fibado/accounts?search=conto');
    await waitFor(() => expect(at(router)).toBe('/landing?redirectTo=%2Ffibado%2Faccounts%3Fsearch%3Dconto'));
    expect(await screen.findByRole('heading', { name: 'Bank Deposit Optimizer' })).toBeInTheDocument();
  });

  it('sign in and go on to the wanted address', async () => {
    const asked = answering({
      ...quiet,
      'POST /api/user/token/generate': {
        body: { ...aSession(), tenants: [{ cd: 'rossi', description: 'Rossi' }] },
      },
    });
    const user = userEvent.setup();
    const router = open('/fibado/accounts');
    await user.type(await screen.findByLabelText('Nome utente'), 'anna');
    await user.type(screen.getByLabelText('Password'), 'segreta');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(
      await screen.findByRole('heading', { name: 'accounts page' }, { timeout: 5000 }),
    ).toBeInTheDocument();
    expect(at(router)).toBe('/fibado/accounts');
    expect(asked.find((call) => call.path.endsWith('/generate'))?.body).toEqual({
      username: 'anna',
      password: 'segreta',
      tokenClient: 'app',
    });
  }, 20_000);

  it('let the user choose among several tenants', async () => {
    const choice = [
      { cd: 'rossi', description: 'Famiglia Rossi' },
      { cd: 'nonni', description: 'Nonni' },
    ];
    answering({
      ...quiet,
      'POST /api/user/token/generate': (_url, init) =>
        (init.body as string).includes('"cdTenant":"nonni"')
          ? { body: { ...aSession({ tenant: 'nonni' }), tenants: choice } }
          : { body: { tenants: choice } },
    });
    const user = userEvent.setup();
    open('/fibado/accounts');
    await user.type(await screen.findByLabelText('Nome utente'), 'anna');
    await user.type(screen.getByLabelText('Password'), 'segreta');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    await user.click(await screen.findByRole('button', { name: 'Nonni' }));
    await waitFor(() => expect(storedSession.tenant()).toBe('nonni'));
  }, 20_000);

  it('show a refused sign-in in words and keep the form', async () => {
    answering({
      ...quiet,
      'POST /api/user/token/generate': { status: 401, body: { error: 'BAD_CREDENTIALS', params: [] } },
    });
    const user = userEvent.setup();
    open('/landing');
    await user.click(await screen.findByRole('button', { name: 'Entra' }));
    await user.type(await screen.findByLabelText('Nome utente'), 'anna');
    await user.type(screen.getByLabelText('Password'), 'sbagliata');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Nome utente o password non corretti.');
    expect(screen.getByLabelText('Nome utente')).toHaveValue('anna');
  }, 20_000);

  it('send a user without the role to access-denied with the wanted address', async () => {
    answering(quiet);
    storedSession.authenticate(aSession({ roles: ['MSF_USERS'] }));
    const router = open('/fibado/accounts');
    await waitFor(() => expect(at(router)).toBe('/access-denied?url=%2Ffibado%2Faccounts'));
    expect(await screen.findByRole('heading', { name: 'Accesso negato' })).toBeInTheDocument();
    expect(screen.getByText('Risorsa richiesta: /fibado/accounts')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Torna alla pagina iniziale' })).toHaveAttribute('href', '/');
  });

  it('redirect a visitor with a valid token from landing to the application', async () => {
    answering(quiet);
    storedSession.authenticate(aSession());
    open('/landing?redirectTo=/fibado/accounts');
    expect(
      await screen.findByRole('heading', { name: 'accounts page' }, { timeout: 5000 }),
    ).toBeInTheDocument();
  }, 20_000);

  it('never redirect to another site', async () => {
    answering(quiet);
    storedSession.authenticate(aSession({ roles: [] }));
    const router = open('/landing?redirectTo=//evil.example');
    await waitFor(() => expect(at(router)).not.toContain('landing'));
    expect(at(router)).not.toContain('evil');
  });

  it('forget a stored token the API refuses', async () => {
    answering({
      ...quiet,
      'GET /api/user/account/user-logged': { status: 401, body: { error: 'UNAUTHENTICATED', params: [] } },
    });
    storedSession.authenticate(aSession());
    const router = open('/fibado/accounts');
    await waitFor(() => expect(at(router)).toContain('/landing?redirectTo='), { timeout: 5000 });
  }, 20_000);

  it('redirect an unknown path to the root', async () => {
    answering(quiet);
    const router = open('/no/such/page');
    await waitFor(() => expect(at(router)).toBe('/landing'));
  });

  it('ask for any of the roles of a route and its parents', () => {
    const matches = [
      { handle: undefined },
      { handle: { roles: ['FBDO_FIBADO'] } },
      { handle: { roles: ['SADMIN'] } },
    ];
    expect(requiredRoles(matches)).toEqual(['FBDO_FIBADO', 'SADMIN']);
    expect(redirectFor('/x', { roles: ['SADMIN'] }, matches)).toBeUndefined();
    expect(redirectFor('/x', { roles: [] }, [{ handle: {} }])).toBeUndefined();
    expect(redirectFor('/', null, [])).toBe('/landing');
  });
});

describe('an expired session', () => {
  it('asks to sign in again over the page, and goes on where one was', async () => {
    answering({
      ...quiet,
      'POST /api/user/token/generate': { body: { ...aSession({}, 'token-2'), tenants: [] } },
    });
    const go = import.meta.jest.spyOn(page, 'go').mockImplementation(() => undefined);
    storedSession.authenticate(aSession());
    const user = userEvent.setup();
    open('/fibado/accounts');
    await screen.findByRole('heading', { name: 'accounts page' }, { timeout: 5000 });
    act(() => storedSession.expire());
    await user.type(await screen.findByLabelText('Password', {}, { timeout: 5000 }), 'segreta');
    expect(screen.getByLabelText('Nome utente')).toHaveValue('anna');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    await waitFor(() => expect(storedSession.token()).toBe('token-2'));
    await waitFor(() => expect(screen.queryByLabelText('Password')).not.toBeInTheDocument());
    expect(await screen.findByRole('heading', { name: 'accounts page' })).toBeInTheDocument();
    expect(go).not.toHaveBeenCalled();
    go.mockRestore();
  }, 20_000);
});
