import type { KeyObject } from 'node:crypto';
import { HEADERS } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { decodeProtectedHeader } from 'jose';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Clock } from '../clock.js';
import { DomainError } from '../http/domain-error.js';
import { Demonstration } from './demonstration.js';
import type { Session } from './session.js';
import { SessionStore } from './session.store.js';
import { SigningKeys } from './signing-keys.js';
import { TOKEN_AUDIENCE, TOKEN_ISSUER, type TokenClaims } from './token.service.js';

const fromMsfauth = (request: Request): string | null =>
  /^Bearer ([\w.-]+)$/i.exec(request.get(HEADERS.auth) ?? '')?.[1] ?? null;

/** The token of a request, from `msfauth` or `Authorization`. */
export const extractToken = ExtractJwt.fromExtractors([
  fromMsfauth,
  ExtractJwt.fromAuthHeaderAsBearerToken(),
]);

/** Verifies a session token, then looks the session up: a revoked one ends here whatever its token says. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    keys: SigningKeys,
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
    private readonly demonstration: Demonstration,
  ) {
    super({
      jwtFromRequest: extractToken,
      secretOrKeyProvider: (_request, token: string, done) => {
        findKey(keys, token).then(
          // The library takes a key object, which its types do not know yet.
          (key) => done(key ? null : new DomainError('UNAUTHENTICATED'), key as unknown as Buffer),
          (error: unknown) => done(error as Error),
        );
      },
      algorithms: ['HS256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      // Expiry is compared with the injected clock below.
      ignoreExpiration: true,
    });
  }

  async validate(claims: TokenClaims): Promise<Session> {
    const now = this.clock.now().getTime();
    if (!(claims.exp * 1000 > now)) throw new DomainError('UNAUTHENTICATED');
    const state = await this.sessions.find(claims.sid);
    if (!state || state.revokedAt || state.expiresAt.getTime() <= now || claims.gen !== state.generation)
      throw new DomainError('UNAUTHENTICATED');
    if (state.blocked || (state.demonstration && !this.demonstration.open))
      throw new DomainError('USER_BLOCKED');
    if (state.tenantState === 'SUSPENDED') throw new DomainError('TENANT_SUSPENDED');
    return {
      id: state.id,
      tenantId: state.tenantId,
      tenant: state.tenant,
      userId: state.userId,
      username: state.username,
      roles: this.demonstration.rolesOf(state),
      demonstration: state.demonstration,
      method: state.method,
      rolesChanged: state.rolesChangedAt > state.refreshedAt,
      rotation: claims.rot ?? 0,
      twoFactor: state.twoFactor,
      needsSecondFactor: state.needsSecondFactor,
      ...(state.provedAt ? { provedAt: state.provedAt } : {}),
      ...(state.actingUsername ? { actingUsername: state.actingUsername } : {}),
    };
  }
}

async function findKey(keys: SigningKeys, token: string): Promise<KeyObject | undefined> {
  let kid: string | undefined;
  try {
    kid = decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
  return kid === undefined ? undefined : keys.find(kid);
}
