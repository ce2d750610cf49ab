import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import { RateLimits } from '../platform/auth/rate-limits.js';
import { SessionStore } from '../platform/auth/session.store.js';
import type { PlatformScope } from '../platform/database/transactions.js';
import { MaintenanceJobs } from '../platform/maintenance-jobs.js';
import { SecurityEvents } from '../platform/security-events.js';
import { ProviderSessions } from './sso/provider-sessions.js';

/** Sign-ins hold personal data (address, device): they are deleted after the retention period, except the last five. */
const LOGINS_KEPT = "interval '1 year'";
const LOGINS_SHOWN = 5;
/** Retries of a request come within a week. */
const IDEMPOTENCY_KEPT = "interval '7 days'";

/**
 * Deletes what the instance keeps of people only for a time: ended sessions, old sign-ins and security events, expired
 * links, keys of requests long answered, counts whose time is over.
 */
@Injectable()
export class ExpiredIdentity {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly events: SecurityEvents,
    private readonly sessions: SessionStore,
    private readonly limits: RateLimits,
    private readonly providerSessions: ProviderSessions,
    maintenance: MaintenanceJobs,
  ) {
    maintenance.addOnPlatform((scope, now) => this.delete(scope, now));
  }

  private async delete(scope: PlatformScope, now: Date): Promise<void> {
    await this.sessions.prune(scope);
    await this.limits.prune(scope);
    await this.providerSessions.prune(scope);
    await this.events.prune(scope, this.env.SECURITY_EVENT_DAYS);
    await scope.manager.query('delete from used_tickets where expires_at < $1', [now]);
    await scope.manager.query('delete from password_links where expires_at < $1', [now]);
    await scope.manager.query('delete from email_changes where expires_at < $1', [now]);
    await scope.manager.query('delete from membership_requests where expires_at < $1', [now]);
    await scope.manager.query(
      `delete from logins where at < $1::timestamptz - ${LOGINS_KEPT} and id not in (
         select id from (select id, row_number() over (partition by user_id order by at desc, id) as place
           from logins) ranked where place <= ${LOGINS_SHOWN})`,
      [now],
    );
    await scope.manager.query(
      `delete from idempotency_keys where created_at < $1::timestamptz - ${IDEMPOTENCY_KEPT}`,
      [now],
    );
  }
}
