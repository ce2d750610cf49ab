import { ApiError } from '@fibado/client';
import {
  type FactorChallenge,
  identities,
  sessionEndpoints,
  type SignInResult,
  type TenantChoice,
  tokens,
} from '@fibado/contracts';
import type { SecondFactorProof } from '../../components/second-factor-form';
import { askPasskey } from '../../lib/passkeys';
import { CLIENT_CODE, LANDING_ROUTE } from '../../config/constants';
import { client } from '../../lib/client';
import { log } from '../../lib/log';
import { eraseKept } from '../../lib/offline/erase';
import { isOffline, keepsData } from '../../lib/offline/setting';
import { page } from '../../lib/page';
import { leavePush } from '../../lib/push/leave';
import { isTokenValid, storedSession } from '../../lib/stored-session';
import { instanceConfig } from './instance-config';
import { sso, type SsoIdentity } from './sso';

/** Set while the session of this browser was opened at another provider than Keycloak, whose own one ends with it. */
export const OPENED_BY_PROVIDER = 'fibado-opened-by-provider';

/** What came of a try to sign in: done, or a second factor has to be given or a tenant chosen first. */
export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'second-factor'; readonly challenge: FactorChallenge }
  | {
      readonly kind: 'choose';
      readonly tenants: readonly TenantChoice[];
      /** Proof of the second factor, to choose with. */
      readonly ticket?: string | undefined;
    };

export function take(result: SignInResult): SignInOutcome {
  if (result.token !== undefined && result.userLogged !== undefined) {
    storedSession.authenticate({ token: result.token, userLogged: result.userLogged });
    return { kind: 'signed-in' };
  }
  if (result.secondFactor) return { kind: 'second-factor', challenge: result.secondFactor };
  return { kind: 'choose', tenants: result.tenants, ticket: result.ticket };
}

/** Completes a sign-in, or one whose proof was given already, when only the tenant is missing. */
export async function giveSecondFactor(proof: SecondFactorProof, cdTenant?: string): Promise<SignInOutcome> {
  return take(
    await client.call(tokens.secondFactor, {
      body: { ...proof, tokenClient: CLIENT_CODE, ...(cdTenant === undefined ? {} : { cdTenant }) },
    }),
  );
}

/** Signs in with a passkey alone. Throws `PasskeyCancelled`, and what the client throws. */
export async function signInWithPasskey(cdTenant?: string): Promise<SignInOutcome> {
  const { ticket, passkey } = await client.call(tokens.passkeyOptions);
  return giveSecondFactor({ ticket, passkey: await askPasskey(passkey ?? {}) }, cdTenant);
}

/** Signs in with user name and password. Throws what the client throws. */
export async function signInLocally(
  credentials: { readonly username: string; readonly password: string },
  cdTenant?: string,
): Promise<SignInOutcome> {
  return take(
    await client.call(tokens.generate, {
      body: { ...credentials, tokenClient: CLIENT_CODE, ...(cdTenant === undefined ? {} : { cdTenant }) },
    }),
  );
}

/** Exchanges the identity provider's token for a session. Throws what the client throws. */
export async function signInWithIdentity(identity: SsoIdentity, cdTenant?: string): Promise<SignInOutcome> {
  const { token: keycloakToken, username, refreshToken } = identity;
  const result = await client.call(tokens.fromKeycloakAuth, {
    body: {
      keycloakToken,
      username,
      tokenClient: CLIENT_CODE,
      ...(refreshToken === undefined ? {} : { refreshToken }),
      ...(cdTenant === undefined ? {} : { cdTenant }),
    },
  });
  sso.handedOver();
  return take(result);
}

/** Whether the last session stays for reading what this device kept: nothing answers, so that no sign-in is possible. */
async function staysOffline(): Promise<boolean> {
  if (!storedSession.session() || !keepsData()) return false;
  await instanceConfig().catch(() => undefined);
  return isOffline();
}

/**
 * Signs in without asking anything: the stored token first, else the identity provider's session if there is one.
 * Several tenants decline it, since one has to be chosen. Returns whether a user is signed in; never throws.
 */
export async function autoLogin(): Promise<boolean> {
  if (isTokenValid(storedSession.session())) return true;
  if (await staysOffline()) return true;
  storedSession.clear();
  try {
    const config = await instanceConfig();
    if (!config.sso) return false;
    const identity = await sso.identity(config.sso);
    if (!identity) return false;
    return (await signInWithIdentity(identity)).kind === 'signed-in';
  } catch (error) {
    log.warn('Automatic sign-in failed', error);
    return false;
  }
}

/**
 * Asks the API whether the stored token still works and takes over the roles of this moment. A refused one is
 * forgotten; an API that does not answer leaves everything as it is.
 */
export async function verifyStoredSession(): Promise<void> {
  const session = storedSession.session();
  if (!session) return;
  try {
    const userLogged = await client.call(sessionEndpoints.userLogged, { bearer: session.token });
    if (storedSession.session()?.token === session.token) storedSession.updateUser(userLogged);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      // Ended elsewhere: nothing of it stays on this device.
      storedSession.clear();
      await Promise.all([eraseKept(), leavePush()]);
    }
  }
}

/** A fresh token with the roles of this moment. Throws what the client throws. */
export async function refreshSession(): Promise<void> {
  // A tab that slept may hold a token another one has replaced since: using it once more would end the session.
  storedSession.readFromOtherTab();
  storedSession.authenticate(await client.call(sessionEndpoints.refresh));
}

/** Renews the token of an account whose roles changed and begins anew at the root; logs out where that fails. */
export async function renewBlockedAccount(): Promise<void> {
  try {
    await refreshSession();
  } catch {
    await logout('/');
    return;
  }
  page.go('/');
}

/**
 * Ends the session here, on the server and at the identity provider, and loads the landing page anew. Until then the
 * screen shows nothing that could be worked with.
 * @param left `ticks`: those that wait stay on this device until the person signs in again.
 */
export async function logout(target: string = LANDING_ROUTE, left?: 'ticks'): Promise<void> {
  storedSession.leave();
  const isOpenId = localStorage.getItem(OPENED_BY_PROVIDER) !== null;
  localStorage.removeItem(OPENED_BY_PROVIDER);
  const opened = isOpenId ? await client.call(identities.get).catch(() => undefined) : undefined;
  await client.call(sessionEndpoints.logout).catch(() => undefined);
  storedSession.clear();
  await Promise.all([eraseKept(left), leavePush()]);
  sessionStorage.removeItem('fibado-own-session');
  if (opened?.logoutUrl !== undefined && opened.signedInBy !== 'keycloak') {
    page.go(opened.logoutUrl);
    return;
  }
  const config = await instanceConfig().catch(() => undefined);
  if (config?.sso && (await sso.logout(config.sso, target))) return;
  page.go(target);
}
