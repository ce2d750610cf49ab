import { randomUUID } from 'node:crypto';
import type { adminUsers, BodyOf, LinkSent, MembershipRequest, QueryOf, Role, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, isSuperAdmin, requirePerson, type Session } from '../../platform/auth/session.js';
import { ApiKeyStore } from '../../platform/auth/api-key.store.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { AccessChanges } from '../access/access-changes.js';
import { addedRoles, Authorities, type Authority, visibleTenant } from '../access/authority.js';
import { PasswordLinks } from '../links/password-links.js';
import { MembershipRequests, toRequest } from './membership-requests.js';
import { hashPassword } from './password.js';
import { requireStrong } from './password-rules.js';
import {
  type MembershipDetail,
  PeopleRepository,
  type PersonFields,
  type PersonRow,
} from './people.repository.js';
import { UserStore } from './user-store.js';

type SaveBody = BodyOf<typeof adminUsers.save>;
type WantedMembership = SaveBody['memberships'][number];
interface Person extends PersonRow {
  readonly memberships: readonly MembershipDetail[];
}

/** A change of one person, and what its author may decide. */
interface Change {
  readonly session: Session;
  readonly id: string;
  readonly before: Person | undefined;
  readonly authority: Authority;
}

export interface SavedUser {
  readonly user: User;
  readonly invitation?: LinkSent;
  readonly requests?: MembershipRequest[];
}

const KEYS = ['username', 'name', 'email', 'phone', 'language'] as const;

const fieldsOf = (body: SaveBody): PersonFields => ({
  username: body.username,
  name: body.name,
  email: body.email,
  language: body.language,
  phone: body.phone ?? null,
});

/** Administration of people: who they are, what they may do in which tenant, whether they may do anything. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly people: PeopleRepository,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly links: PasswordLinks,
    private readonly keys: ApiKeyStore,
    private readonly changes: AccessChanges,
    private readonly authorities: Authorities,
    private readonly requests: MembershipRequests,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  page(session: Session, query: QueryOf<typeof adminUsers.get>) {
    const tenantId = visibleTenant(session, query.tenantId);
    const blocked = query.blocked === undefined ? null : query.blocked === 'true';
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const { people, total } = await this.people.page(
        scope,
        { search: query.search, tenantId, blocked },
        query,
      );
      const items = await this.describe(scope, session, people);
      return { items, page: query.page, size: query.size, total };
    });
  }

  /** @throws DomainError NOT_FOUND */
  one(session: Session, id: string): Promise<User> {
    return this.transactions.onPlatform(actorOf(session), (scope) => this.show(scope, session, id));
  }

  /**
   * Creates or updates a person with its memberships.
   * @param origin the address people use, for the invitation's link.
   * @throws DomainError see `adminUsers.save`
   */
  async save(session: Session, body: SaveBody, origin: string): Promise<SavedUser> {
    requirePerson(session);
    if (body.password !== undefined) await requireStrong(body.password, body, 'password');
    const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
    for (const wanted of body.memberships) visibleTenant(session, wanted.tenantId);
    if (new Set(body.memberships.map((wanted) => wanted.tenantId)).size < body.memberships.length)
      throw new DomainError('VALIDATION', 'memberships');
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = body.id === undefined ? undefined : await this.load(scope, session, body.id);
      const id = before?.id ?? randomUUID();
      const tenants = [...body.memberships, ...(before?.memberships ?? [])].map((one) => one.tenantId);
      const authority = await this.authorities.of(scope, session, tenants);
      const change: Change = { session, id, before, authority };
      const asked = await this.changes.around(scope, authority, tenants, async () => {
        await this.saveFields(scope, change, body, passwordHash !== undefined);
        if (passwordHash !== undefined) await this.setPassword(scope, id, passwordHash);
        return this.saveMemberships(scope, change, body.memberships);
      });
      const user = await this.show(scope, session, id);
      await this.recordSave(scope, change, user, passwordHash !== undefined);
      for (const wanted of asked) await this.request(scope, change, user, wanted);
      const requests = await this.requestsOf(scope, id, asked);
      const result = { user, ...(requests.length > 0 ? { requests } : {}) };
      // Who waits for a household is invited by the household.
      const tenantId = user.memberships[0]?.tenantId;
      if (before || passwordHash !== undefined || tenantId === undefined) return result;
      return { ...result, invitation: await this.links.send(scope, user, 'INVITE', origin, tenantId) };
    });
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN, ROLE_NOT_HELD, USER_BLOCKED, BREAK_GLASS_REQUIRED */
  sendLink(session: Session, id: string, origin: string): Promise<LinkSent> {
    requirePerson(session);
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.manageable(scope, session, id);
      if (person.blocked) throw new DomainError('USER_BLOCKED');
      const kind = person.invited ? 'INVITE' : 'RESET';
      const sent = await this.links.send(scope, person, kind, origin, person.memberships[0]?.tenantId);
      await this.audit.recordOfPerson(scope, {
        action: 'users.sendLink',
        userId: id,
        within: session.tenantId,
        after: { kind, mailed: sent.mailed, expiresAt: sent.expiresAt },
      });
      return sent;
    });
  }

  /**
   * A person whose way to sign in the caller may replace.
   * @throws DomainError NOT_FOUND, FORBIDDEN, ROLE_NOT_HELD, BREAK_GLASS_REQUIRED
   */
  async manageable(scope: PlatformScope, session: Session, id: string): Promise<Person> {
    const person = await this.load(scope, session, id);
    (await this.authorityOver(scope, session, person)).requireManageable(person);
    return person;
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN (oneself), ROLE_NOT_HELD, STALE_VERSION, LAST_ADMINISTRATOR */
  setBlocked(session: Session, body: BodyOf<typeof adminUsers.setBlocked>): Promise<User> {
    requirePerson(session);
    const { id, version, blocked } = body;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.load(scope, session, id);
      const authority = await this.authorityOver(scope, session, person);
      // A block shows its author nothing: a super-administrator needs no way into the household for it.
      if (!isSuperAdmin(session)) authority.requireManageable(person);
      requireAnother(session, id);
      await this.changes.around(scope, authority, tenantsOf(person), async () => {
        if (!(await this.people.setBlocked(scope, id, version, blocked)))
          throw new DomainError('STALE_VERSION');
        if (blocked) await this.sessions.revokeAll(scope, id);
      });
      await this.audit.recordOfPerson(scope, {
        action: blocked ? 'users.block' : 'users.unblock',
        userId: id,
        within: session.tenantId,
        before: { blocked: person.blocked },
        after: { blocked },
      });
      return this.show(scope, session, id);
    });
  }

  /**
   * A tenant administrator ends the person's membership; a person left without any membership is deleted. A
   * super-administrator deletes the person.
   * @throws DomainError NOT_FOUND, FORBIDDEN (oneself), ROLE_NOT_HELD, LAST_ADMINISTRATOR
   */
  async delete(session: Session, id: string): Promise<void> {
    requirePerson(session);
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.load(scope, session, id);
      requireAnother(session, id);
      const visible = person.memberships.filter((one) => this.sees(session, one.tenantId));
      const authority = await this.authorityOver(scope, session, person);
      for (const one of visible) authority.requireTakes(one.tenantId, one.effectiveRoles);
      const whole = visible.length === person.memberships.length;
      const action = whole ? 'users.delete' : 'users.remove';
      await this.changes.around(scope, authority, tenantsOf(person), async () => {
        for (const one of visible) await this.people.removeMembership(scope, one.tenantId, id);
        if (whole) await this.people.delete(scope, id);
      });
      for (const tenantId of new Set([session.tenantId, ...visible.map((one) => one.tenantId)]))
        await this.audit.record(scope, {
          action,
          entity: 'user',
          entityId: id,
          tenantId,
          before: auditable(person, shownIn(session, tenantId)),
        });
    });
  }

  private async saveFields(
    scope: PlatformScope,
    { id, before, authority }: Change,
    body: SaveBody,
    withPassword: boolean,
  ): Promise<void> {
    const fields = fieldsOf(body);
    if (!before) {
      await this.people.insert(scope, id, fields, this.clock.now());
      return;
    }
    const isChanged = KEYS.some((key) => fields[key] !== before[key]);
    if (withPassword || isChanged) authority.requireManageable(before);
    // Break-glass access lets a user back in; it never sets a password known to another person.
    if (withPassword) authority.requireInside(before);
    if (body.version === undefined || !(await this.people.update(scope, id, body.version, fields)))
      throw new DomainError('STALE_VERSION');
    // A link that waits in the mailbox of the address before is of no use any more.
    if (fields.email !== before.email) await this.links.forget(scope, id);
  }

  private async setPassword(scope: PlatformScope, id: string, passwordHash: string): Promise<void> {
    await this.users.setPassword(scope, id, passwordHash, this.clock.now());
    await this.links.forget(scope, id);
    await this.keys.revokeAll(scope, id);
    await this.sessions.revokeAll(scope, id);
  }

  /** @returns memberships that have to be asked of their household. */
  private async saveMemberships(
    scope: PlatformScope,
    { session, id: userId, before, authority }: Change,
    wanted: readonly WantedMembership[],
  ): Promise<WantedMembership[]> {
    const had = (before?.memberships ?? []).filter((one) => this.sees(session, one.tenantId));
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

  private async request(
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

  private async requestsOf(scope: PlatformScope, userId: string, asked: readonly WantedMembership[]) {
    if (asked.length === 0) return [];
    const all = await this.requests.list(scope, null);
    return all
      .filter((one) => one.userId === userId && asked.some(({ tenantId }) => tenantId === one.tenantId))
      .map(toRequest);
  }

  /** Under each tenant that was touched, with what is that tenant's own. */
  private async recordSave(
    scope: PlatformScope,
    { session, id, before }: Change,
    after: User,
    withPassword: boolean,
  ): Promise<void> {
    const whole = withPassword || !before || KEYS.some((key) => (after[key] ?? null) !== before[key]);
    const partOf = (person: Auditable | undefined, tenantId: string) =>
      JSON.stringify(person && auditable(person, (one) => one.tenantId === tenantId).memberships);
    const tenants = [...after.memberships, ...(before?.memberships ?? [])]
      .map((one) => one.tenantId)
      .filter((tenantId) => whole || partOf(before, tenantId) !== partOf(after, tenantId));
    for (const tenantId of new Set([session.tenantId, ...tenants]))
      await this.audit.record(scope, {
        action: 'users.save',
        entity: 'user',
        entityId: id,
        tenantId,
        before: before && auditable(before, shownIn(session, tenantId)),
        after: auditable(after, shownIn(session, tenantId)),
      });
  }

  private authorityOver(scope: PlatformScope, session: Session, person: Person): Promise<Authority> {
    return this.authorities.of(scope, session, tenantsOf(person));
  }

  private sees(session: Session, tenantId: string): boolean {
    return isSuperAdmin(session) || tenantId === session.tenantId;
  }

  /** A person the caller sees, with all memberships. @throws DomainError NOT_FOUND */
  private async load(scope: PlatformScope, session: Session, id: string): Promise<Person> {
    const person = await this.people.find(scope, id);
    const memberships = await this.people.memberships(scope, [id]);
    const seen = isSuperAdmin(session) || memberships.some((one) => one.tenantId === session.tenantId);
    if (!person || !seen) throw new DomainError('NOT_FOUND');
    return { ...person, memberships };
  }

  private async show(scope: PlatformScope, session: Session, id: string): Promise<User> {
    const [user] = await this.describe(scope, session, [await this.load(scope, session, id)]);
    if (!user) throw new DomainError('NOT_FOUND');
    return user;
  }

  private async describe(
    scope: PlatformScope,
    session: Session,
    people: readonly PersonRow[],
  ): Promise<User[]> {
    const ids = people.map((person) => person.id);
    const memberships = await this.people.memberships(scope, ids);
    const tenantId = isSuperAdmin(session) ? null : session.tenantId;
    const logins = await this.people.lastLogins(scope, ids, tenantId);
    const tenants = memberships.map((one) => one.tenantId);
    const authority = await this.authorities.of(scope, session, tenants);
    return people.map((person) => {
      const own = memberships.filter((one) => one.userId === person.id);
      const { id, username, name, email, phone, language, blocked, invited, identity, version } = person;
      const lastLogin = logins.get(id);
      return {
        id,
        username,
        name,
        email,
        language,
        blocked,
        invited,
        version,
        ...(phone === null ? {} : { phone }),
        ...(identity === null ? {} : { identity }),
        manageable: authority.isManageable({ memberships: own }),
        createdAt: person.createdAt.toISOString(),
        ...(lastLogin ? { lastLoginAt: lastLogin.toISOString() } : {}),
        memberships: own
          .filter((one) => this.sees(session, one.tenantId))
          .map(({ userId: _userId, ...membership }) => membership),
      };
    });
  }
}

const tenantsOf = (person: Person): string[] => person.memberships.map((one) => one.tenantId);

/** Blocking or deleting oneself is never meant. */
function requireAnother(session: Session, id: string): void {
  if (session.userId === id) throw new DomainError('FORBIDDEN');
}

type Auditable = Pick<Person, 'username' | 'name' | 'email' | 'language' | 'blocked'> & {
  readonly memberships: readonly Omit<MembershipDetail, 'userId'>[];
};
type Shown = (membership: Omit<MembershipDetail, 'userId'>) => boolean;

/** A household's audit names no other household; the caller's own shows what the caller saw. */
const shownIn =
  (session: Session, tenantId: string): Shown =>
  (one) =>
    one.tenantId === tenantId || (isSuperAdmin(session) && tenantId === session.tenantId);

/** What the audit keeps of a person. */
function auditable(person: Auditable, shown: Shown) {
  const { username, name, email, language, blocked } = person;
  const memberships = person.memberships.filter(shown).map(({ tenant, roles, groups }) => ({
    tenant,
    roles,
    groups: groups.map((group) => group.name),
  }));
  return { username, name, email, language, blocked, memberships };
}
