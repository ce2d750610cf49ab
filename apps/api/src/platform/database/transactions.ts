import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CallerTurns } from './caller-turns.js';
import { type Isolation, ScopedRunner, type Sight } from './scoped-runner.js';

/** Who does something: the user, and the real person when another user acts as that one. */
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

/** One transaction on the instance: users, tenants, sessions, jobs. It sees no household's finances. */
export interface PlatformScope {
  readonly kind: 'platform';
  readonly actor: Actor;
  readonly manager: EntityManager;
}

export type Scope = TenantScope | PlatformScope;

/** One caller's share of the connections. */
const CALLER_SHARE = 1 / 3;
const DEFAULT_POOL = 10;

@Injectable()
export class Transactions {
  readonly #turns: CallerTurns;

  constructor(@InjectDataSource() private readonly source: DataSource) {
    const { poolSize = DEFAULT_POOL } = source.options as { readonly poolSize?: number };
    this.#turns = new CallerTurns(Math.max(2, Math.floor(poolSize * CALLER_SHARE)));
  }

  /** Runs `work` in one transaction that sees `tenantId`'s rows and no others; an error rolls all of it back. */
  inTenant<T>(
    tenantId: string,
    actor: Actor,
    work: (scope: TenantScope) => Promise<T>,
    isolation: Isolation = 'READ COMMITTED',
  ): Promise<T> {
    return this.run(isolation, { tenantId }, (manager) => work({ kind: 'tenant', tenantId, actor, manager }));
  }

  /** Runs `work` in one transaction on the instance's own tables. */
  onPlatform<T>(actor: Actor, work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    return this.run('READ COMMITTED', 'platform', (manager) => work({ kind: 'platform', actor, manager }));
  }

  private run<T>(
    isolation: Isolation,
    sight: Sight,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.#turns.run(() => this.execute(isolation, sight, work));
  }

  private async execute<T>(
    isolation: Isolation,
    sight: Sight,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    const runner = new ScopedRunner(this.source);
    try {
      await runner.begin(isolation, sight);
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      await runner.undo();
      throw error;
    } finally {
      await runner.release();
    }
  }
}
