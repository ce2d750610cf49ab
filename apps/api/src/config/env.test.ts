import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvError, readEnv } from './env.js';

describe('settings', () => {
  it('has a default for everything', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      DEMO: true,
      SSO_FIRST_SIGN_IN: 'refuse',
    });
  });

  it('takes an empty string for unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });

  it('names every wrong setting at once, and no value', () => {
    const wrong = () =>
      readEnv({ PORT: 'p-secret', DATABASE_URL: 'mysql://u:secret@h/d', SECRET_KEY: 'secret' });
    expect(wrong).toThrow(EnvError);
    expect(wrong).toThrow(/PORT.*DATABASE_URL.*SECRET_KEY/);
    expect(wrong).not.toThrow(/secret@|p-secret/);
  });

  it('refuses a user name the database would', () => {
    expect(readEnv({ ADMIN_USERNAME: 'anna.rossi' }).ADMIN_USERNAME).toBe('anna.rossi');
    expect(() => readEnv({ ADMIN_USERNAME: 'the boss' })).toThrow(/^Wrong setting. ADMIN_USERNAME: /);
  });

  it('names what another setting needs, together with what else is wrong', () => {
    expect(() => readEnv({ PORT: 'x', AMQP_URL: 'amqp://h', LOCAL_SIGN_IN: 'false' })).toThrow(
      /PORT: .*; BROKER_AUTH_SECRET: needed with AMQP_URL; KEYCLOAK_URL: needed with LOCAL_SIGN_IN=false/,
    );
    const whole = {
      AMQP_URL: 'amqp://h',
      BROKER_AUTH_SECRET: 'sixteen-or-more-characters',
      LOCAL_SIGN_IN: 'false',
      KEYCLOAK_URL: 'https://id.example.org',
    };
    expect(readEnv(whole)).toMatchObject({ LOCAL_SIGN_IN: false, AMQP_URL: 'amqp://h' });
  });

  it('reads a secret from the file its name points to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fibado-env-'));
    const file = join(folder, 'key');
    writeFileSync(file, `${'k'.repeat(40)}\n`);
    expect(readEnv({ SECRET_KEY_FILE: file }).SECRET_KEY).toBe('k'.repeat(40));
    expect(() => readEnv({ SECRET_KEY_FILE: join(folder, 'missing') })).toThrow(
      /SECRET_KEY_FILE: cannot be read/,
    );
    rmSync(folder, { recursive: true });
  });

  it('reads roles of groups and OpenID providers, and names no secret of theirs when one is wrong', () => {
    const casa = { id: 'casa', name: 'Casa', issuer: 'https://id.example.org', clientId: 'fibado' };
    const env = readEnv({
      SSO_ROLES: 'famiglia=FBDO_READ, FBDO_FIBADO; a=b=MSF_USERS',
      OPENID_PROVIDERS: JSON.stringify([casa]),
    });
    expect(env.SSO_ROLES).toEqual({ famiglia: ['FBDO_READ', 'FBDO_FIBADO'], 'a=b': ['MSF_USERS'] });
    expect(env.OPENID_PROVIDERS).toEqual([
      { ...casa, scopes: 'openid profile email', groupsClaim: 'groups', roles: {}, stepUpAcr: [] },
    ]);
    const secret = { ...casa, clientSecret: 'not to be shown' };
    for (const wrong of [
      'no json',
      JSON.stringify([secret, secret]),
      JSON.stringify([{ ...secret, id: 'keycloak' }]),
      JSON.stringify([{ ...secret, icon: 'https://elsewhere.example/a.png' }]),
      JSON.stringify([{ ...secret, roles: { admins: ['SADMIN'] } }]),
    ]) {
      const read = () => readEnv({ OPENID_PROVIDERS: wrong });
      expect(read).toThrow(/OPENID_PROVIDERS/);
      expect(read).not.toThrow(/not to be shown/);
    }
    for (const wrong of ['famiglia', 'famiglia=', '=FBDO_READ', 'admins=SADMIN'])
      expect(() => readEnv({ SSO_ROLES: wrong })).toThrow(/SSO_ROLES/);
  });
});
