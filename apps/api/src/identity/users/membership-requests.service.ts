import type { LinkSent, MembershipRequest, Role, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, isSuperAdmin, requirePerson, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccessChanges } from '../access/access-changes.js';
import { Authorities, FINANCE_ROLES } from '../access/authority.js';
import { PasswordLinks } from '../links/password-links.js';
import { MembershipRequests, type RequestRow, toRequest } from './membership-requests.js';
import { PeopleRepository } from './people.repository.js';
import { PeopleService } from './people.service.js';
import { UserStore } from './user-store.js';

/** What a household answers to memberships that were asked for from outside. */
@Injectable()
export class MembershipRequestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: MembershipRequests,
    private readonly people: PeopleRepository,
    private readonly service: PeopleService,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly links: PasswordLinks,
    private readonly changes: AccessChanges,
    private readonly authorities: Authorities,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  list(session: Session): Promise<MembershipRequest[]> {
    return this.transactions.onPlatform(actorOf(session), async (scope) =>
      (await this.requests.list(scope, isSuperAdmin(session) ? null : session.tenantId)).map(toRequest),
    );
  }

  /**
   * Lets the person in. Unless another household knows the person already, it starts afresh with a link this household
   * sends: neither a password nor a link that who asked may know opens the household.
   * @throws DomainError NOT_FOUND, FORBIDDEN (no member of the household), ROLE_NOT_HELD
   */
  async accept(session: Session, id: string, origin: string): Promise<{ user: User; invitation?: LinkSent }> {
    requirePerson(session);
    const { invitation, userId } = await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const request = await this.requests.find(scope, id);
      // Of another household it is not there; only its members decide, be they super-administrators.
      if (!request || request.tenantId !== session.tenantId) throw new DomainError('NOT_FOUND');
      const { userId } = request;
      const before = await this.people.memberships(scope, [userId]);
      await this.admit(scope, session, request);
      const isMember = before.some((one) => one.tenantId === request.tenantId);
      return { invitation: isMember ? undefined : await this.inviteAfresh(scope, request, origin), userId };
    });
    const user = await this.service.one(session, userId);
    return { user, ...(invitation ? { invitation } : {}) };
  }

  /** @throws DomainError NOT_FOUND */
  async decline(session: Session, id: string): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const request = await this.requests.find(scope, id);
      const isOwn = request?.askedById === session.userId || request?.tenantId === session.tenantId;
      if (!request || !isOwn) throw new DomainError('NOT_FOUND');
      await this.requests.remove(scope, request.tenantId, id);
      await this.record(scope, request, 'users.declineMembership');
      // A person made for this household alone has no further use.
      const rest = await this.people.memberships(scope, [request.userId]);
      const waiting = (await this.requests.list(scope, null)).some((one) => one.userId === request.userId);
      if (rest.length === 0 && !waiting) await this.people.delete(scope, request.userId);
    });
  }

  private async admit(scope: PlatformScope, session: Session, request: RequestRow): Promise<void> {
    const { tenantId, userId, ownRoles, groupIds } = request;
    const authority = await this.authorities.of(scope, session, [tenantId]);
    // What rights of the instance were asked for, who asked has to hold still.
    const isFinance = (role: Role) => FINANCE_ROLES.includes(role);
    const lent = request.askedBySuper ? request.roles.filter((role) => !isFinance(role)) : [];
    const together = authority.decidesIn(tenantId) ? authority.lent(tenantId, lent) : authority;
    await this.changes.around(scope, together, [tenantId], async () => {
      const at = this.clock.now();
      await this.people.putMembership(scope, { tenantId, userId, roles: ownRoles, at });
      const there = await this.people.groupRoles(scope, tenantId, groupIds);
      await this.people.setGroups(scope, tenantId, userId, [...there.keys()]);
    });
    await this.requests.remove(scope, tenantId, request.id);
    await this.record(scope, request, 'users.acceptMembership');
  }

  private async inviteAfresh(
    scope: PlatformScope,
    { userId, tenantId, askedById }: RequestRow,
    origin: string,
  ): Promise<LinkSent | undefined> {
    const user = await this.users.find(scope, userId);
    const isKnown = userId === askedById || (await this.people.isInHouseholdBut(scope, userId, tenantId));
    if (!user || isKnown || user.ssoSubject !== null) return undefined;
    await this.users.clearPassword(scope, userId);
    await this.sessions.revokeAll(scope, userId);
    return this.links.send(scope, user, 'INVITE', origin, tenantId);
  }

  private record(scope: PlatformScope, request: RequestRow, action: string) {
    const { tenantId, userId, username, email, roles, groups, askedBy } = request;
    return this.audit.record(scope, {
      action,
      entity: 'user',
      entityId: userId,
      tenantId,
      after: { username, email, roles, groups, askedBy },
    });
  }
}
