import type { Role, Session as SessionAnswer, UserLogged } from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Demonstration } from '../../platform/auth/demonstration.js';
import { type NewSession, SessionStore, type SessionState } from '../../platform/auth/session.store.js';
import { TokenService } from '../../platform/auth/token.service.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { avatarUrl } from '../accounts/avatar.js';
import { AppList } from '../apps/app-list.js';
import { type KnownUser, UserStore } from '../users/user-store.js';

/** Opens sessions, and answers with their tokens and what the screen shows of the person. */
@Injectable()
export class SessionOpening {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly tokens: TokenService,
    private readonly apps: AppList,
    private readonly demonstration: Demonstration,
  ) {}

  /** @throws DomainError USER_BLOCKED, for the demonstration account too where it is closed */
  requireUsable(user: Pick<KnownUser, 'blocked' | 'demonstration'>): void {
    if (user.blocked || (user.demonstration && !this.demonstration.open))
      throw new DomainError('USER_BLOCKED');
  }

  /** @param longestMs a shorter life than the settings give. */
  async open(scope: PlatformScope, session: NewSession, longestMs = Infinity): Promise<SessionAnswer> {
    const lifeMs = Math.min(this.env.SESSION_HOURS * 3_600_000, longestMs);
    return this.answer(scope, await this.sessions.open(scope, session, lifeMs));
  }

  /** @throws DomainError UNAUTHENTICATED */
  async answer(scope: PlatformScope, sessionId: string): Promise<SessionAnswer> {
    const state = await this.sessions.findIn(scope, sessionId);
    if (!state) throw new DomainError('UNAUTHENTICATED');
    const { token, expiresAt } = await this.tokens.issue(state);
    const roles = this.demonstration.rolesOf(state);
    return { token, userLogged: await this.describe(scope, { ...state, roles }, expiresAt) };
  }

  /** @param expiresAt end of the token or key, milliseconds since the epoch. */
  async describe(
    scope: PlatformScope,
    state: Pick<SessionState, 'userId' | 'tenant' | 'actingUsername'> & { readonly roles: readonly Role[] },
    expiresAt: number,
  ): Promise<UserLogged> {
    const user = await this.users.find(scope, state.userId);
    if (!user) throw new DomainError('UNAUTHENTICATED');
    const roles = [...state.roles];
    return {
      name: user.name,
      email: user.email,
      image: avatarUrl(user.avatar),
      expirationToken: expiresAt,
      roles,
      apps: await this.apps.of(scope, roles),
      tenant: state.tenant,
      username: user.username,
      ...(state.actingUsername ? { actor: state.actingUsername } : {}),
    };
  }
}
