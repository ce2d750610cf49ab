import { Injectable } from '@nestjs/common';
import { type PlatformScope, SYSTEM_ACTOR, type TenantScope, Transactions } from './database/transactions.js';

type MaintenanceJob = (scope: TenantScope, now: Date) => Promise<void>;
type PlatformJob = (scope: PlatformScope, now: Date) => Promise<void>;

/**
 * The periodic deletion of expired rows, one job a feature, run in every tenant: the platform sees no tenant's rows.
 * Rows of the instance are deleted once.
 */
@Injectable()
export class MaintenanceJobs {
  readonly #all: MaintenanceJob[] = [];
  readonly #onPlatform: PlatformJob[] = [];

  constructor(private readonly transactions: Transactions) {}

  add(job: MaintenanceJob): void {
    this.#all.push(job);
  }

  addOnPlatform(job: PlatformJob): void {
    this.#onPlatform.push(job);
  }

  /** Runs all jobs: those of the instance in one transaction, the others in one a tenant. */
  async run(now: Date): Promise<void> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      for (const job of this.#onPlatform) await job(scope, now);
    });
    const tenants = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<{ id: string }[]>('select id from tenants order by id'),
    );
    for (const { id } of tenants)
      await this.transactions.inTenant(id, SYSTEM_ACTOR, async (scope) => {
        for (const job of this.#all) await job(scope, now);
      });
  }
}
