import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { UsedTokens } from '../tokens/used-tokens.js';
import { IdentityProvider } from './identity-provider.js';
import { type ProviderLogout, type ProviderSession, ProviderSessions } from './provider-sessions.js';
import { Providers } from './providers.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token is for now: OpenID Connect Back-Channel Logout 1.0, section 2.4, recommends two minutes. */
const MAX_LIFE_SECONDS = 3600;

const claims = z
  .looseObject({
    iss: z.string(),
    iat: z.number(),
    exp: z.number(),
    jti: z.string().min(1).max(255),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(255).optional(),
  })
  .refine((token) => token.sub !== undefined || token.sid !== undefined)
  // With a nonce it could be an ID token (section 2.6, step 5).
  .refine((token) => !('nonce' in token))
  .refine((token) => token.exp - token.iat <= MAX_LIFE_SECONDS);

/** Ends sessions here when the provider ends its own. */
@Injectable()
export class ProviderSignOuts {
  constructor(
    private readonly transactions: Transactions,
    private readonly providers: Providers,
    private readonly tokens: IdentityProvider,
    private readonly sessions: ProviderSessions,
    private readonly used: UsedTokens,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * OpenID Connect Back-Channel Logout 1.0, section 2.6.
   * @throws DomainError VALIDATION for any token that is not a fresh logout token for this instance;
   *   IDENTITY_PROVIDER_UNAVAILABLE when its keys cannot be read
   */
  async byToken(token: string): Promise<void> {
    const { logout, jti, expiresAt } = await this.read(token).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'IDENTITY_PROVIDER_UNAVAILABLE') throw error;
      throw new DomainError('VALIDATION', 'logout_token');
    });
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      if (!(await this.used.add(scope, `logout ${logout.issuer}`, jti, expiresAt)))
        throw new DomainError('VALIDATION', 'logout_token');
      await this.sessions.rememberLogout(scope, logout);
      for (const userId of await this.sessions.endBy(scope, logout))
        await this.events.record(scope, { kind: 'PROVIDER_SIGN_OUT', userId });
    });
  }

  /** The provider does not confirm the person: every session that stands on its own ends. */
  async refuse(session: ProviderSession): Promise<void> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      await this.sessions.end(scope, session.id);
      await this.events.record(scope, { kind: 'PROVIDER_REFUSED', userId: session.userId });
    });
    throw new DomainError('UNAUTHENTICATED');
  }

  private async read(
    token: string,
  ): Promise<{ readonly logout: ProviderLogout; readonly jti: string; readonly expiresAt: Date }> {
    const provider = this.providers.byIssuer(decodeJwt(token).iss ?? '');
    if (!provider) throw new DomainError('BAD_CREDENTIALS');
    const { payload, protectedHeader } = await this.tokens.check(
      provider,
      token,
      ['iat', 'exp', 'jti', 'events'],
      provider.clientId,
    );
    const typ = protectedHeader.typ?.toLowerCase();
    if (typ !== undefined && typ !== 'logout+jwt' && typ !== 'jwt') throw new DomainError('BAD_CREDENTIALS');
    const { iss, sub, sid, jti, exp } = claims.parse(payload);
    return {
      logout: { issuer: iss, subject: sub, sid },
      jti,
      // Beyond the skew with which it would be accepted.
      expiresAt: new Date((exp + 60) * 1000),
    };
  }
}
