import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { ImportRecords } from '../ledger/import-records.js';
import { OperationStore } from '../ledger/operation-store.js';
import { PlanStore } from '../ledger/plan-store.js';
import type { ArchiveContent } from './archive-content.js';

type Archived = Pick<ArchiveContent, 'operations' | 'imports' | 'mappings' | 'plans'>;

/** What of an archive lies inside quarters: operations, the imports that brought them, and plans. */
@Injectable()
export class LedgerArchive {
  constructor(
    private readonly operations: OperationStore,
    private readonly imports: ImportRecords,
    private readonly plans: PlanStore,
  ) {}

  async all(scope: TenantScope, quarters: readonly QuarterDate[]): Promise<Archived> {
    const operations: Archived['operations'][number][] = [];
    for (const quarter of quarters) operations.push(...(await this.operations.list(scope, quarter)));
    return { operations, ...(await this.imports.all(scope)), plans: await this.plans.all(scope) };
  }

  /** Quarters, accounts and recurrences are there already. */
  async restore(scope: TenantScope, archived: Archived): Promise<void> {
    await this.operations.restore(scope, archived.operations);
    await this.imports.restore(scope, archived.imports, archived.mappings);
    await this.plans.restore(scope, archived.plans);
  }
}
