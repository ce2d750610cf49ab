import { randomUUID } from 'node:crypto';
import type { LinkSent, MembershipRequest, User } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { actorOf, requirePerson, type Session } from '../../platform/auth/session.js';
import { Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { AccessChanges } from '../access/access-changes.js';
import { visibleTenant } from '../access/authority.js';
import { Memberships } from './memberships.js';
import { hashPassword } from './password.js';
import { requireStrong } from './password-rules.js';
import { PersonAudit } from './person-audit.js';
import { PersonReader } from './person-reader.js';
import { type Change, PersonWriter, type SaveBody } from './person-writer.js';

export interface SavedUser {
  readonly user: User;
  readonly invitation?: LinkSent;
  readonly requests?: MembershipRequest[];
}

/** Creates and changes people with what they may do in which household. */
@Injectable()
export class PersonSaving {
  constructor(
    private readonly transactions: Transactions,
    private readonly reader: PersonReader,
    private readonly writer: PersonWriter,
    private readonly memberships: Memberships,
    private readonly changes: AccessChanges,
    private readonly records: PersonAudit,
  ) {}

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
      const before = body.id === undefined ? undefined : await this.reader.load(scope, session, body.id);
      const id = before?.id ?? randomUUID();
      const tenants = [...body.memberships, ...(before?.memberships ?? [])].map((one) => one.tenantId);
      const authority = await this.reader.authority(scope, session, tenants);
      const change: Change = { session, id, before, authority };
      const asked = await this.changes.around(scope, authority, tenants, async () => {
        await this.writer.saveFields(scope, change, body, passwordHash !== undefined);
        if (passwordHash !== undefined) await this.writer.setPassword(scope, id, passwordHash);
        return this.memberships.save(scope, change, body.memberships);
      });
      const user = await this.reader.show(scope, session, id);
      await this.records.saved(scope, change, user, passwordHash !== undefined);
      for (const wanted of asked) await this.memberships.request(scope, change, user, wanted);
      const requests = await this.memberships.requestsOf(scope, id, asked);
      const result = { user, ...(requests.length > 0 ? { requests } : {}) };
      // Who waits for a household is invited by the household.
      const tenantId = user.memberships[0]?.tenantId;
      if (before || passwordHash !== undefined || tenantId === undefined) return result;
      return { ...result, invitation: await this.writer.sendLink(scope, user, 'INVITE', origin, tenantId) };
    });
  }
}
