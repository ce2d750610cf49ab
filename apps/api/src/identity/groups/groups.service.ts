import { randomUUID } from 'node:crypto';
import type { adminGroups, BodyOf, Group, QueryOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccessChanges } from '../access/access-changes.js';
import { addedRoles, Authorities, type Authority, visibleTenant } from '../access/authority.js';
import { type GroupChoice, type GroupRow, GroupsRepository } from './groups.repository.js';

type SaveBody = BodyOf<typeof adminGroups.save>;

/** Named bundles of roles, and who has them through a bundle. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly groups: GroupsRepository,
    private readonly changes: AccessChanges,
    private readonly authorities: Authorities,
    private readonly audit: Audit,
  ) {}

  page(session: Session, query: QueryOf<typeof adminGroups.get>) {
    const filter = { search: query.search, tenantId: visibleTenant(session, query.tenantId) };
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const { items, total } = await this.groups.page(scope, filter, query);
      return { items: items.map(toGroup), page: query.page, size: query.size, total };
    });
  }

  /** What people can be put into: names and roles, and not who has them. */
  choices(session: Session, wanted: string | undefined): Promise<GroupChoice[]> {
    const tenantId = visibleTenant(session, wanted);
    return this.transactions.onPlatform(actorOf(session), (scope) => this.groups.choices(scope, tenantId));
  }

  candidates(session: Session, query: QueryOf<typeof adminGroups.candidates>) {
    const filter = { search: query.search, tenantId: visibleTenant(session, query.tenantId) };
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const { items, total } = await this.groups.candidates(scope, filter, query);
      return { items, page: query.page, size: query.size, total };
    });
  }

  /** @throws DomainError see `adminGroups.save` */
  save(session: Session, body: SaveBody): Promise<Group> {
    requirePerson(session);
    const sight = visibleTenant(session, undefined);
    const roles = [...new Set(body.roles)];
    const memberIds = [...new Set(body.memberIds)];
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = body.id === undefined ? undefined : await this.find(scope, body.id, sight);
      const tenantId = await this.tenantOf(scope, session, body, before);
      const authority = await this.authorities.of(scope, session, [tenantId]);
      requireChangeAllowed(authority, tenantId, before, { roles, memberIds });
      if ((await this.groups.membersIn(scope, tenantId, memberIds)) < memberIds.length)
        throw new DomainError('VALIDATION', 'memberIds');
      const id = before?.id ?? randomUUID();
      const fields = { id, name: body.name, description: body.description || null, roles };
      await this.changes.around(scope, authority, [tenantId], async () => {
        if (!before) await this.groups.insert(scope, { ...fields, tenantId });
        else if (
          body.version === undefined ||
          !(await this.groups.update(scope, { ...fields, version: body.version }))
        )
          throw new DomainError('STALE_VERSION');
        await this.groups.setMembers(scope, tenantId, id, memberIds);
      });
      const after = toGroup(await this.find(scope, id, sight));
      await this.audit.record(scope, {
        action: 'groups.save',
        entity: 'group',
        entityId: id,
        tenantId,
        before: before && auditable(before),
        after: auditable(after),
      });
      return after;
    });
  }

  /** @throws DomainError NOT_FOUND, IN_USE with the members, ROLE_NOT_HELD */
  async delete(session: Session, id: string): Promise<void> {
    requirePerson(session);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = await this.find(scope, id, visibleTenant(session, undefined));
      const authority = await this.authorities.of(scope, session, [before.tenantId]);
      authority.requireTakes(before.tenantId, before.roles);
      if (before.members.length > 0)
        throw new DomainError('IN_USE', ...before.members.map((member) => `users:${member.username}`));
      await this.groups.delete(scope, before.tenantId, id);
      await this.audit.record(scope, {
        action: 'groups.delete',
        entity: 'group',
        entityId: id,
        tenantId: before.tenantId,
        before: auditable(before),
      });
    });
  }

  private async tenantOf(
    scope: PlatformScope,
    session: Session,
    body: SaveBody,
    before: GroupRow | undefined,
  ): Promise<string> {
    if (before) {
      if (body.tenantId !== undefined && body.tenantId !== before.tenantId)
        throw new DomainError('VALIDATION', 'tenantId');
      return before.tenantId;
    }
    const tenantId = visibleTenant(session, body.tenantId) ?? session.tenantId;
    if (!(await this.groups.tenantExists(scope, tenantId))) throw new DomainError('VALIDATION', 'tenantId');
    return tenantId;
  }

  private async find(scope: PlatformScope, id: string, tenantId: string | null): Promise<GroupRow> {
    const group = await this.groups.find(scope, id, tenantId);
    if (!group) throw new DomainError('NOT_FOUND');
    return group;
  }
}

/** Who joins or leaves gains or loses the group's roles; who stays those that change. */
function requireChangeAllowed(
  authority: Authority,
  tenantId: string,
  before: GroupRow | undefined,
  after: { readonly roles: GroupRow['roles']; readonly memberIds: readonly string[] },
): void {
  const hadRoles = before?.roles ?? [];
  const had = before?.members.map((member) => member.id) ?? [];
  const joins = after.memberIds.some((id) => !had.includes(id));
  const leaves = had.some((id) => !after.memberIds.includes(id));
  authority.requireGives(tenantId, joins ? after.roles : addedRoles(hadRoles, after.roles));
  authority.requireTakes(tenantId, leaves ? hadRoles : addedRoles(after.roles, hadRoles));
}

const toGroup = ({ description, ...row }: GroupRow): Group => ({
  ...row,
  ...(description === null ? {} : { description }),
});

const auditable = ({
  tenant,
  name,
  roles,
  members,
}: Pick<GroupRow, 'tenant' | 'name' | 'roles' | 'members'>) => ({
  tenant,
  name,
  roles,
  members: members.map((member) => member.username),
});
