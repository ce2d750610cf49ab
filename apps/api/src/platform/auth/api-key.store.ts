import { randomBytes, randomUUID } from 'node:crypto';
import { API_KEY_PREFIX, type ApiKeyScope, type Role } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { type PlatformScope, SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { DomainError } from '../http/domain-error.js';
import { InstanceSecret } from '../secrets.js';
import { API_KEY_WINDOW_SECONDS } from './api-key-limits.js';
import { Demonstration } from './demonstration.js';
import { RateLimits, type Usage } from './rate-limits.js';
import type { Session } from './session.js';
import { EFFECTIVE_ROLES } from './session.store.js';

const PURPOSE = 'api-key';
/** Characters of a key that are kept readable, to recognise it by. */
const SHOWN_CHARACTERS = 10;
const USE_GRAIN_MS = 60_000;

interface KeyState {
  readonly id: string;
  readonly tenantId: string;
  readonly tenant: string;
  readonly tenantState: 'ACTIVE' | 'SUSPENDED';
  readonly userId: string;
  readonly username: string;
  readonly blocked: boolean;
  readonly demonstration: boolean;
  readonly roles: Role[];
  readonly scopes: ApiKeyScope[];
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

const STATE = `
  select k.id, k.tenant_id as "tenantId", t.code as tenant, t.state as "tenantState", k.user_id as "userId",
    u.username, u.blocked, u.demonstration, k.scopes, k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
    ${EFFECTIVE_ROLES} as roles,
    -- What is counted below may be lost with the machine's power: no request is to wait for a disk.
    set_config('synchronous_commit', 'off', true)
  from api_keys k
  join users u on u.id = k.user_id
  join tenants t on t.id = k.tenant_id
  join memberships m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
  where k.fingerprint = $1`;

export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/** Keys of scripts. Only a keyed fingerprint is stored: neither the database nor a backup of it opens anything. */
@Injectable()
export class ApiKeyStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly secret: InstanceSecret,
    private readonly limits: RateLimits,
    private readonly demonstration: Demonstration,
  ) {}

  /** @returns the key, to be shown once. */
  async make(
    scope: PlatformScope,
    key: { tenantId: string; userId: string; name: string; scopes: readonly ApiKeyScope[]; expiresAt: Date },
  ): Promise<{ id: string; key: string }> {
    const id = randomUUID();
    const text = API_KEY_PREFIX + randomBytes(32).toString('base64url');
    await scope.manager.query(
      `insert into api_keys (id, tenant_id, user_id, name, prefix, fingerprint, scopes, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        key.tenantId,
        key.userId,
        key.name,
        text.slice(0, SHOWN_CHARACTERS),
        this.secret.fingerprint(PURPOSE, text),
        key.scopes,
        this.clock.now(),
        key.expiresAt,
      ],
    );
    return { id, key: text };
  }

  /** Ends every key of a person, in all tenants. */
  async revokeAll(scope: PlatformScope, userId: string): Promise<void> {
    await scope.manager.query('delete from api_keys where user_id = $1', [userId]);
  }

  /**
   * The person behind a key, with the roles of this moment, and how often it was used in its window.
   * @throws DomainError UNAUTHENTICATED, USER_BLOCKED, TENANT_SUSPENDED
   */
  authenticate(text: string): Promise<{ session: Session; usage: Usage }> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const rows = await scope.manager.query<KeyState[]>(STATE, [this.secret.fingerprint(PURPOSE, text)]);
      const state = rows[0];
      const now = this.clock.now();
      if (!state || state.expiresAt <= now) throw new DomainError('UNAUTHENTICATED');
      if (state.blocked || (state.demonstration && !this.demonstration.open))
        throw new DomainError('USER_BLOCKED');
      if (state.tenantState === 'SUSPENDED') throw new DomainError('TENANT_SUSPENDED');
      // To the minute: a script's thousand calls need not be a thousand writes.
      if (!state.lastUsedAt || now.getTime() - state.lastUsedAt.getTime() >= USE_GRAIN_MS)
        await scope.manager.query('update api_keys set last_used_at = $2 where id = $1', [state.id, now]);
      const { id, tenantId, tenant, userId, username, demonstration, scopes, expiresAt } = state;
      const roles = this.demonstration.rolesOf(state);
      const usage = await this.limits.hit(scope, `api-key ${id}`, API_KEY_WINDOW_SECONDS);
      const session: Session = {
        id,
        tenantId,
        tenant,
        userId,
        username,
        roles,
        method: 'API_KEY',
        rolesChanged: false,
        demonstration,
        key: { scopes, expiresAt: expiresAt.getTime() },
      };
      return { session, usage };
    });
  }
}
