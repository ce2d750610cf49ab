import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { type Person, REDIRECT_URI } from './identity-server.js';

export const PLAIN_CLIENT = { id: 'fibado', secret: 'a secret of the test and of nothing else' };

/**
 * The certified `oidc-provider` as it comes: its own paths, a confidential client, ID tokens without the person's
 * claims, which are told by the user information alone, and names that are addresses.
 */
export class PlainProvider {
  private constructor(
    readonly issuer: string,
    private readonly http: Server,
    private readonly people: Map<string, Person & { groups: string[] }>,
  ) {}

  static async start(): Promise<PlainProvider> {
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const people = new Map<string, Person & { groups: string[] }>();
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: PLAIN_CLIENT.id,
          client_secret: PLAIN_CLIENT.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [`${REDIRECT_URI}sign-in-return`],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          application_type: 'native',
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'one' }] },
      cookies: { keys: ['a key of the test'] },
      pkce: { required: () => true },
      issueRefreshToken: () => true,
      findAccount: (_context, id) => {
        const person = people.get(id);
        if (!person) return undefined;
        const { email, groups } = person;
        return {
          accountId: id,
          claims: () => ({ sub: id, name: 'Ada Rossi', email, email_verified: true, groups }),
        };
      },
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: true } },
    });
    const handle = provider.callback();
    http.on('request', (request, response) => void handle(request, response));
    return new PlainProvider(issuer, http, people);
  }

  newPerson(username: string): Promise<Person> {
    const person = { username, email: `${username}@example.org`, password: 'any password', groups: [] };
    this.people.set(username, person);
    return Promise.resolve(person);
  }

  disable(username: string): Promise<void> {
    this.people.delete(username);
    return Promise.resolve();
  }

  joinGroup(username: string, group: string): Promise<void> {
    this.people.get(username)?.groups.push(group);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.http.closeAllConnections();
    return new Promise((resolve) => this.http.close(() => resolve()));
  }
}
