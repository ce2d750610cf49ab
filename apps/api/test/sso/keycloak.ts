import { readFileSync } from 'node:fs';
import { type IdentityServer, type Person, REDIRECT_URI } from './identity-server.js';
import { IMPORTED_REALM, KEYCLOAK_ADMIN, REALM_FILE } from './keycloak-server.mjs';

/** A realm of the real Keycloak that the suite started. */
export class Keycloak implements IdentityServer {
  readonly name = 'Keycloak';
  readonly otherClient = 'other-web';

  private constructor(
    readonly url: string,
    readonly realm: string,
  ) {}

  /** The realm the compose file imports at the start, as it does. */
  static imported(url: string): Promise<Keycloak> {
    return Keycloak.open(url, IMPORTED_REALM);
  }

  /** A new realm with the settings of the compose file's, so that test files share the server and nothing else. */
  static async created(url: string, realm: string): Promise<Keycloak> {
    const settings = JSON.parse(readFileSync(REALM_FILE, 'utf8')) as object;
    await request(url, 'POST', 'realms', { ...settings, realm });
    return Keycloak.open(url, realm);
  }

  private static async open(url: string, realm: string): Promise<Keycloak> {
    const keycloak = new Keycloak(url, realm);
    await keycloak.addClient(keycloak.otherClient);
    return keycloak;
  }

  async newPerson(username: string): Promise<Person> {
    const person = { username, email: `${username}@example.org`, password: `Temp-${username}-quaderno` };
    await this.admin('POST', 'users', {
      username,
      email: person.email,
      emailVerified: true,
      enabled: true,
      firstName: 'Ada',
      lastName: 'Rossi',
      credentials: [{ type: 'password', value: person.password, temporary: false }],
    });
    return person;
  }

  /** Puts a new signing key in front of the others, which stay good for what they signed. */
  async rotateKeys(priority: number): Promise<void> {
    const { id } = (await this.admin('GET', '')) as { id: string };
    await this.admin('POST', 'components', {
      name: `rsa-${priority}`,
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      parentId: id,
      config: { priority: [String(priority)], enabled: ['true'], active: ['true'] },
    });
  }

  async changeRealm(settings: object): Promise<void> {
    await this.admin('PUT', '', settings);
  }

  async endSessions(username: string): Promise<void> {
    await this.admin('POST', `users/${await this.userId(username)}/logout`);
  }

  async disable(username: string): Promise<void> {
    await this.admin('PUT', `users/${await this.userId(username)}`, { enabled: false });
  }

  /** Deletes a person and makes another one of the same name, address and password. */
  async recreate(person: Person): Promise<void> {
    await this.admin('DELETE', `users/${await this.userId(person.username)}`);
    await this.newPerson(person.username);
  }

  async joinGroup(username: string, group: string): Promise<void> {
    await this.admin('POST', 'groups', { name: group });
    const [made] = (await this.admin('GET', `groups?exact=true&search=${group}`)) as { id: string }[];
    await this.admin('PUT', `users/${await this.userId(username)}/groups/${made?.id}`);
  }

  /** Tells the web client's application of logouts at an address. */
  async logOutAt(clientId: string, address: string): Promise<void> {
    const [client] = (await this.admin('GET', `clients?clientId=${clientId}`)) as {
      id: string;
      attributes: Record<string, string>;
    }[];
    const attributes = { ...client?.attributes, 'backchannel.logout.url': address };
    await this.admin('PUT', `clients/${client?.id}`, { ...client, attributes });
  }

  private async userId(username: string): Promise<string> {
    const users = (await this.admin('GET', `users?exact=true&username=${username}`)) as { id: string }[];
    const [user] = users;
    if (!user) throw new Error(`No person ${username}`);
    return user.id;
  }

  /** The server goes on: it ends with the suite. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Lets the realm's web client come back to another address than the compose file's. */
  async allowOrigin(clientId: string, origin: string): Promise<void> {
    const [client] = (await this.admin('GET', `clients?clientId=${clientId}`)) as { id: string }[];
    await this.admin('PUT', `clients/${client?.id}`, {
      ...client,
      redirectUris: [`${origin}/*`],
      webOrigins: [origin],
    });
  }

  private async addClient(clientId: string): Promise<void> {
    await this.admin('POST', 'clients', {
      clientId,
      publicClient: true,
      standardFlowEnabled: true,
      redirectUris: [`${REDIRECT_URI}*`],
    });
  }

  private admin(method: string, path: string, body?: object): Promise<unknown> {
    return request(this.url, method, `realms/${this.realm}${path && `/${path}`}`, body);
  }
}

/** A call of the administration. */
async function request(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const login = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...KEYCLOAK_ADMIN, grant_type: 'password', client_id: 'admin-cli' }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const response = await fetch(`${url}/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
