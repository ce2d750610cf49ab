import type Keycloak from 'keycloak-js';
import { log } from '../../lib/log';
import type { InstanceConfig } from './instance-config';

export interface SsoIdentity {
  readonly token: string;
  readonly username: string;
  readonly refreshToken?: string | undefined;
}

type SsoConfig = NonNullable<InstanceConfig['sso']>;

let adapter: Promise<Keycloak> | undefined;

/** The identity provider's client, initialised once: it finds a session without leaving the page. */
function keycloakOf(config: SsoConfig): Promise<Keycloak> {
  adapter ??= (async () => {
    const { default: KeycloakClient } = await import('keycloak-js');
    const keycloak = new KeycloakClient({ url: config.url, realm: config.realm, clientId: config.clientId });
    await keycloak.init({
      onLoad: 'check-sso',
      silentCheckSsoRedirectUri: `${window.location.origin}/silent-check-sso.html`,
      checkLoginIframe: false,
      pkceMethod: 'S256',
    });
    return keycloak;
  })();
  adapter.catch(() => {
    adapter = undefined;
  });
  return adapter;
}

export const sso = {
  /** The user signed in at the identity provider; `undefined` without one or when it does not answer. */
  async identity(config: SsoConfig): Promise<SsoIdentity | undefined> {
    try {
      const keycloak = await keycloakOf(config);
      if (!keycloak.authenticated) return undefined;
      await keycloak.updateToken(30);
      const profile = await keycloak.loadUserProfile().catch(() => undefined);
      const claim = keycloak.tokenParsed?.['preferred_username'] as unknown;
      const username = profile?.username ?? (typeof claim === 'string' ? claim : undefined);
      return keycloak.token && username
        ? { token: keycloak.token, username, refreshToken: keycloak.refreshToken }
        : undefined;
    } catch (error) {
      log.warn('The identity provider did not answer', error);
      return undefined;
    }
  },
  /** Leaves for the identity provider's sign-in page and comes back to `returnTo`, a path of ours. */
  async login(config: SsoConfig, returnTo: string, { anew = false } = {}): Promise<void> {
    const keycloak = await keycloakOf(config);
    const redirectUri = window.location.origin + returnTo;
    // Asked for the password although the provider's session is open.
    const acr = config.stepUpAcr && { values: [...config.stepUpAcr], essential: true };
    await keycloak.login(anew ? { redirectUri, prompt: 'login', ...(acr ? { acr } : {}) } : { redirectUri });
  },
  /**
   * The API has the refresh token now, and asks the provider with it. Used here as well it would count as stolen: the
   * client begins anew when it is next needed.
   */
  handedOver(): void {
    adapter = undefined;
  },
  /** Ends the identity provider's session too. Answers whether the page is being left for it. */
  async logout(config: SsoConfig, returnTo: string): Promise<boolean> {
    try {
      const keycloak = await keycloakOf(config);
      if (!keycloak.authenticated) return false;
      await keycloak.logout({ redirectUri: window.location.origin + returnTo });
      return true;
    } catch {
      return false;
    }
  },
};
