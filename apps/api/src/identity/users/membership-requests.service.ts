import type { LinkSent, MembershipRequest, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, isSuperAdmin, requirePerson, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { MembershipAdmission } from './membership-admission.js';
import { MembershipRequests, type RequestRow, toRequest } from './membership-requests.js';
import { PeopleRepository } from './people.repository.js';
import { PeopleService } from './people.service.js';

/** What a household answers to memberships that were asked for from outside. */
@Injectable()
export class MembershipRequestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: MembershipRequests,
    private readonly people: PeopleRepository,
    private readonly service: PeopleService,
    private readonly admission: MembershipAdmission,
    private readonly audit: Audit,
  ) {}

  list(session: Session): Promise<MembershipRequest[]> {
    return this.transactions.onPlatform(actorOf(session), async (scope) =>
      (await this.requests.list(scope, isSuperAdmin(session) ? null : session.tenantId)).map(toRequest),
    );
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN (no member of the household), ROLE_NOT_HELD */
  async accept(session: Session, id: string, origin: string): Promise<{ user: User; invitation?: LinkSent }> {
    requirePerson(session);
    const { invitation, userId } = await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const request = await this.requests.find(scope, id);
      // Of another household it is not there; only its members decide, be they super-administrators.
      if (!request || request.tenantId !== session.tenantId) throw new DomainError('NOT_FOUND');
      const link = await this.admission.admit(scope, session, request, origin);
      await this.record(scope, request, 'users.acceptMembership');
      return { invitation: link, userId: request.userId };
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
