import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Day } from '@fibado/planning';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { NotifyLogins } from '../../platform/messaging/notify-logins.js';
import { NotificationsRepository } from '../notifications.repository.js';
import { HouseholdReminders } from './household-reminders.js';
import { RemindersRepository } from './reminders.repository.js';

const FIRST_LOOK_MS = 20_000;
const LOOK_MS = 60_000;
/** Reminders are not sent at night. Hour of the Italian day. */
const FROM_HOUR = 7;
/** A household that could not be looked at waits this long, milliseconds. */
const RETRY_MS = 3_600_000;

const ITALIAN_HOUR = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  hourCycle: 'h23',
});

/**
 * The daily look at every household's quarters, from seven in the morning. Which process does it is decided by the
 * database, a household at a time; what was said is remembered, so looking twice says nothing twice.
 */
@Injectable()
export class RemindersJob implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('reminders');
  readonly #retryAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly rows: RemindersRepository,
    private readonly notifications: NotificationsRepository,
    private readonly logins: NotifyLogins,
    private readonly household: HouseholdReminders,
  ) {}

  onApplicationBootstrap(): void {
    this.next(FIRST_LOOK_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Looks at the households not looked at today; a call while one runs waits for that one. */
  run(): Promise<void> {
    this.#running ??= this.look()
      .catch((error: unknown) => this.#logger.warn(`No reminders: ${(error as Error).message}`))
      .finally(() => (this.#running = undefined));
    return this.#running;
  }

  private next(ms: number): void {
    this.#timer = setTimeout(
      () => void this.run().then(() => !this.#stopped && this.next(LOOK_MS)),
      ms,
    ).unref();
  }

  private async look(): Promise<void> {
    if (Number(ITALIAN_HOUR.format(this.clock.now())) < FROM_HOUR) return;
    const today = this.clock.today();
    const tenants = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.rows.tenantsToLookAt(scope, today),
    );
    for (const tenantId of tenants) {
      if (this.#stopped) return;
      if ((this.#retryAt.get(tenantId) ?? -Infinity) <= performance.now()) await this.lookAt(tenantId, today);
    }
    if (tenants.length > 0) await this.tidy();
  }

  private async lookAt(tenantId: string, today: Day): Promise<void> {
    try {
      await this.transactions.inTenant(tenantId, SYSTEM_ACTOR, (scope) =>
        this.household.remind(scope, today),
      );
      this.#retryAt.delete(tenantId);
    } catch (error) {
      // One household's trouble is not the others'.
      this.#retryAt.set(tenantId, performance.now() + RETRY_MS);
      this.#logger.error(error);
    }
  }

  /** Expired rows are deleted once a day. */
  private async tidy(): Promise<void> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.notifications.prune(scope));
    await this.logins.prune();
  }
}
