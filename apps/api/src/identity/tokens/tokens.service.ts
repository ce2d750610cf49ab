import type { Session as SessionAnswer, TenantChoice, UserLogged } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccountTrail } from '../accounts/account-trail.js';
import { UserStore } from '../users/user-store.js';
import { choiceOf } from './choose-tenant.js';
import { SessionOpening } from './session-opening.js';
import type { Origin } from './sign-ins.service.js';

/** Maximum lifetime of a session acting as another user. */
const ACTING_MS = 3_600_000;

/** What is done with an open session: its token is renewed, it moves to another tenant, it ends. */
@Injectable()
export class TokensService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly opening: SessionOpening,
    private readonly trail: AccountTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session acting as another user; both names are recorded with every action.
   * @param until when the right to it ends; an hour at most.
   */
  openActing(
    scope: PlatformScope,
    who: { actorUserId: string; userId: string; tenantId: string; continues: string },
    origin: Origin,
    until: Date | undefined,
  ): Promise<SessionAnswer> {
    const left = until ? until.getTime() - this.clock.now().getTime() : ACTING_MS;
    const session = { ...who, method: 'ACTING', provedAt: null, ...origin } as const;
    return this.opening.open(scope, session, Math.min(left, ACTING_MS));
  }

  /** @param expiresAt end of the token or key, milliseconds since the epoch. */
  userLogged(session: Session, expiresAt: number): Promise<UserLogged> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      if (session.key) {
        const user = await this.opening.describe(scope, { ...session, actingUsername: null }, expiresAt);
        return { ...user, scopes: session.key.scopes };
      }
      const state = await this.sessions.findIn(scope, session.id);
      if (!state) throw new DomainError('UNAUTHENTICATED');
      return this.opening.describe(scope, { ...state, roles: session.roles }, expiresAt);
    });
  }

  /**
   * A fresh token in place of the one that asks; when roles changed, the older ones of this session stop working.
   * @throws DomainError UNAUTHENTICATED, and the session ends, when the token was replaced before
   */
  async refresh(session: Session): Promise<SessionAnswer> {
    const answer = await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const state = await this.sessions.findIn(scope, session.id);
      if (!state) throw new DomainError('UNAUTHENTICATED');
      const isCurrent = await this.sessions.refresh(scope, state, session.rotation ?? 0);
      return isCurrent ? this.opening.answer(scope, session.id) : undefined;
    });
    if (answer) return answer;
    // One token in two hands: neither goes on.
    await this.trail.refusal({
      kind: 'TOKEN_REUSED',
      userId: session.userId,
      tenantId: session.tenantId,
    });
    await this.transactions.onPlatform(actorOf(session), (scope) => this.sessions.revoke(scope, session.id));
    throw new DomainError('UNAUTHENTICATED');
  }

  /** Replaces the session by one in another tenant of the same user. @throws DomainError NOT_FOUND */
  changeTenant(session: Session, cdTenant: string, origin: Origin): Promise<SessionAnswer> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const memberships = await this.users.memberships(scope, session.userId);
      const target = memberships.find((m) => m.cd === cdTenant && m.state === 'ACTIVE');
      // A session acting as another user is confined to the tenant it was opened for.
      if (!target || session.actingUsername !== undefined) throw new DomainError('NOT_FOUND');
      await this.sessions.revoke(scope, session.id);
      const method = session.method === 'API_KEY' ? 'PASSWORD' : session.method;
      const { twoFactor } = session;
      return this.opening.open(scope, {
        tenantId: target.tenantId,
        userId: session.userId,
        method,
        provedAt: session.provedAt ?? null,
        twoFactor,
        continues: session.id,
        ...origin,
      });
    });
  }

  tenants(session: Session): Promise<TenantChoice[]> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const memberships = await this.users.memberships(scope, session.userId);
      return memberships.filter((m) => m.state === 'ACTIVE').map(choiceOf);
    });
  }

  async signOut(session: Session): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      await this.sessions.revoke(scope, session.id);
      await this.trail.event(scope, {
        kind: 'SIGN_OUT',
        userId: session.userId,
        actor: session.actingUsername,
        tenantId: session.tenantId,
      });
      await this.trail.record(scope, {
        action: 'account.logout',
        entity: 'session',
        entityId: session.id,
        tenantId: session.tenantId,
      });
    });
  }
}
