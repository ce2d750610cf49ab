import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { identityFrom, type ProvenIdentity } from './proven-identity.js';
import { ProviderMetadata } from './provider-metadata.js';
import { KEYCLOAK, type Provider, Providers } from './providers.js';

const CLOCK_SKEW_SECONDS = 30;
const KEYS_CACHE_MS = 10 * 60_000;
/** An unknown key id makes the keys be read again, but not more often than this: strangers invent ids. */
const KEYS_COOLDOWN_MS = 2000;
const KEYS_TIMEOUT_MS = 5000;
/** Signatures by a private key only: one shared secret would be ours to leak. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Verifies what the identity providers of the instance sign. */
@Injectable()
export class IdentityProvider {
  readonly #keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly providers: Providers,
    private readonly metadata: ProviderMetadata,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies signature, issuer, audience, expiry and kind of an access token of Keycloak.
   * @throws DomainError BAD_CREDENTIALS, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async verify(token: string): Promise<ProvenIdentity> {
    const provider = this.providers.byId(KEYCLOAK);
    if (!provider) throw new DomainError('BAD_CREDENTIALS');
    const { payload, protectedHeader } = await this.check(provider, token, ['exp', 'iat', 'sub']);
    // An ID token or a refresh token is signed by the same keys and is meant for something else: an access token
    // says what it is, as Keycloak's do in the claims, and RFC 9068 has it in the header.
    const { typ } = payload as { readonly typ?: unknown };
    const isBearer = typeof typ === 'string' && typ.toLowerCase() === 'bearer';
    const isAccess = isBearer || protectedHeader.typ?.toLowerCase() === 'at+jwt';
    if (!isAccess || !this.isForUs(provider, payload)) throw new DomainError('BAD_CREDENTIALS');
    return identityFrom(provider, payload);
  }

  /**
   * Verifies signature, issuer and times of any token a provider signed.
   * @throws DomainError BAD_CREDENTIALS, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async check(
    provider: Provider,
    token: string,
    requiredClaims: string[],
    audience?: string,
  ): Promise<JWTVerifyResult> {
    try {
      return await jwtVerify(token, await this.keysOf(provider), {
        issuer: provider.issuer,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: this.clock.now(),
        requiredClaims,
        ...(audience === undefined ? {} : { audience }),
      });
    } catch (error) {
      if (isTokensFault(error)) throw new DomainError('BAD_CREDENTIALS');
      throw new DomainError('IDENTITY_PROVIDER_UNAVAILABLE');
    }
  }

  private async keysOf(provider: Provider): Promise<ReturnType<typeof createRemoteJWKSet>> {
    const known = this.#keys.get(provider.id);
    if (known) return known;
    const { jwks_uri } = await this.metadata.of(provider);
    if (jwks_uri === undefined) throw new DomainError('IDENTITY_PROVIDER_UNAVAILABLE');
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      cacheMaxAge: KEYS_CACHE_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
      timeoutDuration: KEYS_TIMEOUT_MS,
    });
    this.#keys.set(provider.id, keys);
    return keys;
  }

  /** Named as audience; or, as Keycloak does it unless told otherwise, issued to our client. */
  private isForUs({ clientId }: Provider, { aud, azp }: JWTPayload): boolean {
    const { KEYCLOAK_AUDIENCE } = this.env;
    const audiences = aud === undefined ? [] : [aud].flat();
    if (KEYCLOAK_AUDIENCE !== undefined) return audiences.includes(KEYCLOAK_AUDIENCE);
    return azp === clientId || (azp === undefined && audiences.includes(clientId));
  }
}

/** Anything wrong with the token itself; the rest is the provider's silence. */
function isTokensFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // What the key set answers with anything but keys is told as a bare JOSEError.
  if (error instanceof errors.JOSEError) return error.constructor !== errors.JOSEError;
  return false;
}
