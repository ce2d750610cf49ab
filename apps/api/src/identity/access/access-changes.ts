import type { Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { EFFECTIVE_ROLES, SessionStore } from '../../platform/auth/session.store.js';
import { Clock } from '../../platform/clock.js';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Outbox } from '../../platform/messaging/outbox.js';
import { addedRoles, type Authority } from './authority.js';

interface Held {
  readonly tenantId: string;
  readonly userId: string;
  readonly username: string;
  readonly blocked: boolean;
  /** Can sign in: not blocked, has a password or single sign-on, and the tenant is not suspended. */
  readonly able: boolean;
  readonly roles: Role[];
}

type Snapshot = ReadonlyMap<string, Held>;

const ABLE = `not u.blocked and (u.password_hash is not null or u.sso_subject is not null) and t.state = 'ACTIVE'`;

/** Any constant: changes of access wait for one another, or two could each take away the last administrator. */
const LOCK = 4_601_999;

/**
 * Around every change of who may do what: refuses rights the caller may not give, sees to it that administrators
 * remain, and tells the people whose rights changed. What changed is found by comparing before and after, so that no
 * way of changing it is missed.
 */
@Injectable()
export class AccessChanges {
  constructor(
    private readonly outbox: Outbox,
    private readonly sessions: SessionStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param tenantIds every tenant in which the work may change something.
   * @param authority what the caller may decide in these tenants.
   * @throws DomainError LAST_ADMINISTRATOR, ROLE_NOT_HELD, FORBIDDEN
   */
  async around<T>(
    scope: PlatformScope,
    authority: Authority,
    tenantIds: Iterable<string>,
    work: () => Promise<T>,
  ): Promise<T> {
    const tenants = [...new Set(tenantIds)];
    await scope.manager.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const before = await this.snapshot(scope, tenants);
    const superBefore = await this.superAdministrators(scope);
    const result = await work();
    const after = await this.snapshot(scope, tenants);
    requireGiven(authority, before, after);
    if (superBefore > 0 && (await this.superAdministrators(scope)) === 0)
      throw new DomainError('LAST_ADMINISTRATOR');
    await this.requireAdministrators(scope, before, after);
    // A right that is gone ends what was begun with it.
    await this.sessions.revokeActing(scope);
    await this.tell(scope, before, after);
    return result;
  }

  private async snapshot(scope: PlatformScope, tenantIds: readonly string[]): Promise<Snapshot> {
    const rows = await scope.manager.query<Held[]>(
      `select m.tenant_id as "tenantId", m.user_id as "userId", u.username, u.blocked, (${ABLE}) as able,
         ${EFFECTIVE_ROLES} as roles
       from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
       where m.tenant_id = any($1)`,
      [tenantIds],
    );
    return new Map(rows.map((row) => [`${row.tenantId} ${row.userId}`, row]));
  }

  private async superAdministrators(scope: PlatformScope): Promise<number> {
    const [row] = await scope.manager.query<{ count: number }[]>(
      `select count(distinct m.user_id) as count
       from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
       where ${ABLE} and 'SADMIN' = any(${EFFECTIVE_ROLES})`,
    );
    return row?.count ?? 0;
  }

  /** A tenant that had a user administrator keeps at least one; a deleted or suspended tenant needs none. */
  private async requireAdministrators(
    scope: PlatformScope,
    before: Snapshot,
    after: Snapshot,
  ): Promise<void> {
    const had = administered(before);
    const has = administered(after);
    const lost = [...had].filter((tenantId) => !has.has(tenantId));
    if (lost.length === 0) return;
    const live = await scope.manager.query<unknown[]>(
      `select 1 from tenants where id = any($1) and state = 'ACTIVE'`,
      [lost],
    );
    if (live.length > 0) throw new DomainError('LAST_ADMINISTRATOR');
  }

  private async tell(scope: PlatformScope, before: Snapshot, after: Snapshot): Promise<void> {
    const now = this.clock.now();
    const there = await scope.manager.query<{ id: string }[]>('select id from tenants where id = any($1)', [
      [...new Set([...before.values()].map((held) => held.tenantId))],
    ]);
    for (const [key, was] of before) {
      // Deleting a tenant ends all its memberships: no member is left to notify.
      if (!there.some((tenant) => tenant.id === was.tenantId)) continue;
      const is = after.get(key);
      if (is && is.roles.join() !== was.roles.join()) {
        await scope.manager.query(
          // After the last refresh even within one millisecond: the tokens made before it are to be renewed.
          `update memberships m set roles_changed_at = greatest($3::timestamptz,
             (select max(refreshed_at) + interval '1 millisecond' from sessions s
              where s.tenant_id = m.tenant_id and s.user_id = m.user_id))
           where tenant_id = $1 and user_id = $2`,
          [is.tenantId, is.userId, now],
        );
      }
      const change = changeOf(was, is);
      if (change)
        await this.outbox.add(
          scope,
          'account.changed',
          { userId: was.userId, username: was.username, change },
          was.tenantId,
        );
    }
  }
}

/** Checks the outcome: no user gained a role the caller may not grant, and no outsider admitted a member. */
function requireGiven(authority: Authority, before: Snapshot, after: Snapshot): void {
  for (const [key, { tenantId, roles }] of after) {
    const was = before.get(key);
    authority.requireGives(tenantId, addedRoles(was?.roles ?? [], roles));
    if (!was && !authority.decidesIn(tenantId)) throw new DomainError('FORBIDDEN');
  }
}

function changeOf(was: Held, is: Held | undefined): 'ROLES' | 'BLOCKED' | 'REMOVED' | undefined {
  if (!is) return 'REMOVED';
  if (is.blocked && !was.blocked) return 'BLOCKED';
  return is.roles.join() === was.roles.join() ? undefined : 'ROLES';
}

const administered = (snapshot: Snapshot): Set<string> =>
  new Set(
    [...snapshot.values()]
      .filter((held) => held.able && held.roles.includes('MSF_USERS'))
      .map((held) => held.tenantId),
  );
