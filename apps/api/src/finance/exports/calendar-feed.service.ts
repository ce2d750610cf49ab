import { randomBytes } from 'node:crypto';
import type { ResponseOf, dataExports } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { CalendarAddress } from './calendar-address.js';
import { CalendarContentService } from './calendar-content.js';
import { CalendarFeedsRepository } from './calendar-feeds.repository.js';

type Feed = ResponseOf<typeof dataExports.calendarFeed>;

/** The private address under which a calendar reads the transfers to make and the dates of term deposits. */
@Injectable()
export class CalendarFeedService {
  constructor(
    private readonly addresses: CalendarAddress,
    private readonly transactions: Transactions,
    private readonly feeds: CalendarFeedsRepository,
    private readonly content: CalendarContentService,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @param shown whether the address itself is told, or only that there is one. */
  async current(scope: TenantScope, origin: string, shown: boolean): Promise<Feed> {
    const feed = await this.feeds.find(scope);
    if (!feed) return {};
    const createdAt = feed.createdAt.toISOString();
    if (!shown) return { createdAt };
    return { url: this.addresses.of(scope.tenantId, feed.nonce, origin), createdAt };
  }

  /** A new address; the one before stops working. */
  async renew(scope: TenantScope, origin: string): Promise<Feed> {
    const nonce = randomBytes(16).toString('base64url');
    await this.feeds.put(scope, {
      tenantId: scope.tenantId,
      userId: scope.actor.userId,
      nonce,
      createdAt: this.clock.now(),
      fingerprint: this.addresses.fingerprintOf(scope.tenantId, nonce),
    });
    await this.record(scope, 'exports.renewCalendarFeed');
    return this.current(scope, origin, true);
  }

  async revoke(scope: TenantScope): Promise<void> {
    if (await this.feeds.remove(scope)) await this.record(scope, 'exports.revokeCalendarFeed');
  }

  /** @throws DomainError NOT_FOUND for an address that was never made, or works no more. */
  async read(secret: string): Promise<string> {
    const fingerprint = this.addresses.fingerprint(secret);
    const tenantId = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.feeds.tenantOf(scope, fingerprint),
    );
    if (tenantId === undefined) throw new DomainError('NOT_FOUND');
    return this.transactions.inTenant(tenantId, SYSTEM_ACTOR, (scope) => this.content.of(scope));
  }

  private async record(scope: TenantScope, action: string): Promise<void> {
    await this.audit.record(scope, { action, entity: 'calendarFeed', entityId: scope.tenantId });
  }
}
