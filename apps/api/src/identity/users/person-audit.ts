import type { User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { isSuperAdmin, type Session } from '../../platform/auth/session.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import type { MembershipDetail } from './people.repository.js';
import type { Person } from './person-reader.js';
import { type Change, KEYS } from './person-writer.js';

/** Changes of a person in the audit of each household concerned, which reads there what is its own. */
@Injectable()
export class PersonAudit {
  constructor(private readonly audit: Audit) {}

  /** Under each tenant that was touched, with what is that tenant's own. */
  async saved(
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

  /** A person who leaves households, or is deleted with the last of them. */
  async removed(
    scope: PlatformScope,
    session: Session,
    person: Person,
    { tenants, isDeleted }: { readonly tenants: readonly string[]; readonly isDeleted: boolean },
  ): Promise<void> {
    for (const tenantId of new Set([session.tenantId, ...tenants]))
      await this.audit.record(scope, {
        action: isDeleted ? 'users.delete' : 'users.remove',
        entity: 'user',
        entityId: person.id,
        tenantId,
        before: auditable(person, shownIn(session, tenantId)),
      });
  }

  /** A change that is the person's own, told to every household of theirs. */
  changed(scope: PlatformScope, entry: Parameters<Audit['recordOfPerson']>[1]): Promise<void> {
    return this.audit.recordOfPerson(scope, entry);
  }
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
