import type { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/** Isolation level, and whether the transaction may write. */
export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ READ ONLY';

/** Whose rows a transaction sees: one tenant's, or those of the instance. */
export type Sight = { readonly tenantId: string } | 'platform';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One connection for one transaction whose beginning and settings are a single message to the database. */
export class ScopedRunner extends PostgresQueryRunner {
  override readonly manager: EntityManager;

  constructor(source: DataSource) {
    super(source.driver as PostgresDriver, 'master');
    this.manager = source.createEntityManager(this);
  }

  /** @throws when the tenant's id is none: nothing else may become part of a statement's text. */
  async begin(isolation: Isolation, sight: Sight): Promise<void> {
    const tenantId = sight === 'platform' ? '' : sight.tenantId;
    if (sight !== 'platform' && !UUID.test(tenantId)) throw new Error('A tenant is named by a UUID');
    this.isTransactionActive = true;
    this.transactionDepth += 1;
    // `local`: a pooled connection cannot carry one tenant into the next request.
    await this.query(
      `start transaction isolation level ${isolation}; set local app.tenant_id = '${tenantId}'; ` +
        `set local app.platform = '${sight === 'platform' ? 'on' : 'off'}'`,
    );
  }

  /** Undoes the transaction; a connection on which that fails is closed and never used again. */
  async undo(): Promise<void> {
    try {
      await this.rollbackTransaction();
    } catch {
      // The pool takes no connection back that is ending.
      await (this.databaseConnection as Client | undefined)?.end().catch(() => undefined);
    }
  }
}
