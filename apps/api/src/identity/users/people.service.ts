import type { adminUsers, BodyOf, LinkSent, QueryOf, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, isSuperAdmin, requirePerson, type Session } from '../../platform/auth/session.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccessChanges } from '../access/access-changes.js';
import { Memberships } from './memberships.js';
import { PersonAudit } from './person-audit.js';
import { PersonReader, seesTenant, tenantsOf } from './person-reader.js';
import { PersonWriter } from './person-writer.js';

/** Administration of people: who they are, whether they may sign in, and the end of their memberships. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reader: PersonReader,
    private readonly writer: PersonWriter,
    private readonly memberships: Memberships,
    private readonly changes: AccessChanges,
    private readonly records: PersonAudit,
  ) {}

  page(session: Session, query: QueryOf<typeof adminUsers.get>) {
    return this.transactions.onPlatform(actorOf(session), (scope) => this.reader.page(scope, session, query));
  }

  /** @throws DomainError NOT_FOUND */
  one(session: Session, id: string): Promise<User> {
    return this.transactions.onPlatform(actorOf(session), (scope) => this.reader.show(scope, session, id));
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN, ROLE_NOT_HELD, USER_BLOCKED, BREAK_GLASS_REQUIRED */
  sendLink(session: Session, id: string, origin: string): Promise<LinkSent> {
    requirePerson(session);
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.reader.manageable(scope, session, id);
      if (person.blocked) throw new DomainError('USER_BLOCKED');
      const kind = person.invited ? 'INVITE' : 'RESET';
      const sent = await this.writer.sendLink(scope, person, kind, origin, person.memberships[0]?.tenantId);
      await this.records.changed(scope, {
        action: 'users.sendLink',
        userId: id,
        within: session.tenantId,
        after: { kind, mailed: sent.mailed, expiresAt: sent.expiresAt },
      });
      return sent;
    });
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN (oneself), ROLE_NOT_HELD, STALE_VERSION, LAST_ADMINISTRATOR */
  setBlocked(session: Session, body: BodyOf<typeof adminUsers.setBlocked>): Promise<User> {
    requirePerson(session);
    const { id, blocked } = body;
    return this.transactions.onPlatform(actorOf(session), async (scope) => {
      const person = await this.reader.load(scope, session, id);
      const authority = await this.reader.authorityOver(scope, session, person);
      // A block shows its author nothing: a super-administrator needs no way into the household for it.
      if (!isSuperAdmin(session)) authority.requireManageable(person);
      requireAnother(session, id);
      await this.changes.around(scope, authority, tenantsOf(person), async () => {
        await this.writer.setBlocked(scope, body);
      });
      await this.records.changed(scope, {
        action: blocked ? 'users.block' : 'users.unblock',
        userId: id,
        within: session.tenantId,
        before: { blocked: person.blocked },
        after: { blocked },
      });
      return this.reader.show(scope, session, id);
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
      const person = await this.reader.load(scope, session, id);
      requireAnother(session, id);
      const visible = person.memberships.filter((one) => seesTenant(session, one.tenantId));
      const authority = await this.reader.authorityOver(scope, session, person);
      for (const one of visible) authority.requireTakes(one.tenantId, one.effectiveRoles);
      const whole = visible.length === person.memberships.length;
      await this.changes.around(scope, authority, tenantsOf(person), async () => {
        for (const one of visible) await this.memberships.end(scope, one.tenantId, id);
        if (whole) await this.writer.delete(scope, id);
      });
      await this.records.removed(scope, session, person, {
        tenants: visible.map((one) => one.tenantId),
        isDeleted: whole,
      });
    });
  }
}

/** Blocking or deleting oneself is never meant. */
function requireAnother(session: Session, id: string): void {
  if (session.userId === id) throw new DomainError('FORBIDDEN');
}
