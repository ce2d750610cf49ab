import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
import { CLIENT, type IdentityServer, type Person, REDIRECT_URI } from './identity-server.js';

const REALM = 'fibado';
const ENDPOINTS = 'protocol/openid-connect';

/** The certified `oidc-provider` under Keycloak's paths and with Keycloak's claims, where Keycloak cannot be had. */
export class OidcProvider implements IdentityServer {
  readonly name = 'oidc-provider';
  readonly realm = REALM;
  readonly otherClient = 'other-web';

  private constructor(
    readonly url: string,
    private readonly http: Server,
    private readonly people: Map<string, Person>,
  ) {}

  static async start(): Promise<OidcProvider> {
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const people = new Map<string, Person>();
    const provider = new Provider(`${url}/realms/${REALM}`, await configuration(people, url));
    const handle = provider.callback();
    http.on('request', (request, response) => {
      // Mounted below the realm's path, as Keycloak is.
      Object.assign(request, { originalUrl: request.url });
      request.url = (request.url ?? '').replace(`/realms/${REALM}`, '') || '/';
      void handle(request, response);
    });
    return new OidcProvider(url, http, people);
  }

  newPerson(username: string): Promise<Person> {
    const person = { username, email: `${username}@example.org`, password: 'any password does here' };
    this.people.set(username, person);
    return Promise.resolve(person);
  }

  close(): Promise<void> {
    this.http.closeAllConnections();
    return new Promise((resolve) => this.http.close(() => resolve()));
  }
}

async function configuration(people: Map<string, Person>, url: string): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const client = (id: string) => ({
    client_id: id,
    token_endpoint_auth_method: 'none' as const,
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code'],
    response_types: ['code' as const],
    application_type: 'native' as const,
  });
  const claimsOf = (username: string) => {
    const person = people.get(username);
    return {
      preferred_username: username,
      name: 'Ada Rossi',
      email: person?.email,
      email_verified: true,
    };
  };
  return {
    clients: [client(CLIENT), client('other-web')],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
    routes: {
      authorization: `/${ENDPOINTS}/auth`,
      token: `/${ENDPOINTS}/token`,
      jwks: `/${ENDPOINTS}/certs`,
      userinfo: `/${ENDPOINTS}/userinfo`,
      end_session: `/${ENDPOINTS}/logout`,
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    claims: { profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    extraTokenClaims: (_context, token) =>
      'accountId' in token && token.accountId !== undefined
        ? { ...claimsOf(token.accountId), azp: token.clientId, typ: 'Bearer' }
        : undefined,
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `${url}/api`,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile email',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
}
