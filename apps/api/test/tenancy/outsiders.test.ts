import {
  API_KEY_SCOPES,
  type EndpointShape,
  type ErrorCode,
  ERROR_STATUS,
  HEADERS,
  keyScopesOf,
  type Role,
  ROLES,
  allEndpoints,
} from '@fibado/contracts';
import type supertest from 'supertest';
import { RemindersJob } from '../../src/notifications/reminders/reminders.job.js';
import { ApiKeyStore } from '../../src/platform/auth/api-key.store.js';
import { SYSTEM_ACTOR } from '../../src/platform/database/transactions.js';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { checksums, type Checksums } from '../support/checksum.js';
import { asOwner } from '../support/database.js';

/** Values that pass any contract's path parameters: what is tested here is decided before they are looked at. */
const PARAMETERS: Record<string, string> = {
  id: '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10',
  accountId: '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e11',
  idNotify: '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e12',
  date: '2026-10-01',
  year: '2026',
  quarter: '2026-10-01',
  flag: 'false',
  tenant: 'no-such-tenant',
  cd: 'database',
  today: '2026-10-01',
};

/** Public on purpose. A new public route has to be added here. */
const PUBLIC = [
  'exports.calendar',
  'health.live',
  'health.ready',
  'identities.backChannelLogout',
  'passwordLinks.confirmEmail',
  'passwordLinks.forgot',
  'passwordLinks.info',
  'passwordLinks.setPassword',
  'tokens.beginOpenId',
  'tokens.completeOpenId',
  'tokens.config',
  'tokens.fromKeycloakAuth',
  'tokens.generate',
  'tokens.passkeyOptions',
  'tokens.secondFactor',
];

const guarded = allEndpoints.filter((endpoint) => endpoint.access.kind !== 'public');
const rolesOf = (endpoint: EndpointShape): readonly Role[] =>
  endpoint.access.kind === 'anyOf' ? endpoint.access.roles : [];
const restricted = guarded.filter((endpoint) => endpoint.access.kind === 'anyOf');
const named = (endpoints: readonly EndpointShape[]) => endpoints.map((e) => [e.id, e] as const);

describe('outsiders', () => {
  let app: TestApp;
  let expired: TestUser;
  let member: TestUser;
  let elsewhere: { code: string };
  let suspended: TestUser;
  let blocked: TestUser;
  let ended: TestUser;
  let reader: TestUser;
  const lacking = new Map<string, TestUser>();
  const keys = new Map<string, string>();

  beforeAll(async () => {
    app = await createTestApp();
    expired = await app.newUser(ROLES);
    app.clock.advance(16 * 60_000);
    member = await app.newUser(ROLES);
    elsewhere = await app.newTenant();
    suspended = await app.newUser(ROLES);
    await asOwner(app.database, `update tenants set state = 'SUSPENDED' where id = $1`, [suspended.tenantId]);
    blocked = await app.newUser(ROLES);
    await asOwner(app.database, 'update users set blocked = true where id = $1', [blocked.id]);
    ended = await app.newUser(ROLES);
    await app.as(ended).post('/api/user/account/logout').expect(204);
    reader = await app.newUser(['FBDO_READ']);
    for (const endpoint of restricted) {
      const wanted = rolesOf(endpoint);
      if (lacking.has(wanted.join())) continue;
      lacking.set(wanted.join(), await app.newUser(ROLES.filter((role) => !wanted.includes(role))));
    }
    for (const endpoint of guarded) {
      const wanted = keyScopesOf(endpoint) ?? [];
      if (!keys.has(wanted.join())) keys.set(wanted.join(), await keyWithout(wanted));
    }
    // What the program does by itself each day is done before anything is compared.
    await app.app.get(RemindersJob).run();
    // The first use of a key is written down; the next ones of the same minute are not.
    for (const key of keys.values()) await call(userLogged, { token: key }).expect(200);
  });
  afterAll(() => app.close());

  const userLogged = allEndpoints.find((e) => e.id === 'account.userLogged') as EndpointShape;

  async function keyWithout(wanted: readonly string[]): Promise<string> {
    const { key } = await app.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      app.app.get(ApiKeyStore).make(scope, {
        tenantId: member.tenantId,
        userId: member.id,
        name: `without ${wanted.join()}`,
        scopes: API_KEY_SCOPES.filter((scope) => !wanted.includes(scope)),
        expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
      }),
    );
    return key;
  }

  function call(endpoint: EndpointShape, user: { token: string } | null): supertest.Test {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = PARAMETERS[name];
      if (value === undefined) throw new Error(`PARAMETERS has no ${name}, which ${endpoint.path} asks for`);
      return value;
    });
    const as = app.as(user);
    switch (endpoint.method) {
      case 'GET':
        return as.get(path);
      case 'DELETE':
        return as.delete(path);
      case 'POST':
        return as.post(path, {});
      case 'PUT':
        return as.put(path, {});
    }
  }

  /** Every route for one kind of outsider: the same refusal from each, and nothing written by any. */
  function refused(
    who: string,
    endpoints: readonly EndpointShape[],
    code: ErrorCode,
    send: (endpoint: EndpointShape) => supertest.Test,
  ) {
    describe(who, () => {
      let before: Checksums;
      beforeAll(async () => (before = await checksums(app.database)));
      it.each(named(endpoints))('%s', async (_, endpoint) => {
        const { status, body } = await send(endpoint);
        expect({ status, body }).toEqual({ status: ERROR_STATUS[code], body: { error: code, params: [] } });
      });
      it('leaves the database as it was', async () => {
        expect(await checksums(app.database)).toEqual(before);
      });
    });
  }

  refused('no token', guarded, 'UNAUTHENTICATED', (e) => call(e, null));
  refused('a token with a forged signature', guarded, 'UNAUTHENTICATED', (e) =>
    call(e, { token: `${member.token.slice(0, -8)}AAAAAAAA` }),
  );
  refused('a key that does not exist', guarded, 'UNAUTHENTICATED', (e) =>
    call(e, { token: 'fbd_nobody-made-this-key' }),
  );
  refused('an expired token', guarded, 'UNAUTHENTICATED', (e) => call(e, expired));
  refused('a session that was ended', guarded, 'UNAUTHENTICATED', (e) => call(e, ended));
  refused('a member of another tenant', guarded, 'TENANT_MISMATCH', (e) =>
    call(e, member).set(HEADERS.tenant, elsewhere.code),
  );
  refused('every role but the ones asked for', restricted, 'FORBIDDEN', (e) =>
    call(e, lacking.get(rolesOf(e).join()) as TestUser),
  );
  refused('a suspended tenant', guarded, 'TENANT_SUSPENDED', (e) => call(e, suspended));
  refused('a blocked user', guarded, 'USER_BLOCKED', (e) => call(e, blocked));
  refused(
    'a read-only member where it takes more',
    restricted.filter((e) => !rolesOf(e).includes('FBDO_READ')),
    'FORBIDDEN',
    (e) => call(e, reader),
  );
  refused(
    'a key without the scope',
    guarded.filter((e) => keyScopesOf(e)?.length !== 0),
    'FORBIDDEN',
    (e) => call(e, { token: keys.get((keyScopesOf(e) ?? []).join()) as string }),
  );

  describe('a read-only member where reading is enough', () => {
    let before: Checksums;
    beforeAll(async () => (before = await checksums(app.database)));
    it.each(named(restricted.filter((e) => rolesOf(e).includes('FBDO_READ'))))('%s', async (_, endpoint) => {
      const { status } = await call(endpoint, reader);
      // Let in; what it asks for need not exist, and an empty body need not do.
      expect([200, 400, 404, 415]).toContain(status);
    });
    it('leaves the database as it was', async () => {
      expect(await checksums(app.database)).toEqual(before);
    });
  });

  it('knows every public route', () => {
    const open = allEndpoints.filter((endpoint) => endpoint.access.kind === 'public').map((e) => e.id);
    expect(open.filter((id) => !PUBLIC.includes(id))).toEqual([]);
  });
});
