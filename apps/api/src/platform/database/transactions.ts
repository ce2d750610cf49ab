import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Who does something: the user, and the person really behind it when somebody acts as that user. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  readonly actingUsername?: string | undefined;
}

/** What the program does by itself: reminders, retention, the demonstration household. */
export const SYSTEM_ACTOR: Actor = { userId: '00000000-0000-0000-0000-000000000000', username: 'system' };

/**
 * One transaction in one tenant. Every repository function takes it first: without a scope there is no
 * connection to ask, and the connection itself sees this tenant's rows alone.
 */
export interface TenantScope {
  readonly kind: 'tenant';
  readonly tenantId: string;
  readonly actor: Actor;
  readonly manager: EntityManager;
}

/** One transaction on the instance: users, tenants, sessions, the outbox. It sees no household's finances. */
export interface PlatformScope {
  readonly kind: 'platform';
  readonly actor: Actor;
  readonly manager: EntityManager;
}

export type Scope = TenantScope | PlatformScope;

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

@Injectable()
export class Transactions {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Runs `work` in one transaction that sees `tenantId`'s rows and no others; an error rolls all of it back. */
  inTenant<T>(
    tenantId: string,
    actor: Actor,
    work: (scope: TenantScope) => Promise<T>,
    isolation: Isolation = 'READ COMMITTED',
  ): Promise<T> {
    return this.source.transaction(isolation, async (manager) => {
      await setScope(manager, tenantId, false);
      return work({ kind: 'tenant', tenantId, actor, manager });
    });
  }

  /** Runs `work` in one transaction on the instance's own tables. */
  onPlatform<T>(actor: Actor, work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    return this.source.transaction(async (manager) => {
      await setScope(manager, '', true);
      return work({ kind: 'platform', actor, manager });
    });
  }
}

/** Settings that end with the transaction: a pooled connection cannot carry one tenant into the next request. */
async function setScope(manager: EntityManager, tenantId: string, platform: boolean): Promise<void> {
  await manager.query(`select set_config('app.tenant_id', $1, true), set_config('app.platform', $2, true)`, [
    tenantId,
    platform ? 'on' : 'off',
  ]);
}
