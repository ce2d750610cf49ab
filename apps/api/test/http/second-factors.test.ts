import { TOTP, Secret } from 'otpauth';
import type { FactorChallenge, SignInResult } from '@fibado/contracts';
import { createTestApp, type TestApp, type TestUser } from '../support/app.js';
import { Authenticator } from '../support/authenticator.js';
import { asOwner } from '../support/database.js';

const SITE = 'https://fibado.example.org';
const STEP_MS = 30_000;
const LATER_MS = 6 * 60_000;
const FACTORS = '/api/user/account/second-factors';

describe('second factors', () => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestApp({ PUBLIC_URL: SITE });
  });
  beforeEach(async () => {
    user = await app.newUser(['FBDO_FIBADO']);
  });
  afterAll(() => app.close());

  type By = { token: string };
  const post = (path: string, body: object = {}, by: By = user) => app.as(by).post(path, body);
  const codeAt = (secret: string, offsetMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: app.clock.now().getTime() + offsetMs,
    });
  /** Ten codes that are none of the three that count now. */
  const wrongCodes = (secret: string): string[] => {
    const right = [-STEP_MS, 0, STEP_MS].map((offsetMs) => codeAt(secret, offsetMs));
    const some = Array.from({ length: 13 }, (_, i) => String(i).padStart(6, '0'));
    return some.filter((code) => !right.includes(code)).slice(0, 10);
  };
  const signIn = (person = user, password = person.password) =>
    app.as(null).post('/api/user/token/generate', { username: person.username, password, tokenClient: 't' });
  const give = (body: object) =>
    app.as(null).post('/api/user/token/second-factor', { tokenClient: 't', ...body });
  const asked = async (person = user): Promise<FactorChallenge> => {
    const { body } = await signIn(person).expect(200);
    const { secondFactor, token } = body as SignInResult;
    expect(token).toBeUndefined();
    if (!secondFactor) throw new Error('No second factor was asked for');
    return secondFactor;
  };
  const kinds = async (by: By = user): Promise<string[]> => {
    const { body } = await app.as(by).get('/api/user/account/security-events').expect(200);
    return (body as { items: { kind: string }[] }).items.map(({ kind }) => kind);
  };

  async function enrolTotp(by: By = user): Promise<{ id: string; secret: string; recoveryCodes: string[] }> {
    const { body: begun } = await post(`${FACTORS}/begin-totp`, {}, by).expect(200);
    const { secret, ticket } = begun as { secret: string; ticket: string };
    const { body } = await post(
      `${FACTORS}/confirm-totp`,
      { ticket, name: 'Phone', code: codeAt(secret) },
      by,
    ).expect(200);
    app.clock.advance(STEP_MS);
    return { id: body.factor.id, secret, recoveryCodes: body.recoveryCodes };
  }

  async function enrolPasskey(device = new Authenticator(), by: By = user): Promise<Authenticator> {
    const { body } = await post(`${FACTORS}/begin-passkey`, {}, by).expect(200);
    const passkey = device.register({ challenge: body.options.challenge, origin: SITE });
    await post(`${FACTORS}/confirm-passkey`, { ticket: body.ticket, name: 'Key', passkey }, by).expect(200);
    return device;
  }

  const challengeOf = ({ passkey }: FactorChallenge) => ({
    challenge: String(passkey?.['challenge']),
    origin: SITE,
  });

  describe('an authenticator app', () => {
    it('is added by a code of it, and then asked for at each sign-in', async () => {
      const { body } = await post(`${FACTORS}/begin-totp`).expect(200);
      expect(body.uri).toMatch(/^otpauth:\/\/totp\/Fibado:/);
      const wrong = { ticket: body.ticket, name: 'Phone', code: wrongCodes(body.secret)[0] };
      expect((await post(`${FACTORS}/confirm-totp`, wrong).expect(400)).body.error).toBe(
        'SECOND_FACTOR_WRONG',
      );
      const right = { ...wrong, code: codeAt(body.secret) };
      const { body: added } = await post(`${FACTORS}/confirm-totp`, right).expect(200);
      expect(added.recoveryCodes).toHaveLength(10);
      // The enrolment counts once.
      await post(`${FACTORS}/confirm-totp`, right).expect(410);
      const { body: listed } = await app.as(user).get(`${FACTORS}/get`).expect(200);
      expect(listed).toMatchObject({
        factors: [{ kind: 'TOTP', name: 'Phone' }],
        recoveryCodesLeft: 10,
        required: false,
      });
      expect(JSON.stringify(listed)).not.toContain(body.secret);

      // The code that enrolled it was used.
      const first = await asked();
      expect(first.methods).toEqual(['TOTP', 'RECOVERY_CODE']);
      await give({ ticket: first.ticket, code: right.code }).expect(400);
      app.clock.advance(STEP_MS);
      const { body: signedIn } = await give({ ticket: first.ticket, code: codeAt(body.secret) }).expect(200);
      await app.as(signedIn).get('/api/user/account/user-logged').expect(200);
      expect(await kinds(signedIn)).toEqual(
        expect.arrayContaining(['SECOND_FACTOR_ADDED', 'SECOND_FACTOR_FAILED', 'SIGN_IN']),
      );
    });

    it('is accepted one step early or late, never twice, and never out of an older step', async () => {
      const { secret } = await enrolTotp();
      const early = codeAt(secret, STEP_MS);
      await give({ ticket: (await asked()).ticket, code: codeAt(secret, 2 * STEP_MS) }).expect(400);
      const { ticket } = await asked();
      await give({ ticket, code: early }).expect(200);
      await give({ ticket, code: early }).expect(400);
      await give({ ticket: (await asked()).ticket, code: early }).expect(400);
      await give({ ticket: (await asked()).ticket, code: codeAt(secret) }).expect(400);
    });

    it('makes a guesser wait, wherever the guesses come from', async () => {
      const { secret } = await enrolTotp();
      let status = 400;
      for (const code of wrongCodes(secret))
        if (status === 400) ({ status } = await give({ ticket: (await asked()).ticket, code }));
      expect(status).toBe(429);
      await give({ ticket: (await asked()).ticket, code: codeAt(secret) }).expect(429);
    });

    it('is stored encrypted, and its recovery codes as fingerprints', async () => {
      const { secret, recoveryCodes } = await enrolTotp();
      const rows = await asOwner<object>(
        app.database,
        `select f.*, r.fingerprint from second_factors f join recovery_codes r using (user_id) where user_id = $1`,
        [user.id],
      );
      expect(rows).toHaveLength(10);
      const stored = JSON.stringify(rows);
      for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))])
        expect(stored).not.toContain(text);
    });

    it('is replaced by a recovery code, once', async () => {
      const { recoveryCodes } = await enrolTotp();
      const [code = '', other = ''] = recoveryCodes;
      const typed = code.toLowerCase().replace('-', ' ');
      const { body } = await give({ ticket: (await asked()).ticket, code: typed }).expect(200);
      expect((await app.as(body).get(`${FACTORS}/get`).expect(200)).body.recoveryCodesLeft).toBe(9);
      expect(await kinds(body)).toContain('RECOVERY_CODE_USED');
      await give({ ticket: (await asked()).ticket, code }).expect(400);
      const renewed = await post(`${FACTORS}/recovery-codes`, {}, body).expect(200);
      expect(renewed.body.recoveryCodes).toHaveLength(10);
      await give({ ticket: (await asked()).ticket, code: other }).expect(400);
      await give({ ticket: (await asked()).ticket, code: renewed.body.recoveryCodes[0] }).expect(200);
    });

    it('is named anew and removed by its owner alone; with the last one go the recovery codes', async () => {
      const { id } = await enrolTotp();
      const stranger = await app.newUser(['FBDO_FIBADO']);
      await post(`${FACTORS}/rename`, { id, name: 'Mine' }, stranger).expect(404);
      await app.as(stranger).delete(`${FACTORS}/delete/${id}`).expect(404);
      expect((await post(`${FACTORS}/rename`, { id, name: 'Old phone' }).expect(200)).body.name).toBe(
        'Old phone',
      );
      await app.as(user).delete(`${FACTORS}/delete/${id}`).expect(204);
      expect((await app.as(user).get(`${FACTORS}/get`).expect(200)).body).toEqual({
        factors: [],
        recoveryCodesLeft: 0,
        required: false,
      });
      await post(`${FACTORS}/recovery-codes`).expect(404);
      expect((await signIn().expect(200)).body.token).toEqual(expect.any(String));
    });
  });

  describe('a passkey', () => {
    it('completes a sign-in, and refuses another device, site, challenge or a copy of it', async () => {
      const device = await enrolPasskey();
      const first = await asked();
      expect(first.methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
      const attempts = [
        new Authenticator().sign(challengeOf(first)),
        device.sign({ ...challengeOf(first), origin: 'https://fibado.example.com' }),
        device.sign(challengeOf(await asked())),
      ];
      for (const passkey of attempts) {
        const { body } = await give({ ticket: first.ticket, passkey }).expect(400);
        expect(body).toEqual({ error: 'SECOND_FACTOR_WRONG', params: [] });
      }
      const passkey = device.sign(challengeOf(first));
      await give({ ticket: first.ticket, passkey }).expect(200);
      await give({ ticket: first.ticket, passkey }).expect(400);
      // A copy of the device counts from where it was copied.
      device.counter = 1;
      const next = await asked();
      await give({ ticket: next.ticket, passkey: device.sign(challengeOf(next)) }).expect(400);
    });

    it('signs in by itself when the device verifies the person', async () => {
      const device = await enrolPasskey();
      const options = async () =>
        (await app.as(null).post('/api/user/token/passkey-options').expect(200)).body as FactorChallenge;
      device.verifiesUser = false;
      const unverified = await options();
      await give({ ticket: unverified.ticket, passkey: device.sign(challengeOf(unverified)) }).expect(400);
      device.verifiesUser = true;
      app.clock.advance(1000);
      const begun = await options();
      expect(begun.passkey).toMatchObject({ userVerification: 'required', rpId: 'fibado.example.org' });
      const { body } = await give({ ticket: begun.ticket, passkey: device.sign(challengeOf(begun)) }).expect(
        200,
      );
      const { body: logins } = await app.as(body).get('/api/user/account/last-five-login').expect(200);
      expect(logins[0]).toMatchObject({ method: 'PASSKEY' });
      // A code proves nothing here: without a user there is no secret to verify it with.
      await give({ ticket: (await options()).ticket, code: '123456' }).expect(400);
    });

    it('does not open a blocked account, and is refused after it was removed', async () => {
      const device = await enrolPasskey();
      await asOwner(app.database, 'update users set blocked = true where id = $1', [user.id]);
      const begun = await asked();
      await give({ ticket: begun.ticket, passkey: device.sign(challengeOf(begun)) }).expect(403);
      await asOwner(app.database, 'update users set blocked = false where id = $1', [user.id]);
      const late = await asked();
      await asOwner(app.database, 'delete from second_factors where user_id = $1', [user.id]);
      await give({ ticket: late.ticket, passkey: device.sign(challengeOf(late)) }).expect(400);
    });

    it('belongs to one account', async () => {
      const device = await enrolPasskey();
      const other = await app.newUser([]);
      const { body } = await post(`${FACTORS}/begin-passkey`, {}, other).expect(200);
      const passkey = device.register({ challenge: body.options.challenge, origin: SITE });
      await post(`${FACTORS}/confirm-passkey`, { ticket: body.ticket, name: 'Key', passkey }, other).expect(
        409,
      );
      // Nor can one begin what another completes.
      const mine = (await post(`${FACTORS}/begin-passkey`).expect(200)).body;
      const fresh = new Authenticator().register({ challenge: mine.options.challenge, origin: SITE });
      await post(
        `${FACTORS}/confirm-passkey`,
        { ticket: mine.ticket, name: 'K', passkey: fresh },
        other,
      ).expect(410);
    });
  });

  describe('step-up', () => {
    const stepUp = (body: object, by: By = user) => post('/api/user/account/step-up', body, by);
    const challenge = async (by: By = user) =>
      (await post(`${FACTORS}/challenge`, {}, by).expect(200)).body as FactorChallenge;

    it('takes a second factor where there is one, and no password alone', async () => {
      const { id, secret } = await enrolTotp();
      app.clock.advance(LATER_MS);
      await app.as(user).delete(`${FACTORS}/delete/${id}`).expect(403);
      await post(`${FACTORS}/recovery-codes`).expect(403);
      const refused = await stepUp({ password: user.password }).expect(403);
      expect(refused.body.error).toBe('SECOND_FACTOR_REQUIRED');
      const { ticket, methods } = await challenge();
      expect(methods).toContain('TOTP');
      await stepUp({ ticket, code: wrongCodes(secret)[0] }).expect(400);
      await stepUp({ ticket, code: codeAt(secret) }).expect(200);
      await app.as(user).delete(`${FACTORS}/delete/${id}`).expect(204);
    });

    it('takes a passkey, and no ticket of a sign-in or of another person', async () => {
      const device = await enrolPasskey();
      const other = await app.newUser([]);
      const theirs = await enrolPasskey(new Authenticator(), other);
      app.clock.advance(LATER_MS);
      const signIn = await asked();
      await stepUp({ ticket: signIn.ticket, passkey: device.sign(challengeOf(signIn)) }).expect(410);
      const foreign = await challenge(other);
      await stepUp({ ticket: foreign.ticket, passkey: theirs.sign(challengeOf(foreign)) }).expect(410);
      const own = await challenge();
      await stepUp({ ticket: own.ticket, passkey: theirs.sign(challengeOf(own)) }).expect(400);
      await stepUp({ ticket: own.ticket, passkey: device.sign(challengeOf(own)) }).expect(200);
      await post(`${FACTORS}/recovery-codes`).expect(200);
      const late = await challenge();
      app.clock.advance(LATER_MS);
      await stepUp({ ticket: late.ticket, passkey: device.sign(challengeOf(late)) }).expect(410);
    });

    it('offers no method to an account without second factor, and nothing to a key', async () => {
      expect((await challenge()).methods).toEqual([]);
      const made = await post('/api/user/account/api-keys/save', { name: 'k', scopes: ['FINANCE_READ'] });
      const key = { token: String(made.body.key) };
      await app.as(key).get(`${FACTORS}/get`).expect(403);
      await post(`${FACTORS}/begin-totp`, {}, key).expect(403);
    });
  });

  it('keeps its proof while a tenant is chosen', async () => {
    const { secret } = await enrolTotp();
    const other = await app.newTenant();
    await asOwner(
      app.database,
      `insert into memberships (tenant_id, user_id, roles, roles_changed_at, created_at)
       values ($1, $2, '{FBDO_READ}', now(), now())`,
      [other.id, user.id],
    );
    const { body } = await give({ ticket: (await asked()).ticket, code: codeAt(secret) }).expect(200);
    expect(body).toMatchObject({
      tenants: expect.arrayContaining([expect.objectContaining({ cd: other.code })]),
    });
    expect(body.token).toBeUndefined();
    const chosen = await give({ ticket: body.ticket, cdTenant: other.code }).expect(200);
    expect(chosen.body.userLogged.tenant).toBe(other.code);
    await give({ ticket: body.ticket, cdTenant: other.code }).expect(410);
    const moved = await app.as(chosen.body).get(`/api/user/account/change-tenant/${user.tenant}`).expect(200);
    await asOwner(app.database, 'update tenants set second_factor_required = true where id = $1', [
      user.tenantId,
    ]);
    await app.as(moved.body).get('/api/finance/banks/get').expect(200);
  });

  describe('a tenant that requires one', () => {
    const banks = (by: By) => app.as(by).get('/api/finance/banks/get');

    it('opens nothing but the enrolment to who signed in with a password alone', async () => {
      const head = await app.newUser(['MSF_USERS', 'FBDO_FIBADO']);
      const member = await app.newUser(['FBDO_FIBADO'], { id: head.tenantId, code: head.tenant });
      await post('/api/user/admin/second-factor-policy', { required: true }, member).expect(403);
      const { body } = await post('/api/user/admin/second-factor-policy', { required: true }, head).expect(
        200,
      );
      expect(body).toEqual({ required: true });
      await banks(user).expect(200);
      expect((await banks(member).expect(403)).body).toEqual({ error: 'SECOND_FACTOR_REQUIRED', params: [] });
      await post('/api/user/account/api-keys/save', { name: 'k', scopes: ['FINANCE_READ'] }, member).expect(
        403,
      );
      await app.as(member).get('/api/user/account/user-logged').expect(200);
      expect((await app.as(member).get(`${FACTORS}/get`).expect(200)).body.required).toBe(true);
      await enrolTotp(member);
      await banks(member).expect(200);
      const { token } = (await signIn(member).expect(200)).body;
      expect(token).toBeUndefined();
      expect(await kinds(head)).toContain('SECOND_FACTOR_POLICY');
    });

    it('is met by a step-up in a session that was opened before', async () => {
      const secret = (await enrolTotp()).secret;
      await asOwner(app.database, 'update sessions set two_factor = false where user_id = $1', [user.id]);
      await asOwner(app.database, 'update tenants set second_factor_required = true where id = $1', [
        user.tenantId,
      ]);
      await banks(user).expect(403);
      const { body } = await post(`${FACTORS}/challenge`).expect(200);
      await post('/api/user/account/step-up', { ticket: body.ticket, code: codeAt(secret) }).expect(200);
      await banks(user).expect(200);
    });
  });

  it('is reset for a member by an administrator of the household only', async () => {
    const place = { id: user.tenantId, code: user.tenant };
    await enrolTotp();
    const reset = (by: By, id = user.id) => post('/api/user/admin/users/reset-second-factors', { id }, by);
    const fellow = await app.newUser(['FBDO_FIBADO'], place);
    await reset(fellow).expect(403);
    await reset(await app.newUser(['MSF_USERS', 'FBDO_FIBADO'])).expect(404);
    expect((await reset(await app.newUser(['SADMIN'])).expect(403)).body.error).toBe('BREAK_GLASS_REQUIRED');
    const head = await app.newUser(['MSF_USERS', 'FBDO_FIBADO'], place);
    await reset(head, head.id).expect(403);
    await reset(head).expect(204);
    await app.as(user).get('/api/user/account/user-logged').expect(401);
    const { body } = await signIn().expect(200);
    expect(await kinds(body)).toContain('SECOND_FACTORS_RESET');
  });

  it('takes no forged or foreign ticket', async () => {
    for (const ticket of ['x'.repeat(60), 'A'.repeat(4096)])
      expect((await give({ ticket, code: '123456' }).expect(410)).body.error).toBe('TICKET_EXPIRED');
    await give({ ticket: 'short', code: '123456' }).expect(400);
  });
});
