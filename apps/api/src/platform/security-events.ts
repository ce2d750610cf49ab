import type { SecurityEventKind } from '@fibado/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { networkOf } from './auth/network.js';
import { Clock } from './clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from './database/transactions.js';
import { requestOrigin } from './http/request-origin.js';

const REFUSALS: readonly SecurityEventKind[] = [
  'SIGN_IN_FAILED',
  'SIGN_IN_LOCKED',
  'TOKEN_REUSED',
  'STEP_UP_FAILED',
  'SECOND_FACTOR_FAILED',
  'REFUSED',
];
/** A refusal that repeats within this time is counted in one row: refused requests cannot fill the disk. */
const BUCKET_MS = 60_000;
/** A device and network not seen for this long are new again. */
const KNOWN_DAYS = 180;

export interface NewSecurityEvent {
  readonly kind: SecurityEventKind;
  /** Absent when no account has the name that was typed, which is not kept: it may be a password. */
  readonly userId?: string | undefined;
  readonly actor?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly detail?: string | undefined;
  readonly isNewDevice?: boolean;
}

/**
 * Who did what to an account, from where, with what outcome. Refusals also go to the log, one line each, with nothing
 * but their kind and address, for programs that watch it.
 */
@Injectable()
export class SecurityEvents {
  readonly #logger = new Logger('security');

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async record(scope: PlatformScope, event: NewSecurityEvent): Promise<void> {
    const { kind, userId, actor, tenantId, detail, isNewDevice = false } = event;
    const { address, client, agent } = requestOrigin();
    const isRefusal = REFUSALS.includes(kind);
    if (isRefusal) this.#logger.warn(`${kind} from ${address || 'unknown'}`);
    const at = this.clock.now();
    const minute = Math.floor(at.getTime() / BUCKET_MS);
    const about = [kind, userId ?? '', networkOf(address), detail ?? '', minute].join(' ');
    await scope.manager.query(
      `insert into security_events as e
         (at, kind, outcome, user_id, actor_username, tenant_id, address, client, agent, detail, is_new_device, bucket)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (bucket) do update set times = e.times + 1, at = excluded.at`,
      [
        at,
        kind,
        isRefusal ? 'REFUSED' : 'OK',
        userId ?? null,
        actor ?? null,
        tenantId ?? null,
        address,
        client,
        agent,
        detail ?? null,
        isNewDevice,
        isRefusal ? about : null,
      ],
    );
  }

  /** In a transaction of its own: what is refused is rolled back, and the event is not. */
  async recordAlone(event: NewSecurityEvent): Promise<void> {
    try {
      await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.record(scope, event));
    } catch (error) {
      // The refusal itself matters more than its record.
      this.#logger.error(error);
    }
  }

  /** Whether an account that was used before is used from a device or network that is new to it. */
  async isNewDevice(scope: PlatformScope, userId: string): Promise<boolean> {
    const { address, agent } = requestOrigin();
    const since = new Date(this.clock.now().getTime() - KNOWN_DAYS * 24 * 3_600_000);
    const rows = await scope.manager.query<{ address: string; agent: string }[]>(
      `select distinct address, agent from security_events
       where user_id = $1 and kind = 'SIGN_IN' and actor_username is null and at >= $2`,
      [userId, since],
    );
    const isSame = (row: { address: string; agent: string }) =>
      deviceOf(row.agent) === deviceOf(agent) && networkOf(row.address) === networkOf(address);
    return rows.length > 0 && !rows.some(isSame);
  }

  async prune(scope: PlatformScope, days: number): Promise<void> {
    const before = new Date(this.clock.now().getTime() - days * 24 * 3_600_000);
    await scope.manager.query('delete from security_events where at < $1', [before]);
  }
}

/** A browser stays the same device when it is updated. */
const deviceOf = (agent: string): string => agent.replaceAll(/[\d.]+/g, '');
