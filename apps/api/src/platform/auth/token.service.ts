import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../clock.js';
import { SigningKeys } from './signing-keys.js';

export const TOKEN_ISSUER = 'fibado';
export const TOKEN_AUDIENCE = 'fibado-session';

/** What a token says; everything else about a session is looked up. */
export interface TokenClaims {
  /** Session. */
  readonly sid: string;
  /** Generation of the session; an older one was replaced by a refresh. */
  readonly gen: number;
  /** How often the session's token was replaced before this one; absent in tokens of earlier versions. */
  readonly rot?: number;
  /** Tenant code, for people who read their token. */
  readonly tenant: string;
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
}

export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

@Injectable()
export class TokenService {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Signs a token for a session; it never outlives the session. */
  async issue(session: {
    id: string;
    generation: number;
    rotation: number;
    tenant: string;
    username: string;
    expiresAt: Date;
  }): Promise<IssuedToken> {
    const { kid, key } = await this.keys.current();
    const now = this.clock.now().getTime();
    const end = Math.min(now + this.env.TOKEN_MINUTES * 60_000, session.expiresAt.getTime());
    const exp = Math.floor(end / 1000);
    const token = await new SignJWT({
      sid: session.id,
      gen: session.generation,
      rot: session.rotation,
      tenant: session.tenant,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(session.username)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(exp)
      .sign(key);
    return { token, expiresAt: exp * 1000 };
  }
}
