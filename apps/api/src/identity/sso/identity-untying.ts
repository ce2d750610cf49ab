import { Injectable } from '@nestjs/common';
import { MailQueue } from '../../administration/email-server/mail-queue.js';
import { Audit } from '../../platform/audit.js';
import type { Session } from '../../platform/auth/session.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { identityUntiedMail } from '../links/link-texts.js';
import { type KnownUser, UserStore } from '../users/user-store.js';
import { type ProviderSession, ProviderSessions } from './provider-sessions.js';

/** Ends the tie between an account and an identity, with the sessions that stand on it; told and recorded. */
@Injectable()
export class IdentityUntying {
  constructor(
    private readonly users: UserStore,
    private readonly sessions: ProviderSessions,
    private readonly events: SecurityEvents,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  standingOf(scope: PlatformScope, sessionId: string): Promise<ProviderSession | undefined> {
    return this.sessions.ofSession(scope, sessionId);
  }

  /** @param allowAnother the next identity of the same name and verified e-mail is tied by its sign-in. */
  async untie(scope: PlatformScope, by: Session, user: KnownUser, allowAnother: boolean): Promise<void> {
    const at = this.clock.now();
    const { ssoIssuer: issuer, ssoSubject: subject } = user;
    await this.users.untieIdentity(scope, user, !allowAnother, at);
    await this.sessions.endOfUser(scope, user.id);
    const isOwn = by.userId === user.id;
    await this.events.record(scope, {
      kind: 'IDENTITY_UNTIED',
      userId: user.id,
      tenantId: by.tenantId,
      ...(isOwn ? {} : { actor: by.username }),
    });
    await this.audit.recordOfPerson(scope, {
      action: isOwn ? 'identities.untie' : 'identities.untieOther',
      userId: user.id,
      within: by.tenantId,
      before: { issuer, subject },
      after: { allowAnother },
    });
    if (subject !== null && (await this.mails.configured(scope)))
      await this.mails.add(scope, identityUntiedMail(user, at), by.tenantId);
  }
}
