import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from './database/transactions.js';

type MaintenanceJob = (scope: TenantScope, now: Date) => Promise<void>;

/** The periodic deletion of expired rows, one job a feature, run in every tenant: the platform sees no tenant's rows. */
@Injectable()
export class MaintenanceJobs {
  readonly #all: MaintenanceJob[] = [];

  constructor(private readonly transactions: Transactions) {}

  add(job: MaintenanceJob): void {
    this.#all.push(job);
  }

  /** Runs all jobs, one transaction a tenant. */
  async run(now: Date): Promise<void> {
    const tenants = await this.transactions.onPlatform(SYSTEM_ACTOR, ({ manager }) =>
      manager.query<{ id: string }[]>('select id from tenants order by id'),
    );
    for (const { id } of tenants)
      await this.transactions.inTenant(id, SYSTEM_ACTOR, async (scope) => {
        for (const job of this.#all) await job(scope, now);
      });
  }
}
