import type { adminUsers, BodyOf, LinkSent } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { ApiKeyStore } from '../../platform/auth/api-key.store.js';
import type { Session } from '../../platform/auth/session.js';
import { SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { Authority } from '../access/authority.js';
import { PasswordLinks } from '../links/password-links.js';
import { PeopleRepository, type PersonFields } from './people.repository.js';
import type { Person } from './person-reader.js';
import { UserStore } from './user-store.js';

export type SaveBody = BodyOf<typeof adminUsers.save>;

/** A change of one person, and what its author may decide. */
export interface Change {
  readonly session: Session;
  readonly id: string;
  readonly before: Person | undefined;
  readonly authority: Authority;
}

/** The fields of a person that are the same in every household. */
export const KEYS = ['username', 'name', 'email', 'phone', 'language'] as const;

const fieldsOf = (body: SaveBody): PersonFields => ({
  username: body.username,
  name: body.name,
  email: body.email,
  language: body.language,
  phone: body.phone ?? null,
});

/** Writes a person's own fields and ways to sign in; what opens the account by an old way is revoked with it. */
@Injectable()
export class PersonWriter {
  constructor(
    private readonly people: PeopleRepository,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly links: PasswordLinks,
    private readonly keys: ApiKeyStore,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError STALE_VERSION, ROLE_NOT_HELD, BREAK_GLASS_REQUIRED */
  async saveFields(
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

  async setPassword(scope: PlatformScope, id: string, passwordHash: string): Promise<void> {
    await this.users.setPassword(scope, id, passwordHash, this.clock.now());
    await this.links.forget(scope, id);
    await this.keys.revokeAll(scope, id);
    await this.sessions.revokeAll(scope, id);
  }

  /** @throws DomainError STALE_VERSION */
  async setBlocked(
    scope: PlatformScope,
    { id, version, blocked }: BodyOf<typeof adminUsers.setBlocked>,
  ): Promise<void> {
    if (!(await this.people.setBlocked(scope, id, version, blocked))) throw new DomainError('STALE_VERSION');
    if (blocked) await this.sessions.revokeAll(scope, id);
  }

  async delete(scope: PlatformScope, id: string): Promise<void> {
    await this.people.delete(scope, id);
  }

  sendLink(...link: Parameters<PasswordLinks['send']>): Promise<LinkSent> {
    return this.links.send(...link);
  }
}
