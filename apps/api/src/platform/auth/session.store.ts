import { randomUUID } from 'node:crypto';
import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Clock } from '../clock.js';
import type { PlatformScope, Scope } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';
import { requestOrigin } from '../http/request-origin.js';
import type { SignInMethod } from './session.js';

/** A session as the guard needs it: one row that joins session, user, tenant, and the roles of this moment. */
export interface SessionState {
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly tenantState: 'ACTIVE' | 'SUSPENDED';
  readonly userId: string;
  readonly username: string;
  readonly blocked: boolean;
  /** An account with a published password: see `Demonstration`. */
  readonly demonstration: boolean;
  readonly roles: Role[];
  readonly rolesChangedAt: Date;
  readonly method: SignInMethod;
  readonly actingUsername: string | null;
  readonly generation: number;
  readonly refreshedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** When the person last proved who it is. */
  readonly provedAt: Date | null;
  /** How often the token was replaced by a fresh one. */
  readonly rotation: number;
  readonly twoFactor: boolean;
  /** The tenant asks for a second factor, and none was given in this session. */
  readonly needsSecondFactor: boolean;
}

export interface OpenSession {
  readonly id: string;
  readonly tenant: string;
  readonly createdAt: Date;
  readonly refreshedAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly client: string;
  /** The browser or device as it names itself. */
  readonly agent: string;
  readonly method: SignInMethod;
}

export interface NewSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly actorUserId?: string;
  readonly method: SignInMethod;
  readonly client: string;
  readonly address: string;
  /** When the person proved who it is; never while acting. */
  readonly provedAt: Date | 'NOW' | null;
  readonly twoFactor?: boolean | undefined;
  /** The provider's session it stands on. */
  readonly providerSessionId?: string | undefined;
  /** A session of the same person it continues: what that one stands on, it stands on too. */
  readonly continues?: string | undefined;
}

/** Own roles and those of the groups of the membership `m`, as an SQL expression. */
export const EFFECTIVE_ROLES = `array(
      select unnest(m.roles) union
      select unnest(g.roles) from group_members gm
        join groups g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
        where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id
      order by 1
    )`;

/** One statement, outside any transaction too: the function sees to its own scope. */
const STATE = `
  select id, tenant_id as "tenantId", tenant, tenant_state as "tenantState", user_id as "userId", username, blocked,
    method, acting_username as "actingUsername", generation, refreshed_at as "refreshedAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", roles_changed_at as "rolesChangedAt", roles,
    proved_at as "provedAt", rotation,
    is_demonstration(user_id) as demonstration, gave_second_factor(id) as "twoFactor",
    needs_second_factor(id) as "needsSecondFactor"
  from session_state($1)`;

/** How long a token that was replaced may be refreshed once more: by another tab, or because the answer was lost. */
const REPEAT_SECONDS = 60;

/** Sessions in the database: what makes a token revocable before it expires. */
@Injectable()
export class SessionStore {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  async find(id: string): Promise<SessionState | undefined> {
    // Before every request: past the object mapper, which would make a runner and a manager for one statement.
    const pool = (this.source.driver as PostgresDriver).master as Pool | undefined;
    // The process is ending.
    if (!pool) throw new DomainError('SERVICE_UNAVAILABLE');
    const { rows } = await pool.query<SessionState>(STATE, [id]);
    return rows[0];
  }

  async findIn(scope: PlatformScope, id: string): Promise<SessionState | undefined> {
    const rows = await scope.manager.query<SessionState[]>(STATE, [id]);
    return rows[0];
  }

  /** @param lifeMs how long the session can be refreshed, milliseconds. */
  async open(scope: PlatformScope, session: NewSession, lifeMs: number): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    const { agent } = requestOrigin();
    await scope.manager.query(
      `insert into sessions (id, tenant_id, user_id, actor_user_id, method, client, address, created_at, refreshed_at, expires_at,
         proved_at, two_factor, agent, provider_session_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12,
         coalesce($13, (select provider_session_id from sessions where id = $14)))`,
      [
        id,
        session.tenantId,
        session.userId,
        session.actorUserId ?? null,
        session.method,
        session.client,
        session.address,
        now,
        new Date(now.getTime() + lifeMs),
        session.provedAt === 'NOW' ? now : session.provedAt,
        session.twoFactor ?? false,
        agent,
        session.providerSessionId ?? null,
        session.continues ?? null,
      ],
    );
    await scope.manager.query(
      `insert into logins (id, user_id, tenant_id, at, address, client, agent, method)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        randomUUID(),
        session.userId,
        session.tenantId,
        now,
        session.address,
        session.client,
        agent,
        session.method,
      ],
    );
    return id;
  }

  /**
   * Gives the next token of a session its place: one more rotation, and the next generation when roles changed, after
   * which tokens of older ones stop working. Of several tabs that ask at the same moment the first starts it, and the
   * others get tokens of the same one; an answer that was lost can be asked again for a while.
   * @param rotation of the token that asks.
   * @returns false when that token was replaced long ago: another party holds a copy of it.
   */
  async refresh(scope: PlatformScope, state: SessionState, rotation: number): Promise<boolean> {
    const rows = await scope.manager.query<unknown[]>(
      // Compared with the row as it is when its turn comes. And never before the change it answers to: a clock held
      // still would call the new token outdated too.
      `with turned as (
         update sessions set generation = generation + (refreshed_at < $3)::integer,
           refreshed_at = greatest($2, $3), rotation = rotation + (rotation = $4)::integer,
           rotated_at = case when rotation = $4 then $2 else rotated_at end
         where id = $1 and (rotation = $4 or
           (rotation = $4 + 1 and rotated_at >= $2::timestamptz - interval '${REPEAT_SECONDS} seconds'))
         returning id
       ) select id from turned`,
      [state.id, this.clock.now(), state.rolesChangedAt, rotation],
    );
    return rows.length > 0;
  }

  /** Notes that the person proved itself just now. @returns the moment. */
  async prove(scope: PlatformScope, id: string): Promise<Date> {
    const now = this.clock.now();
    await scope.manager.query('update sessions set proved_at = $2 where id = $1', [id, now]);
    return now;
  }

  /** The same with a second factor. */
  async proveTwice(scope: PlatformScope, id: string): Promise<Date> {
    const now = this.clock.now();
    await scope.manager.query('update sessions set proved_at = $2, two_factor = true where id = $1', [
      id,
      now,
    ]);
    return now;
  }

  async revoke(scope: Scope, id: string): Promise<void> {
    await scope.manager.query('update sessions set revoked_at = $2 where id = $1 and revoked_at is null', [
      id,
      this.clock.now(),
    ]);
  }

  /** Ends every session of a user, those in which the user acts as another user, too, but for one that may stay. */
  async revokeAll(scope: PlatformScope, userId: string, but?: { keep: string }): Promise<void> {
    await scope.manager.query(
      `update sessions set revoked_at = $2 where (user_id = $1 or actor_user_id = $1) and revoked_at is null
         and id is distinct from $3::uuid`,
      [userId, this.clock.now(), but?.keep ?? null],
    );
  }

  /** Ends acting sessions whose real person is no super-administrator any more. */
  async revokeActing(scope: PlatformScope): Promise<void> {
    await scope.manager.query(
      `update sessions s set revoked_at = $1 where s.actor_user_id is not null and s.revoked_at is null
         and not exists (
           select 1 from memberships m join tenants t on t.id = m.tenant_id and t.state = 'ACTIVE'
           where m.user_id = s.actor_user_id and 'SADMIN' = any(${EFFECTIVE_ROLES}))`,
      [this.clock.now()],
    );
  }

  /** A user's sessions that can still be used or refreshed, latest used first. */
  openOf(scope: PlatformScope, userId: string): Promise<OpenSession[]> {
    return scope.manager.query<OpenSession[]>(
      `select s.id, t.code as tenant, s.created_at as "createdAt", s.refreshed_at as "refreshedAt",
         s.expires_at as "expiresAt", s.address, s.client, s.agent, s.method
       from sessions s join tenants t on t.id = s.tenant_id
       where s.user_id = $1 and s.revoked_at is null and s.expires_at > $2
       order by s.refreshed_at desc, s.created_at desc`,
      [userId, this.clock.now()],
    );
  }

  /** Forgets sessions that ended more than thirty days ago. */
  async prune(scope: PlatformScope): Promise<void> {
    await scope.manager.query(
      `delete from sessions where expires_at < $1::timestamptz - interval '30 days'`,
      [this.clock.now()],
    );
  }
}
