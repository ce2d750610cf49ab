import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IdentityServer, type Person, REDIRECT_URI } from './identity-server.js';

const REALM_FILE = fileURLToPath(new URL('../../../../deploy/keycloak/fibado-realm.json', import.meta.url));
const ADMIN = { username: 'admin', password: 'admin-of-the-test' };
/** Seconds on a free machine, minutes on a busy one. */
const START_MS = 400_000;

/** A real Keycloak with the realm the compose file uses, on a free port of loopback and in a folder of its own. */
export class Keycloak implements IdentityServer {
  readonly name = 'Keycloak';
  readonly realm = 'fibado';
  readonly otherClient = 'other-web';

  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(distribution: string): Promise<Keycloak> {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-keycloak-'));
    // Keycloak builds itself for its options inside its own folder: the cached one stays as it was fetched.
    cpSync(distribution, folder, { recursive: true });
    mkdirSync(join(folder, 'data/import'), { recursive: true });
    cpSync(REALM_FILE, join(folder, 'data/import/fibado-realm.json'));
    const port = await freePort();
    const child = spawn(
      'bash',
      [
        join(folder, 'bin/kc.sh'),
        'start-dev',
        '--import-realm',
        '--http-host',
        '127.0.0.1',
        '--http-port',
        String(port),
        '--cache',
        'local',
        '--log-level',
        'warn',
      ],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        env: {
          ...process.env,
          KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
          KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
          JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx768m',
          // A server that lives for a minute is not worth the optimizing compiler.
          JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
        },
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
    const keycloak = new Keycloak(`http://127.0.0.1:${port}`, child, folder);
    try {
      await keycloak.ready();
      await keycloak.addClient(keycloak.otherClient);
      return keycloak;
    } catch (error) {
      await keycloak.close();
      throw new Error(`Keycloak did not start: ${said}`, { cause: error });
    }
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

  async close(): Promise<void> {
    const { pid } = this.process;
    if (pid !== undefined && this.process.exitCode === null) {
      const gone = new Promise((resolve) => this.process.once('exit', resolve));
      // The script and the Java machine it started, which are a group of their own.
      process.kill(-pid, 'SIGTERM');
      const late = setTimeout(() => process.kill(-pid, 'SIGKILL'), 20_000);
      await gone;
      clearTimeout(late);
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }

  private async ready(): Promise<void> {
    const end = Date.now() + START_MS;
    while (Date.now() < end) {
      if (this.process.exitCode !== null) throw new Error(`It ended with ${this.process.exitCode}`);
      const there = await fetch(`${this.url}/realms/${this.realm}/.well-known/openid-configuration`).then(
        (response) => response.ok,
        () => false,
      );
      if (there) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error('It took too long');
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

  private async admin(method: string, path: string, body?: object): Promise<unknown> {
    const login = await fetch(`${this.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...ADMIN, grant_type: 'password', client_id: 'admin-cli' }),
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    const response = await fetch(`${this.url}/admin/realms/${this.realm}${path && `/${path}`}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No port');
  return address.port;
}
