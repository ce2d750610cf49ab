import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Env } from '../config/env.js';
import { ENV } from '../config/instance.module.js';
import { SecurityEvents } from '../platform/security-events.js';
import { RateLimits } from '../platform/auth/rate-limits.js';
import { SessionStore } from '../platform/auth/session.store.js';
import { MaintenanceJobs } from '../platform/maintenance-jobs.js';
import { ProviderSessions } from './sso/provider-sessions.js';
import { Clock } from '../platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../platform/database/transactions.js';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;
/** Sign-ins hold personal data (address, device): they are deleted after the retention period, except the last five. */
const LOGINS_KEPT = "interval '1 year'";
const LOGINS_SHOWN = 5;
/** Retries of a request come within a week. */
const IDEMPOTENCY_KEPT = "interval '7 days'";

/** Forgets what is of no more use: ended sessions, old sign-ins, expired links, keys of requests long answered, counts
 * whose time is over, and what features say they need no more. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('housekeeping');
  #timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly events: SecurityEvents,
    private readonly transactions: Transactions,
    private readonly sessions: SessionStore,
    private readonly limits: RateLimits,
    private readonly maintenance: MaintenanceJobs,
    private readonly providerSessions: ProviderSessions,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const tidy = () => void this.run().catch((error: unknown) => this.#logger.warn((error as Error).message));
    this.#timers = [setTimeout(tidy, FIRST_MS).unref(), setInterval(tidy, EVERY_MS).unref()];
  }

  onModuleDestroy(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async run(): Promise<void> {
    const now = this.clock.now();
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
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
    });
    await this.maintenance.run(now);
  }
}
