import { answering } from '../../../test/http';
import { aSession } from '../../../test/sessions';
import { page } from '../../lib/page';
import { storedSession } from '../../lib/stored-session';
import { startActing, stopActing } from '../../lib/acting';
import { forgetInstanceConfig } from './instance-config';
import { autoLogin, logout, refreshSession, verifyStoredSession } from './sign-in';
import { sso } from './sso';

const jest = import.meta.jest;
const ssoConfig = { url: 'https://id.example', realm: 'fibado', clientId: 'fibado' };
const withSso = { 'GET /api/user/config': { body: { localSignIn: false, sso: ssoConfig, version: '1' } } };
const tenants = [{ cd: 'rossi', description: 'Rossi' }];

beforeEach(() => {
  storedSession.clear();
  forgetInstanceConfig();
  sessionStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

describe('automatic sign-in', () => {
  it('takes the stored token first, without a request', async () => {
    const asked = answering(withSso);
    storedSession.authenticate(aSession());
    expect(await autoLogin()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('exchanges the session of the identity provider', async () => {
    jest.spyOn(sso, 'identity').mockResolvedValue({ token: 'kc', username: 'anna' });
    const asked = answering({
      ...withSso,
      'POST /api/user/token/from-keycloak-auth': { body: { ...aSession(), tenants } },
    });
    storedSession.authenticate(aSession({ expirationToken: Date.now() - 1 }));
    expect(await autoLogin()).toBe(true);
    expect(asked.at(-1)?.body).toEqual({ keycloakToken: 'kc', username: 'anna', tokenClient: 'app' });
    expect(storedSession.token()).toBe('token-1');
  });

  it('is declined when there are several tenants', async () => {
    jest.spyOn(sso, 'identity').mockResolvedValue({ token: 'kc', username: 'anna' });
    answering({
      ...withSso,
      'POST /api/user/token/from-keycloak-auth': {
        body: { tenants: [...tenants, { cd: 'nonni', description: 'Nonni' }] },
      },
    });
    expect(await autoLogin()).toBe(false);
    expect(storedSession.session()).toBeNull();
  });

  it('fails without a session anywhere, and when nothing answers', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    jest.spyOn(sso, 'identity').mockResolvedValue(undefined);
    answering(withSso);
    expect(await autoLogin()).toBe(false);
    forgetInstanceConfig();
    answering({ 'GET /api/user/config': 'unreachable' });
    expect(await autoLogin()).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('a stored session', () => {
  it('takes over the roles of this moment', async () => {
    answering({ 'GET /api/user/account/user-logged': { body: aSession({ roles: ['SADMIN'] }).userLogged } });
    storedSession.authenticate(aSession());
    await verifyStoredSession();
    expect(storedSession.session()?.userLogged.roles).toEqual(['SADMIN']);
  });

  it('survives an API that is down', async () => {
    answering({ 'GET /api/user/account/user-logged': 'unreachable' });
    storedSession.authenticate(aSession());
    await verifyStoredSession();
    expect(storedSession.token()).toBe('token-1');
  });

  it('is forgotten when its user is blocked', async () => {
    answering({
      'GET /api/user/account/user-logged': { status: 403, body: { error: 'USER_BLOCKED', params: [] } },
    });
    storedSession.authenticate(aSession());
    await verifyStoredSession();
    expect(storedSession.session()).toBeNull();
  });

  it('gets a fresh token', async () => {
    answering({ 'GET /api/user/account/refresh': { body: aSession({}, 'token-2') } });
    storedSession.authenticate(aSession());
    await refreshSession();
    expect(storedSession.token()).toBe('token-2');
  });
});

describe('logout', () => {
  it('ends the session on the server and here, even when the server does not answer', async () => {
    const go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
    const asked = answering({
      'GET /api/user/config': { body: { localSignIn: true, version: '1' } },
      'POST /api/user/account/logout': 'unreachable',
    });
    storedSession.authenticate(aSession());
    await logout();
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/api/user/account/logout' });
    expect(storedSession.session()).toBeNull();
    expect(go).toHaveBeenCalledWith('/landing');
  });

  it('ends the identity provider’s session too', async () => {
    const go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
    const ended = jest.spyOn(sso, 'logout').mockResolvedValue(true);
    answering({ ...withSso, 'POST /api/user/account/logout': { status: 204 } });
    storedSession.authenticate(aSession());
    await logout();
    expect(ended).toHaveBeenCalledWith(ssoConfig, '/landing');
    expect(go).not.toHaveBeenCalled();
  });
});

describe('acting as another user', () => {
  it('gives the own session back at the end', async () => {
    const go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
    answering({ 'POST /api/user/account/logout': { status: 204 } });
    storedSession.authenticate(aSession({ username: 'root', roles: ['SADMIN'] }, 'own'));
    startActing(aSession({ actor: 'root' }, 'acting'));
    expect(storedSession.token()).toBe('acting');
    await stopActing();
    expect(storedSession.token()).toBe('own');
    expect(go).toHaveBeenCalledTimes(2);
  });
});

describe('the provider’s refresh token', () => {
  it('is handed over with the exchange, and used no more by the page', async () => {
    jest
      .spyOn(sso, 'identity')
      .mockResolvedValue({ token: 'kc', username: 'anna', refreshToken: 'refresh-1' });
    const handedOver = jest.spyOn(sso, 'handedOver');
    const asked = answering({
      ...withSso,
      'POST /api/user/token/from-keycloak-auth': { body: { ...aSession(), tenants } },
    });
    expect(await autoLogin()).toBe(true);
    expect(asked.at(-1)?.body).toMatchObject({ keycloakToken: 'kc', refreshToken: 'refresh-1' });
    expect(handedOver).toHaveBeenCalledTimes(1);
  });
});
