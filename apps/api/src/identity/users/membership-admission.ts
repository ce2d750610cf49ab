import type { LinkSent, Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { AccessChanges } from '../access/access-changes.js';
import { Authorities, FINANCE_ROLES } from '../access/authority.js';
import { FreshInvitation } from './fresh-invitation.js';
import { MembershipRequests, type RequestRow } from './membership-requests.js';
import { PeopleRepository } from './people.repository.js';

/** Lets a person that asked into a household. */
@Injectable()
export class MembershipAdmission {
  constructor(
    private readonly requests: MembershipRequests,
    private readonly people: PeopleRepository,
    private readonly changes: AccessChanges,
    private readonly authorities: Authorities,
    private readonly invitations: FreshInvitation,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the link sent to a person no other household knows.
   * @throws DomainError FORBIDDEN (no member of the household), ROLE_NOT_HELD
   */
  async admit(
    scope: PlatformScope,
    session: Session,
    request: RequestRow,
    origin: string,
  ): Promise<LinkSent | undefined> {
    const { tenantId, userId, ownRoles, groupIds } = request;
    const before = await this.people.memberships(scope, [userId]);
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
    const isMember = before.some((one) => one.tenantId === tenantId);
    return isMember ? undefined : this.invitations.send(scope, request, origin);
  }
}
