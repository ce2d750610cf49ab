import type { adminUsers, QueryOf, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { isSuperAdmin, type Session } from '../../platform/auth/session.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Authorities, type Authority, visibleTenant } from '../access/authority.js';
import { type MembershipDetail, PeopleRepository, type PersonRow } from './people.repository.js';

/** A person with every membership, also those the caller does not see. */
export interface Person extends PersonRow {
  readonly memberships: readonly MembershipDetail[];
}

export const tenantsOf = (person: Person): string[] => person.memberships.map((one) => one.tenantId);

/** Whether the caller's rights reach into a tenant. */
export const seesTenant = (session: Session, tenantId: string): boolean =>
  isSuperAdmin(session) || tenantId === session.tenantId;

/** People as a caller sees them, and what the caller may decide about them. */
@Injectable()
export class PersonReader {
  constructor(
    private readonly people: PeopleRepository,
    private readonly authorities: Authorities,
  ) {}

  async page(scope: PlatformScope, session: Session, query: QueryOf<typeof adminUsers.get>) {
    const { search, page, size } = query;
    const tenantId = visibleTenant(session, query.tenantId);
    const blocked = query.blocked === undefined ? null : query.blocked === 'true';
    const { people, total } = await this.people.page(scope, { search, tenantId, blocked }, query);
    return { items: await this.describe(scope, session, people), page, size, total };
  }

  /** A person the caller sees, with all memberships. @throws DomainError NOT_FOUND */
  async load(scope: PlatformScope, session: Session, id: string): Promise<Person> {
    const person = await this.people.find(scope, id);
    const memberships = await this.people.memberships(scope, [id]);
    const seen = isSuperAdmin(session) || memberships.some((one) => one.tenantId === session.tenantId);
    if (!person || !seen) throw new DomainError('NOT_FOUND');
    return { ...person, memberships };
  }

  async show(scope: PlatformScope, session: Session, id: string): Promise<User> {
    const [user] = await this.describe(scope, session, [await this.load(scope, session, id)]);
    if (!user) throw new DomainError('NOT_FOUND');
    return user;
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

  /** The authority of the caller in these tenants. */
  authority(scope: PlatformScope, session: Session, tenants: readonly string[]): Promise<Authority> {
    return this.authorities.of(scope, session, tenants);
  }

  authorityOver(scope: PlatformScope, session: Session, person: Person): Promise<Authority> {
    return this.authorities.of(scope, session, tenantsOf(person));
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
          .filter((one) => seesTenant(session, one.tenantId))
          .map(({ userId: _userId, ...membership }) => membership),
      };
    });
  }
}
