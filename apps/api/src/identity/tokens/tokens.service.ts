import type {
  Role,
  Session as SessionAnswer,
  SignInResult,
  TenantChoice,
  UserLogged,
} from '@fibado/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Audit } from '../../platform/audit.js';
import { Demonstration } from '../../platform/auth/demonstration.js';
import { actorOf, type Session, type SignInMethod } from '../../platform/auth/session.js';
import { SessionStore, type SessionState } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { TokenService } from '../../platform/auth/token.service.js';
import {
  type Actor,
  type PlatformScope,
  SYSTEM_ACTOR,
  Transactions,
} from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { MailQueue } from '../../administration/email-server/mail-queue.js';
import { requestOrigin } from '../../platform/http/request-origin.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { newDeviceMail } from '../links/link-texts.js';
import { avatarUrl } from '../accounts/avatar.js';
import { AppList } from '../apps/app-list.js';
import { FactorProofs } from '../second-factors/factor-proofs.js';
import { type MembershipRow, UserStore } from '../users/user-store.js';
import { verifyPassword } from '../users/password.js';
import { SignInLimits } from './sign-in-limits.js';

/** Maximum lifetime of a session acting as another user. */
const ACTING_MS = 3_600_000;

/** Where a sign-in comes from. */
export interface Origin {
  readonly client: string;
  readonly address: string;
  /** The browser's device id, when the account signed in there before: see `KnownDevices`. */
  readonly device?: string | undefined;
}

/** How an identity was proven. */
export interface Proven {
  /** When the person was there; now unless told. */
  readonly at?: Date | undefined;
  /** By a second factor beside the password, or by a passkey that verified the person. */
  readonly twoFactor?: boolean | undefined;
  /** By a provider, in this session of it. */
  readonly providerSessionId?: string | undefined;
  /** No proof for sensitive changes: the provider's sign-in was weaker than the settings ask for. */
  readonly isWeak?: boolean;
}

/** Signing in, refreshing, changing tenant, signing out: everything that gives or takes a token. */
@Injectable()
export class TokensService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly transactions: Transactions,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly tokens: TokenService,
    private readonly limits: SignInLimits,
    private readonly apps: AppList,
    private readonly audit: Audit,
    private readonly demonstration: Demonstration,
    private readonly events: SecurityEvents,
    private readonly mails: MailQueue,
    private readonly factors: FactorProofs,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in with a password; an account with a second factor is asked for it. Which part was wrong is never said, and
   * an unknown name takes as long.
   * @param site the address people use, for passkeys.
   * @throws DomainError BAD_CREDENTIALS, TOO_MANY_REQUESTS, USER_BLOCKED, NO_TENANT, TENANT_SUSPENDED
   */
  async signIn(
    credentials: { username: string; password: string; cdTenant?: string | undefined },
    origin: Origin,
    site: string,
  ): Promise<SignInResult> {
    if (!this.env.LOCAL_SIGN_IN) throw new DomainError('BAD_CREDENTIALS');
    const username = credentials.username.trim().toLowerCase();
    const { device, ...from } = origin;
    await this.limits.attempt(username, from.address, device).catch(async (error: unknown) => {
      await this.recordFailure('SIGN_IN_LOCKED', username);
      throw error;
    });
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.users.credentials(scope, username),
    );
    const fits = await verifyPassword(user?.passwordHash, credentials.password);
    if (!user || !fits) {
      await this.events.recordAlone({ kind: 'SIGN_IN_FAILED', userId: user?.id });
      throw new DomainError('BAD_CREDENTIALS');
    }
    await this.limits.succeeded(username, from.address, device);
    const secondFactor = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.factors.challenge(scope, user.id, 'SIGN_IN', site),
    );
    if (secondFactor.methods.length > 0) return { tenants: [], secondFactor };
    return this.openFor(user, 'PASSWORD', from, credentials.cdTenant);
  }

  /** Opens a session for an identity that is already proven; several tenants and none named: no token yet. */
  openFor(
    user: { id: string; username: string; blocked: boolean; demonstration: boolean },
    method: SignInMethod,
    origin: Origin,
    cdTenant: string | undefined,
    { at = this.clock.now(), twoFactor = false, providerSessionId, isWeak = false }: Proven = {},
  ): Promise<SignInResult> {
    if (user.blocked || (user.demonstration && !this.demonstration.open))
      throw new DomainError('USER_BLOCKED');
    const actor: Actor = { userId: user.id, username: user.username };
    return this.transactions.onPlatform(actor, async (scope) => {
      const memberships = await this.users.memberships(scope, user.id);
      const tenants = memberships.filter((m) => m.state === 'ACTIVE').map(choiceOf);
      const chosen = chooseTenant(memberships, cdTenant);
      if (!chosen) return { tenants };
      const id = await this.sessions.open(
        scope,
        {
          tenantId: chosen.tenantId,
          userId: user.id,
          method,
          provedAt: isWeak ? null : at,
          twoFactor,
          providerSessionId,
          ...origin,
        },
        this.lifeMs,
      );
      await this.recordSignIn(scope, user.id, chosen.tenantId);
      return { ...(await this.answer(scope, id)), tenants };
    });
  }

  /**
   * Opens a session acting as another user; both names are recorded with every action.
   * @param until when the right to it ends; an hour at most.
   */
  async openActing(
    scope: PlatformScope,
    who: { actorUserId: string; userId: string; tenantId: string; continues: string },
    origin: Origin,
    until: Date | undefined,
  ): Promise<SessionAnswer> {
    const left = until ? until.getTime() - this.clock.now().getTime() : ACTING_MS;
    const id = await this.sessions.open(
      scope,
      { ...who, method: 'ACTING', provedAt: null, ...origin },
      Math.min(this.lifeMs, left, ACTING_MS),
    );
    return this.answer(scope, id);
  }

  /** Writes the event, and tells the person of a device or network that is new to the account. */
  private async recordSignIn(scope: PlatformScope, userId: string, tenantId: string): Promise<void> {
    const isNewDevice = await this.events.isNewDevice(scope, userId);
    await this.events.record(scope, { kind: 'SIGN_IN', userId, tenantId, isNewDevice });
    const owner = isNewDevice ? await this.users.find(scope, userId) : null;
    if (owner && !owner.demonstration && (await this.mails.configured(scope)))
      await this.mails.add(scope, newDeviceMail(owner, requestOrigin(), this.clock.now()), tenantId);
  }

  private async recordFailure(kind: 'SIGN_IN_LOCKED', username: string): Promise<void> {
    const user = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.users.credentials(scope, username),
    );
    await this.events.recordAlone({ kind, userId: user?.id });
  }

  /** @param expiresAt end of the token or key, milliseconds since the epoch. */
  userLogged(session: Session, expiresAt: number): Promise<UserLogged> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      if (session.key) {
        const user = await this.describe(scope, { ...session, actingUsername: null }, expiresAt);
        return { ...user, scopes: session.key.scopes };
      }
      const state = await this.sessions.findIn(scope, session.id);
      if (!state) throw new DomainError('UNAUTHENTICATED');
      return this.describe(scope, { ...state, roles: session.roles }, expiresAt);
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
      return isCurrent ? this.answer(scope, session.id) : undefined;
    });
    if (answer) return answer;
    // One token in two hands: neither goes on.
    await this.events.recordAlone({
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
      const id = await this.sessions.open(
        scope,
        {
          tenantId: target.tenantId,
          userId: session.userId,
          method,
          provedAt: session.provedAt ?? null,
          twoFactor,
          continues: session.id,
          ...origin,
        },
        this.lifeMs,
      );
      return this.answer(scope, id);
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
      await this.events.record(scope, {
        kind: 'SIGN_OUT',
        userId: session.userId,
        actor: session.actingUsername,
        tenantId: session.tenantId,
      });
      await this.audit.record(scope, {
        action: 'account.logout',
        entity: 'session',
        entityId: session.id,
        tenantId: session.tenantId,
      });
    });
  }

  private get lifeMs(): number {
    return this.env.SESSION_HOURS * 3_600_000;
  }

  private async answer(scope: PlatformScope, sessionId: string): Promise<SessionAnswer> {
    const state = await this.sessions.findIn(scope, sessionId);
    if (!state) throw new DomainError('UNAUTHENTICATED');
    const { token, expiresAt } = await this.tokens.issue(state);
    const roles = this.demonstration.rolesOf(state);
    return { token, userLogged: await this.describe(scope, { ...state, roles }, expiresAt) };
  }

  private async describe(
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

/**
 * The tenant a sign-in leads to; `undefined` if there are several and none is named: the user has to choose.
 * @throws DomainError NO_TENANT, TENANT_SUSPENDED
 */
export function chooseTenant(
  memberships: readonly MembershipRow[],
  cdTenant: string | undefined,
): MembershipRow | undefined {
  if (memberships.length === 0) throw new DomainError('NO_TENANT');
  if (cdTenant !== undefined) {
    const named = memberships.find((m) => m.cd === cdTenant);
    if (!named) throw new DomainError('NO_TENANT');
    if (named.state === 'SUSPENDED') throw new DomainError('TENANT_SUSPENDED');
    return named;
  }
  const active = memberships.filter((m) => m.state === 'ACTIVE');
  if (active.length === 0) throw new DomainError('TENANT_SUSPENDED');
  return active.length === 1 ? active[0] : undefined;
}

const choiceOf = (membership: MembershipRow): TenantChoice => ({
  cd: membership.cd,
  description: membership.description,
});
