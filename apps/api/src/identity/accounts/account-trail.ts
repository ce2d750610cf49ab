import { Injectable } from '@nestjs/common';
import { MailQueue } from '../../administration/email-server/mail-queue.js';
import type { Mail } from '../../administration/email-server/mail-transport.js';
import { Audit, type AuditEntry, type PersonEntry } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { type NewSecurityEvent, SecurityEvents } from '../../platform/security-events.js';

/**
 * What a change of an account leaves behind, in the transaction of the change: a security event, an audit entry, and a mail
 * to the person, so that a change by an attacker is noticed.
 */
@Injectable()
export class AccountTrail {
  constructor(
    private readonly events: SecurityEvents,
    private readonly audit: Audit,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  event(scope: PlatformScope, event: NewSecurityEvent): Promise<void> {
    return this.events.record(scope, event);
  }

  /** In a transaction of its own: what is refused is rolled back, and the event is not. */
  refusal(event: NewSecurityEvent): Promise<void> {
    return this.events.recordAlone(event);
  }

  /** Whether the person signing in uses a device or network new to the account. */
  isNewDevice(scope: PlatformScope, userId: string): Promise<boolean> {
    return this.events.isNewDevice(scope, userId);
  }

  record(scope: PlatformScope, entry: AuditEntry): Promise<void> {
    return this.audit.record(scope, entry);
  }

  recordOfPerson(scope: PlatformScope, entry: PersonEntry): Promise<void> {
    return this.audit.recordOfPerson(scope, entry);
  }

  /** Whether the instance can send mails. */
  canMail(scope: PlatformScope): Promise<boolean> {
    return this.mails.configured(scope);
  }

  /**
   * Mails where the instance can.
   * @param write the mail, given the moment of the change.
   * @param tenantId the tenant the mail is about, with which it goes when that is deleted.
   */
  async mail(scope: PlatformScope, write: (at: Date) => Mail, tenantId?: string): Promise<void> {
    if (await this.canMail(scope)) await this.mails.add(scope, write(this.clock.now()), tenantId);
  }
}
