import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';
import { InstanceSecret } from '../secrets.js';

const PURPOSE = 'rate-limit';

/** How often something was counted, and how long until that is forgotten, milliseconds. */
export interface Usage {
  readonly points: number;
  readonly msLeft: number;
}

const MS_LEFT = `extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as "msLeft"`;

/**
 * Counts in the database, so that a bound holds for all processes together and over a restart. Time is the
 * database's own: processes agree on it, and a clock held still for a demonstration does not hold waits still. What is
 * counted is stored as a keyed fingerprint: it may be an address, or a password typed into the wrong field.
 */
@Injectable()
export class RateLimits {
  constructor(private readonly secret: InstanceSecret) {}

  /**
   * Counts once more; others who count the same wait until `scope` ends.
   * @param seconds until the count is forgotten: from the first on, or from the latest when it is `sliding`.
   */
  async hit(scope: PlatformScope, name: string, seconds: number, sliding = false): Promise<Usage> {
    const rows = await scope.manager.query<Usage[]>(
      `insert into rate_limits as counted (key, points, ends_at)
       values ($1, 1, clock_timestamp() + $2 * interval '1 second')
       on conflict (key) do update set
         points = case when counted.ends_at <= clock_timestamp() then 1 else counted.points + 1 end,
         ends_at = case when $3 or counted.ends_at <= clock_timestamp() then excluded.ends_at
           else counted.ends_at end
       returning points, ${MS_LEFT}`,
      [this.keyOf(name), seconds, sliding],
    );
    const usage = rows[0];
    if (!usage) throw new Error('Nothing was counted');
    return usage;
  }

  async find(scope: PlatformScope, name: string): Promise<Usage | undefined> {
    const rows = await scope.manager.query<Usage[]>(
      `select points, ${MS_LEFT} from rate_limits where key = $1 and ends_at > clock_timestamp()`,
      [this.keyOf(name)],
    );
    return rows[0];
  }

  /** Takes one count back. */
  async giveBack(scope: PlatformScope, name: string): Promise<void> {
    await scope.manager.query('update rate_limits set points = points - 1 where key = $1 and points > 0', [
      this.keyOf(name),
    ]);
  }

  async forget(scope: PlatformScope, name: string): Promise<void> {
    await scope.manager.query('delete from rate_limits where key = $1', [this.keyOf(name)]);
  }

  async prune(scope: PlatformScope): Promise<void> {
    await scope.manager.query('delete from rate_limits where ends_at <= clock_timestamp()');
  }

  private keyOf(name: string): string {
    return this.secret.fingerprint(PURPOSE, name);
  }
}

export const tooMany = ({ msLeft }: Usage): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', String(Math.max(1, Math.ceil(msLeft / 1000))));
