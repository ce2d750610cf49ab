import { aSession } from '../../test/sessions';
import { client } from './client';
import { answering } from '../../test/http';
import { isTokenValid, storedSession } from './stored-session';
import { sessionEndpoints, tokens } from '@fibado/contracts';

beforeEach(() => storedSession.clear());

describe('the token rule', () => {
  it('counts a token as valid while at least 1000 ms are left', () => {
    const session = aSession({ expirationToken: 10_000 });
    expect(isTokenValid(session, 9000)).toBe(true);
    expect(isTokenValid(session, 9001)).toBe(false);
    expect(isTokenValid(null, 0)).toBe(false);
  });

  it('sends token, tenant and client code while the token is valid', async () => {
    const asked = answering({ 'GET /api/user/account/tenants': { body: [] } });
    storedSession.authenticate(aSession());
    await client.call(sessionEndpoints.tenants);
    expect(asked[0]?.headers).toMatchObject({
      msfauth: 'Bearer token-1',
      CdTenant: 'rossi',
      CdClient: 'app',
      InternalHost: 'localhost',
    });
  });

  it('sends no token in its last second', async () => {
    const asked = answering({ 'GET /api/user/account/tenants': { body: [] } });
    storedSession.authenticate(aSession({ expirationToken: Date.now() + 900 }));
    await client.call(sessionEndpoints.tenants);
    expect(asked[0]?.headers).not.toHaveProperty('msfauth');
  });
});

describe('the end of a session', () => {
  const refused = { status: 401, body: { error: 'UNAUTHENTICATED', params: [] } };

  it('keeps the user on the page and takes the token from the other windows', async () => {
    answering({ 'GET /api/user/account/tenants': refused });
    storedSession.authenticate(aSession());
    await expect(client.call(sessionEndpoints.tenants)).rejects.toThrow('UNAUTHENTICATED');
    expect(storedSession.get()).toMatchObject({ expired: true, session: { token: 'token-1' } });
    expect(localStorage.getItem(storedSession.storageKey)).not.toContain('token-1');
  });

  it('is none while another tab has a newer token of the same person: the call goes out again with that', async () => {
    const asked = answering({
      'GET /api/user/account/tenants': (_url, init) =>
        (init.headers as Record<string, string>)['msfauth'] === 'Bearer token-2' ? { body: [] } : refused,
    });
    storedSession.authenticate(aSession());
    const calling = client.call(sessionEndpoints.tenants);
    // Stored there a moment after the refusal came here.
    setTimeout(() => {
      localStorage.setItem(storedSession.storageKey, JSON.stringify(aSession({}, 'token-2')));
    }, 120);
    expect(await calling).toEqual([]);
    expect(asked.map(({ headers }) => headers['msfauth'])).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(storedSession.get()).toMatchObject({ expired: false, session: { token: 'token-2' } });
  });

  it('leaves alone what another tab stored for another user', async () => {
    answering({ 'GET /api/user/account/tenants': refused });
    storedSession.authenticate(aSession());
    const theirs = JSON.stringify(aSession({ username: 'bruno' }, 'token-9'));
    localStorage.setItem(storedSession.storageKey, theirs);
    await expect(client.call(sessionEndpoints.tenants)).rejects.toThrow('UNAUTHENTICATED');
    expect(storedSession.get().expired).toBe(true);
    expect(localStorage.getItem(storedSession.storageKey)).toBe(theirs);
  });

  it('does not come from a wrong password', async () => {
    answering({
      'POST /api/user/token/generate': { status: 401, body: { error: 'BAD_CREDENTIALS', params: [] } },
    });
    storedSession.authenticate(aSession());
    const body = { username: 'anna', password: 'x', tokenClient: 'app' };
    await expect(client.call(tokens.generate, { body })).rejects.toThrow('BAD_CREDENTIALS');
    expect(storedSession.get().expired).toBe(false);
  });
});

describe('other tabs', () => {
  const store = (value: unknown): void =>
    localStorage.setItem(storedSession.storageKey, JSON.stringify(value));

  it('renew the token of the same person', () => {
    storedSession.authenticate(aSession());
    store(aSession({}, 'token-2'));
    expect(storedSession.readFromOtherTab()).toBe('renewed');
    expect(storedSession.token()).toBe('token-2');
  });

  it('change the person or the tenant', () => {
    storedSession.authenticate(aSession());
    store(aSession({ tenant: 'bianchi' }, 'token-2'));
    expect(storedSession.readFromOtherTab()).toBe('changed');
  });

  it('log out, or only expire', () => {
    storedSession.authenticate(aSession());
    store('expired');
    expect(storedSession.readFromOtherTab()).toBe('same');
    expect(storedSession.get().expired).toBe(true);
    localStorage.removeItem(storedSession.storageKey);
    expect(storedSession.readFromOtherTab()).toBe('ended');
    expect(storedSession.session()).toBeNull();
  });

  it('cannot break this one with rubbish', () => {
    localStorage.setItem(storedSession.storageKey, '{"token":1}');
    expect(storedSession.readFromOtherTab()).toBe('same');
    localStorage.setItem(storedSession.storageKey, 'no json');
    expect(storedSession.readFromOtherTab()).toBe('same');
  });
});
