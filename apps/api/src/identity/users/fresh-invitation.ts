import type { LinkSent } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { SessionStore } from '../../platform/auth/session.store.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { PasswordLinks } from '../links/password-links.js';
import type { RequestRow } from './membership-requests.js';
import { PeopleRepository } from './people.repository.js';
import { UserStore } from './user-store.js';

/**
 * Unless another household knows a person already, it starts afresh with a link its new household sends: neither a password
 * nor a link that who asked may know opens the household.
 */
@Injectable()
export class FreshInvitation {
  constructor(
    private readonly people: PeopleRepository,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly links: PasswordLinks,
  ) {}

  async send(
    scope: PlatformScope,
    { userId, tenantId, askedById }: RequestRow,
    origin: string,
  ): Promise<LinkSent | undefined> {
    const user = await this.users.find(scope, userId);
    const isKnown = userId === askedById || (await this.people.isInHouseholdBut(scope, userId, tenantId));
    if (!user || isKnown || user.ssoSubject !== null) return undefined;
    await this.users.clearPassword(scope, userId);
    await this.sessions.revokeAll(scope, userId);
    return this.links.send(scope, user, 'INVITE', origin, tenantId);
  }
}
