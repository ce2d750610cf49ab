/** Sessions opened through an identity provider that is a page of keys and answers. */

import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { createTestApp, type TestApp, type TestUser } from './app.js';
import { asOwner } from './database.js';
import { IdentityPage } from './identity-page.js';

export const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
export const MINUTE = 60_000;

interface SignIn {
  readonly claims?: Record<string, unknown>;
  readonly refreshToken?: string;
  readonly cdTenant?: string;
}

export class ProviderSessions {
  private count = 0;

  private constructor(
    readonly page: IdentityPage,
    readonly app: TestApp,
    readonly welcome: { readonly id: string; readonly code: string },
  ) {}

  static async open(): Promise<ProviderSessions> {
    const page = await IdentityPage.open();
    const app = await createTestApp({
      KEYCLOAK_URL: page.url,
      KEYCLOAK_REALM: page.realm,
      SSO_FIRST_SIGN_IN: 'benvenuti',
      SSO_FIRST_ROLES: 'FBDO_READ',
      SSO_ROLES: 'famiglia=FBDO_FIBADO;amministratori=MSF_USERS,MSF_GROUPS',
      SSO_GROUPS_CLAIM: 'fibado.groups',
      SSO_STEP_UP_ACR: 'gold, platinum',
    });
    return new ProviderSessions(page, app, await app.newTenant('benvenuti'));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.page.close();
  }

  /** The provider as each test finds it: up, and refusing every refresh. */
  reset(): void {
    this.page.isDown = false;
    this.page.refresh = () => 400;
    this.page.refreshed.length = 0;
  }

  freshName(): string {
    return `vera${(this.count += 1)}`;
  }

  seconds(): number {
    return Math.floor(this.app.clock.now().getTime() / 1000);
  }

  accessOf(username: string, more: Record<string, unknown> = {}): JWTPayload {
    return {
      iss: this.page.issuer,
      sub: `subject-of-${username}`,
      azp: 'fibado-web',
      typ: 'Bearer',
      iat: this.seconds(),
      exp: this.seconds() + 300,
      auth_time: this.seconds(),
      acr: 'gold',
      sid: `sid-of-${username}`,
      preferred_username: username,
      name: 'Vera Verdi',
      email: `${username}@example.org`,
      email_verified: true,
      ...more,
    };
  }

  async exchange(username: string, { claims, ...more }: SignIn = {}) {
    return this.app.as(null).post('/api/user/token/from-keycloak-auth', {
      keycloakToken: await this.page.sign(this.accessOf(username, claims)),
      username,
      tokenClient: 'web',
      ...more,
    });
  }

  async signIn(username: string, more?: SignIn): Promise<TestUser> {
    const { status, body } = await this.exchange(username, more);
    expect(status).toBe(200);
    return { ...body.userLogged, token: body.token } as TestUser;
  }

  async isIn(user: { token: string }): Promise<boolean> {
    return (await this.app.as(user).get('/api/user/account/user-logged')).status === 200;
  }

  refresh(user: { token: string }) {
    return this.app.as(user).get('/api/user/account/refresh');
  }

  logoutClaims(more: Record<string, unknown> = {}): JWTPayload {
    return {
      iss: this.page.issuer,
      aud: 'fibado-web',
      iat: this.seconds(),
      exp: this.seconds() + 120,
      jti: randomUUID(),
      events: { [EVENT]: {} },
      ...more,
    };
  }

  logout(token: string) {
    return this.app
      .as(null)
      .post('/api/user/sso/back-channel-logout')
      .type('form')
      .send({ logout_token: token });
  }

  async eventsOf(username: string): Promise<string[]> {
    const rows = await asOwner<{ kind: string }>(
      this.app.database,
      'select e.kind from security_events e join users u on u.id = e.user_id where u.username = $1 order by e.id',
      [username],
    );
    return rows.map(({ kind }) => kind);
  }
}
