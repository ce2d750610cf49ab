import type { MembershipRequest, Role, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { addedRoles } from '../access/authority.js';
import { MembershipRequests, toRequest } from './membership-requests.js';
import { type MembershipDetail, PeopleRepository } from './people.repository.js';
import { seesTenant } from './person-reader.js';
import type { Change, SaveBody } from './person-writer.js';

export type WantedMembership = SaveBody['memberships'][number];

/** A person's memberships as another person wants them: written, or asked of the household that decides. */
@Injectable()
export class Memberships {
  constructor(
    private readonly people: PeopleRepository,
    private readonly requests: MembershipRequests,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async end(scope: PlatformScope, tenantId: string, userId: string): Promise<void> {
    await this.people.removeMembership(scope, tenantId, userId);
  }

  /** @returns memberships that have to be asked of their household. */
  async save(
    scope: PlatformScope,
    { session, id: userId, before, authority }: Change,
    wanted: readonly WantedMembership[],
  ): Promise<WantedMembership[]> {
    const had = (before?.memberships ?? []).filter((one) => seesTenant(session, one.tenantId));
    const asked: WantedMembership[] = [];
    for (const [i, one] of wanted.entries()) {
      const { tenantId } = one;
      const was = had.find((membership) => membership.tenantId === tenantId);
      if (!(await this.people.tenantExists(scope, tenantId)))
        throw new DomainError('VALIDATION', `memberships.${i}.tenantId`);
      const { gained, lost } = await this.difference(scope, was, one, `memberships.${i}.groupIds`);
      if (!authority.decidesIn(tenantId) && (!was || gained.length > 0)) {
        asked.push(one);
        continue;
      }
      authority.requireGives(tenantId, gained);
      authority.requireTakes(tenantId, lost);
      const roles = [...new Set(one.roles)];
      await this.people.putMembership(scope, { tenantId, userId, roles, at: this.clock.now() });
      await this.people.setGroups(scope, tenantId, userId, one.groupIds);
    }
    for (const was of had) {
      if (wanted.some((one) => one.tenantId === was.tenantId)) continue;
      authority.requireTakes(was.tenantId, was.effectiveRoles);
      await this.people.removeMembership(scope, was.tenantId, userId);
    }
    return asked;
  }

  /** Every role that is given or taken, directly or through a group. */
  private async difference(
    scope: PlatformScope,
    was: MembershipDetail | undefined,
    wanted: WantedMembership,
    field: string,
  ): Promise<{ gained: Role[]; lost: Role[] }> {
    const hadGroups = was?.groups.map((group) => group.id) ?? [];
    const roles = await this.people.groupRoles(scope, wanted.tenantId, [...hadGroups, ...wanted.groupIds]);
    if (wanted.groupIds.some((id) => !roles.has(id))) throw new DomainError('VALIDATION', field);
    const rolesOf = (ids: readonly string[]) => ids.flatMap((id) => roles.get(id) ?? []);
    const joined = wanted.groupIds.filter((id) => !hadGroups.includes(id));
    const left = hadGroups.filter((id) => !wanted.groupIds.includes(id));
    return {
      gained: [...addedRoles(was?.roles ?? [], wanted.roles), ...rolesOf(joined)],
      lost: [...addedRoles(wanted.roles, was?.roles ?? []), ...rolesOf(left)],
    };
  }

  async request(
    scope: PlatformScope,
    { session, id }: Change,
    user: User,
    { tenantId, roles, groupIds }: WantedMembership,
  ): Promise<void> {
    const wanted = { roles: [...new Set(roles)], groupIds: [...new Set(groupIds)] };
    await this.requests.put(scope, { tenantId, userId: id, askedBy: session.userId, ...wanted });
    await this.outbox.add(
      scope,
      'membership.requested',
      { by: session.username, person: user.name },
      tenantId,
    );
    await this.audit.record(scope, {
      action: 'users.requestMembership',
      entity: 'user',
      entityId: id,
      tenantId,
      after: { username: user.username, email: user.email, roles: wanted.roles, askedBy: session.username },
    });
  }

  async requestsOf(
    scope: PlatformScope,
    userId: string,
    asked: readonly WantedMembership[],
  ): Promise<MembershipRequest[]> {
    if (asked.length === 0) return [];
    const all = await this.requests.list(scope, null);
    return all
      .filter((one) => one.userId === userId && asked.some(({ tenantId }) => tenantId === one.tenantId))
      .map(toRequest);
  }
}
