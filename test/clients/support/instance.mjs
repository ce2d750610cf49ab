import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const ADMIN_PASSWORD = 'una-parola-lunga-per-la-prova';
export const PASSWORD = 'cavallo batteria graffetta 27';
const START_MS = 120_000;

/** Runs a program to its end. Nothing is thrown for what it answers: tests look at it. */
export function runProgram(program, args, { input = '', env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Builds what the clients and the API run; a child, as the build has imports of its own. */
async function build() {
  const script = `import('./scripts/build.mjs').then(({ build }) => build(console.error, { web: false }))`;
  const built = await runProgram(process.execPath, ['-e', script]);
  if (built.code !== 0) throw new Error(`The build failed:\n${built.stderr}`);
}

/**
 * A started instance without demonstration household, on a data folder of its own.
 * @param nodeArguments for the process, before the program.
 */
export async function startInstance(settings = {}, nodeArguments = []) {
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'fibado-clients-'));
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeArguments, 'scripts/serve.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      FIBADO_DATA: join(folder, 'data'),
      AUTOMATIC_PLANS: 'false',
      PORT: String(port),
      DEMO: 'false',
      ADMIN_PASSWORD,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + START_MS;
  while (!/Fibado is ready at/.test(output)) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`The instance did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const origin = `http://127.0.0.1:${port}`;
  return { origin, folder, child, stop, output: () => output };
}

/** A request without the client under test. @throws for an answer that is no success. */
export async function request(origin, path, { token, body, method = body ? 'POST' : 'GET' } = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { msfauth: `Bearer ${token}` } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

export async function signIn(origin, username, password, cdTenant) {
  const body = { username, password, tokenClient: 'test', ...(cdTenant ? { cdTenant } : {}) };
  return (await request(origin, '/api/user/token/generate', { body })).token;
}

export const adminToken = (origin) => signIn(origin, 'admin', ADMIN_PASSWORD);

/** A new household with one person who may do everything in it. */
export async function newHousehold(origin, code = 'rossi', username = 'anna') {
  const token = await adminToken(origin);
  await request(origin, '/api/user/admin/tenants/save', {
    token,
    body: {
      code,
      name: `Famiglia ${code}`,
      administrator: {
        username,
        name: 'Anna Rossi',
        email: `${username}@example.org`,
        password: PASSWORD,
      },
    },
  });
  return { username, password: PASSWORD, tenant: code };
}

const FINANCE_SCOPES = ['FINANCE_READ', 'FINANCE_WRITE', 'IMPORT', 'OPTIMIZE'];

/** An API key of a person, with every scope of the finance area unless told otherwise. */
export async function newKey(origin, { username, password }, scopes = FINANCE_SCOPES) {
  const token = await signIn(origin, username, password);
  const body = { name: `test ${Math.random()}`, scopes, days: 1 };
  return (await request(origin, '/api/user/account/api-keys/save', { token, body })).key;
}

export const SUPER_TENANT = 'prova';

/** A session with every role, in a household that is set up. */
export async function newSuperUser(origin) {
  const person = await newHousehold(origin, SUPER_TENANT, 'tester');
  const admin = await adminToken(origin);
  const { items } = await request(origin, '/api/user/admin/users/get?search=tester', { token: admin });
  const [user] = items;
  const [{ tenantId }] = user.memberships;
  const roles = ['SADMIN', 'MSF_USERS', 'MSF_GROUPS', 'VIEW_SERVICE', 'FBDO_FIBADO'];
  const { id, version, username, name, email, language } = user;
  await request(origin, '/api/user/admin/users/save', {
    token: admin,
    body: { id, version, username, name, email, language, memberships: [{ tenantId, roles, groupIds: [] }] },
  });
  // The household's own administrator accepts what was asked from outside.
  const own = await signIn(origin, person.username, person.password);
  const [asked] = await request(origin, '/api/user/admin/users/requests', { token: own });
  await request(origin, '/api/user/admin/users/accept-request', { token: own, body: { id: asked.id } });
  return signIn(origin, person.username, person.password);
}

let members = 0;

/** Adds a member with these roles alone to the test household. @param by its administrator's token. @returns a session's token */
export async function newMember(origin, by, roles) {
  members += 1;
  const username = `member${members}`;
  const { items } = await request(origin, '/api/user/admin/users/get?search=tester', { token: by });
  const [{ tenantId }] = items[0].memberships;
  await request(origin, '/api/user/admin/users/save', {
    token: by,
    body: {
      username,
      name: 'Bruno Rossi',
      email: `${username}@example.org`,
      password: PASSWORD,
      memberships: [{ tenantId, roles, groupIds: [] }],
    },
  });
  return signIn(origin, username, PASSWORD);
}
