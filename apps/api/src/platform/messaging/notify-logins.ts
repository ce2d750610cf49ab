import { randomBytes } from 'node:crypto';
import { routingKeyOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { Session } from '../auth/session.js';
import { Clock } from '../clock.js';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { InstanceSecret } from '../secrets.js';

/** How every login's name begins: the broker has users of other kinds besides. */
export const LOGIN_PREFIX = 'notify_';

/** How long a secret waits for its connection, milliseconds. */
export const SECRET_LIFE_MS = 60_000;

/** How soon the second question of one connection follows the first, milliseconds. */
const SECOND_QUESTION_MS = 2000;

/** Queues one login may declare: a page subscribes once. */
export const MAX_QUEUES = 3;

/** A login of the real-time line, of one session, and the one routing key it may read. */
export interface NotifyGrant {
  readonly login: string;
  readonly key: string;
}

/** Joined with what can end a session, so that its login ends with it. */
const LIVE = `
  from notify_logins l
  join sessions s on s.id = l.session_id
  join users u on u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
  where s.revoked_at is null and s.expires_at > $1 and not u.blocked and t.state = 'ACTIVE'`;

interface LoginRow {
  readonly login: string;
  readonly tenant: string;
  readonly username: string;
}

/** Logins for the real-time line: one a connection, its secret good once and for a minute. */
@Injectable()
export class NotifyLogins {
  readonly #purpose = 'notify-login';

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly secret: InstanceSecret,
  ) {}

  async issue(session: Pick<Session, 'id' | 'tenantId'>): Promise<{ username: string; password: string }> {
    const login = `${LOGIN_PREFIX}${randomBytes(12).toString('hex')}`;
    const password = randomBytes(24).toString('base64url');
    await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query(
        `insert into notify_logins (tenant_id, login, session_id, secret_hash, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [
          session.tenantId,
          login,
          session.id,
          this.secret.fingerprint(this.#purpose, password),
          new Date(this.clock.now().getTime() + SECRET_LIFE_MS),
        ],
      ),
    );
    return { username: login, password };
  }

  /**
   * Uses a secret up. RabbitMQ asks twice while it opens one connection, so for it the secret is used up by the
   * second question, which has to follow at once; a connection gets by on two answers, and no second one on the rest.
   * @returns what the login may read; undefined for a wrong, used or expired secret.
   */
  async redeem(login: string, password: string, questions: 1 | 2): Promise<NotifyGrant | undefined> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async ({ manager }) => {
      const used = await manager.query<{ login: string }[]>(
        `with used as (
           update notify_logins set used_at = coalesce(used_at, $1),
             expires_at = case when used_at is not null or $4 = 1 then $1 else expires_at end
           where login = $2 and secret_hash = $3 and expires_at > $1
             and (used_at is null or ($4 = 2 and used_at >= $1::timestamptz - interval '${SECOND_QUESTION_MS} milliseconds'))
           returning login
         ) select login from used`,
        [this.clock.now(), login, this.secret.fingerprint(this.#purpose, password), questions],
      );
      if (used.length === 0) return undefined;
      const rows = await manager.query<LoginRow[]>(
        `select l.login, t.code as tenant, u.username ${LIVE} and l.login = $2`,
        [this.clock.now(), login],
      );
      return grantOf(rows[0]);
    });
  }

  /** What a login that has connected may read, while its session lives. */
  async find(login: string): Promise<NotifyGrant | undefined> {
    const rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<LoginRow[]>(
        `select l.login, t.code as tenant, u.username ${LIVE} and l.login = $2 and l.used_at is not null`,
        [this.clock.now(), login],
      ),
    );
    return grantOf(rows[0]);
  }

  /**
   * Counts a queue a login declares. @returns false for one too many, and for a login that has not connected or whose
   * session is over.
   */
  async claimQueue(login: string, queue: string): Promise<boolean> {
    const rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<unknown[]>(
        `with claimed as (
           update notify_logins n set queues = case when $3 = any(n.queues) then n.queues else n.queues || $3 end
           where n.login in (select l.login ${LIVE} and l.login = $2 and l.used_at is not null)
             and ($3 = any(n.queues) or cardinality(n.queues) < ${MAX_QUEUES})
           returning n.login
         ) select login from claimed`,
        [this.clock.now(), login, queue],
      ),
    );
    return rows.length > 0;
  }

  /** Those of the logins whose session has not ended. */
  async living(logins: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<{ login: string }[]>(`select l.login ${LIVE} and l.login = any($2)`, [
        this.clock.now(),
        logins,
      ]),
    );
    return new Set(rows.map((row) => row.login));
  }

  /** Deletes unused secrets, and logins whose session is over. */
  async prune(): Promise<void> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query(
        `delete from notify_logins l using sessions s where s.id = l.session_id
           and (s.revoked_at is not null or s.expires_at <= $1 or (l.used_at is null and l.expires_at <= $1))`,
        [this.clock.now()],
      ),
    );
  }
}

const grantOf = (row: LoginRow | undefined): NotifyGrant | undefined =>
  row && { login: row.login, key: routingKeyOf(row.tenant, row.username) };
