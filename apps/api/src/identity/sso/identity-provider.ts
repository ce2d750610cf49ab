import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import { DomainError } from '../../platform/http/domain-error.js';

/** A person as the identity provider vouches for it. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly name: string;
  /** Only when the provider has verified it. */
  readonly email: string | undefined;
  readonly language: 'it' | 'en';
  /** When the person was there, if the provider says it. */
  readonly authenticatedAt: Date | undefined;
}

const CLOCK_SKEW_SECONDS = 30;
const KEYS_CACHE_MS = 10 * 60_000;
/** An unknown key id makes the keys be read again, but not more often than this: strangers invent ids. */
const KEYS_COOLDOWN_MS = 2000;
const KEYS_TIMEOUT_MS = 5000;
/** Signatures by a private key only: one shared secret would be ours to leak. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  typ: z.string().optional(),
  azp: z.string().optional(),
  preferred_username: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  locale: z.string().optional(),
  auth_time: z.number().int().nonnegative().optional(),
});

/** Checks access tokens of the instance's Keycloak realm. */
@Injectable()
export class IdentityProvider {
  readonly #issuer: string | undefined;
  readonly #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly clock: Clock,
  ) {
    const { KEYCLOAK_URL, KEYCLOAK_INTERNAL_URL, KEYCLOAK_REALM } = env;
    if (KEYCLOAK_URL === undefined) return;
    const realm = (base: string) =>
      `${base.replace(/\/+$/, '')}/realms/${encodeURIComponent(KEYCLOAK_REALM)}`;
    this.#issuer = realm(KEYCLOAK_URL);
    this.#keys = createRemoteJWKSet(
      new URL(`${realm(KEYCLOAK_INTERNAL_URL ?? KEYCLOAK_URL)}/protocol/openid-connect/certs`),
      { cacheMaxAge: KEYS_CACHE_MS, cooldownDuration: KEYS_COOLDOWN_MS, timeoutDuration: KEYS_TIMEOUT_MS },
    );
  }

  /**
   * Verifies signature, issuer, audience, expiry and kind of an access token.
   * @throws DomainError BAD_CREDENTIALS, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async verify(token: string): Promise<ProvenIdentity> {
    const { payload, protectedHeader } = await this.check(token);
    const parsed = claims.safeParse(payload);
    if (!parsed.success) throw new DomainError('BAD_CREDENTIALS');
    const { iss, sub, typ, preferred_username: username, email, email_verified, locale } = parsed.data;
    // An ID token or a refresh token is signed by the same keys and is meant for something else: an access token
    // says what it is, as Keycloak's do in the claims, and RFC 9068 has it in the header.
    const isAccess = typ?.toLowerCase() === 'bearer' || protectedHeader.typ?.toLowerCase() === 'at+jwt';
    if (!isAccess) throw new DomainError('BAD_CREDENTIALS');
    if (!this.isForUs(payload, parsed.data.azp)) throw new DomainError('BAD_CREDENTIALS');
    return {
      issuer: iss,
      subject: sub,
      username: username.trim().toLowerCase(),
      name: parsed.data.name ?? username,
      email: email_verified === true ? email : undefined,
      language: locale?.startsWith('en') ? 'en' : 'it',
      authenticatedAt:
        parsed.data.auth_time === undefined ? undefined : new Date(parsed.data.auth_time * 1000),
    };
  }

  private async check(token: string): Promise<JWTVerifyResult> {
    const issuer = this.#issuer;
    const keys = this.#keys;
    if (issuer === undefined || !keys) throw new DomainError('BAD_CREDENTIALS');
    try {
      return await jwtVerify(token, keys, {
        issuer,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: this.clock.now(),
        requiredClaims: ['exp', 'iat', 'sub'],
      });
    } catch (error) {
      if (isTokensFault(error)) throw new DomainError('BAD_CREDENTIALS');
      throw new DomainError('IDENTITY_PROVIDER_UNAVAILABLE');
    }
  }

  /** Named as audience; or, as Keycloak does it unless told otherwise, issued to our client. */
  private isForUs({ aud }: JWTPayload, azp: string | undefined): boolean {
    const { KEYCLOAK_AUDIENCE, KEYCLOAK_CLIENT_ID } = this.env;
    const audiences = aud === undefined ? [] : [aud].flat();
    if (KEYCLOAK_AUDIENCE !== undefined) return audiences.includes(KEYCLOAK_AUDIENCE);
    return azp === KEYCLOAK_CLIENT_ID || (azp === undefined && audiences.includes(KEYCLOAK_CLIENT_ID));
  }
}

/** Anything wrong with the token itself; the rest is the provider's silence. */
function isTokensFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // What the key set answers with anything but keys is told as a bare JOSEError.
  if (error instanceof errors.JOSEError) return error.constructor !== errors.JOSEError;
  return false;
}
