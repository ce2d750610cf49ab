import { randomUUID } from 'node:crypto';
import type { adminUsers, BodyOf, LinkSent, QueryOf, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { actorOf, isSuperAdmin, type Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import { type PlatformScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccessChanges } from '../access/access-changes.js';
import {
  changedRoles,
  isManageable,
  requireHeld,
  requireManageable,
  visibleTenant,
} from '../access/authority.js';
import { PasswordLinks } from '../links/password-links.js';
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

/** Administration of people: who they are, what they may do in which tenant, whether they may do anything. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly people: PeopleRepository,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly links: PasswordLinks,
    private readonly changes: AccessChanges,
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
  async save(
    session: Session,
    body: SaveBody,
    origin: string,
  ): Promise<{ user: User; invitation?: LinkSent }> {
    if (body.password !== undefined) await requireStrong(body.password, body, 'password');
    const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
    for (const wanted of body.memberships) visibleTenant(session, wanted.tenantId);
    if (new Set(body.memberships.map((wanted) => wanted.tenantId)).size < body.memberships.length)
      throw new DomainError('VALIDATION', 'memberships');
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const before = body.id === undefined ? undefined : await this.load(scope, session, body.id);
      const id = before?.id ?? randomUUID();
      const tenants = [...body.memberships, ...(before?.memberships ?? [])].map((one) => one.tenantId);
      await this.changes.around(scope, tenants, async () => {
        await this.saveFields(scope, session, id, before, body, passwordHash !== undefined);
        if (passwordHash !== undefined) await this.setPassword(scope, id, passwordHash);
        await this.saveMemberships(scope, session, id, before, body.memberships);
      });
      const user = await this.show(scope, session, id);
      await this.audit.record(scope, {
        ...{ action: 'users.save', entity: 'user', entityId: id, tenantId: session.tenantId },
        ...{ before: before && auditable(before), after: auditable(user) },
      });
      if (before || passwordHash !== undefined) return { user };
      const tenantId = body.memberships[0]?.tenantId;
      return { user, invitation: await this.links.send(scope, user, 'INVITE', origin, tenantId) };
    });
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN, ROLE_NOT_HELD, USER_BLOCKED */
  sendLink(session: Session, id: string, origin: string): Promise<LinkSent> {
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.load(scope, session, id);
      requireManageable(session, person);
      if (person.blocked) throw new DomainError('USER_BLOCKED');
      const kind = person.invited ? 'INVITE' : 'RESET';
      const sent = await this.links.send(scope, person, kind, origin, person.memberships[0]?.tenantId);
      await this.audit.record(scope, {
        ...{ action: 'users.sendLink', entity: 'user', entityId: id, tenantId: session.tenantId },
        after: { kind, mailed: sent.mailed, expiresAt: sent.expiresAt },
      });
      return sent;
    });
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN (oneself), ROLE_NOT_HELD, STALE_VERSION, LAST_ADMINISTRATOR */
  setBlocked(session: Session, body: BodyOf<typeof adminUsers.setBlocked>): Promise<User> {
    const { id, version, blocked } = body;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.load(scope, session, id);
      requireManageable(session, person);
      requireAnother(session, id);
      await this.changes.around(scope, tenantsOf(person), async () => {
        if (!(await this.people.setBlocked(scope, id, version, blocked)))
          throw new DomainError('STALE_VERSION');
        if (blocked) await this.sessions.revokeAll(scope, id);
      });
      await this.audit.record(scope, {
        ...{ action: blocked ? 'users.block' : 'users.unblock', entity: 'user', entityId: id },
        ...{ tenantId: session.tenantId, before: { blocked: person.blocked }, after: { blocked } },
      });
      return this.show(scope, session, id);
    });
  }

  /**
   * A tenant administrator takes the person out of the tenant; whoever then belongs nowhere is deleted, as by a
   * super-administrator.
   * @throws DomainError NOT_FOUND, FORBIDDEN (oneself), ROLE_NOT_HELD, LAST_ADMINISTRATOR
   */
  async delete(session: Session, id: string): Promise<void> {
    await this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.load(scope, session, id);
      requireAnother(session, id);
      const visible = person.memberships.filter((one) => this.sees(session, one.tenantId));
      requireHeld(
        session,
        visible.flatMap((one) => one.effectiveRoles),
      );
      const whole = visible.length === person.memberships.length;
      await this.changes.around(scope, tenantsOf(person), async () => {
        for (const one of visible) await this.people.removeMembership(scope, one.tenantId, id);
        if (whole) await this.people.delete(scope, id);
      });
      await this.audit.record(scope, {
        ...{ action: whole ? 'users.delete' : 'users.remove', entity: 'user', entityId: id },
        ...{ tenantId: session.tenantId, before: auditable({ ...person, memberships: visible }) },
      });
    });
  }

  private async saveFields(
    scope: PlatformScope,
    session: Session,
    id: string,
    before: Person | undefined,
    body: SaveBody,
    withPassword: boolean,
  ): Promise<void> {
    const fields: PersonFields = {
      ...{ username: body.username, name: body.name, email: body.email, language: body.language },
      phone: body.phone ?? null,
    };
    if (!before) {
      await this.people.insert(scope, id, fields, this.clock.now());
      return;
    }
    const keys = ['username', 'name', 'email', 'phone', 'language'] as const;
    if (withPassword || keys.some((key) => fields[key] !== before[key])) requireManageable(session, before);
    if (body.version === undefined || !(await this.people.update(scope, id, body.version, fields)))
      throw new DomainError('STALE_VERSION');
    // A link that waits in the mailbox of the address before is nobody's business any more.
    if (fields.email !== before.email) await this.links.forget(scope, id);
  }

  private async setPassword(scope: PlatformScope, id: string, passwordHash: string): Promise<void> {
    await this.users.setPassword(scope, id, passwordHash, this.clock.now());
    await this.links.forget(scope, id);
    await this.sessions.revokeAll(scope, id);
  }

  private async saveMemberships(
    scope: PlatformScope,
    session: Session,
    userId: string,
    before: Person | undefined,
    wanted: readonly WantedMembership[],
  ): Promise<void> {
    const had = (before?.memberships ?? []).filter((one) => this.sees(session, one.tenantId));
    for (const [i, one] of wanted.entries()) {
      const was = had.find((membership) => membership.tenantId === one.tenantId);
      if (!(await this.people.tenantExists(scope, one.tenantId)))
        throw new DomainError('VALIDATION', `memberships.${i}.tenantId`);
      await this.requireMembershipHeld(scope, session, was, one, `memberships.${i}.groupIds`);
      const roles = [...new Set(one.roles)];
      await this.people.putMembership(scope, { tenantId: one.tenantId, userId, roles, at: this.clock.now() });
      await this.people.setGroups(scope, one.tenantId, userId, one.groupIds);
    }
    for (const was of had) {
      if (wanted.some((one) => one.tenantId === was.tenantId)) continue;
      requireHeld(session, was.effectiveRoles);
      await this.people.removeMembership(scope, was.tenantId, userId);
    }
  }

  /** Every role that is given or taken, directly or through a group, has to be the caller's own. */
  private async requireMembershipHeld(
    scope: PlatformScope,
    session: Session,
    was: MembershipDetail | undefined,
    wanted: WantedMembership,
    field: string,
  ): Promise<void> {
    requireHeld(session, changedRoles(was?.roles ?? [], wanted.roles));
    const hadGroups = was?.groups.map((group) => group.id) ?? [];
    const roles = await this.people.groupRoles(scope, wanted.tenantId, [...hadGroups, ...wanted.groupIds]);
    if (wanted.groupIds.some((id) => !roles.has(id))) throw new DomainError('VALIDATION', field);
    const touched = [...hadGroups, ...wanted.groupIds].filter(
      (id) => hadGroups.includes(id) !== wanted.groupIds.includes(id),
    );
    requireHeld(
      session,
      touched.flatMap((id) => roles.get(id) ?? []),
    );
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
    return people.map((person) => {
      const own = memberships.filter((one) => one.userId === person.id);
      const { id, username, name, email, phone, language, blocked, invited, version } = person;
      const lastLogin = logins.get(id);
      return {
        ...{ id, username, name, email, language, blocked, invited, version },
        ...(phone === null ? {} : { phone }),
        manageable: isManageable(session, { id, memberships: own }),
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

/** What the audit keeps of a person. */
function auditable(
  person: Pick<Person, 'username' | 'name' | 'email' | 'language' | 'blocked'> & {
    memberships: readonly Omit<MembershipDetail, 'userId'>[];
  },
) {
  const { username, name, email, language, blocked } = person;
  const memberships = person.memberships.map(({ tenant, roles, groups }) => ({
    ...{ tenant, roles, groups: groups.map((group) => group.name) },
  }));
  return { username, name, email, language, blocked, memberships };
}
