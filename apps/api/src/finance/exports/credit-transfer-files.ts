import type { dataExports, QueryOf } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import type { DownloadFile } from '../../platform/http/endpoint.js';
import { OperationStore } from '../ledger/operation-store.js';
import { ProblemService } from '../problem/problem.service.js';
import { creditTransfersOf } from './credit-transfers.js';

type TransferFilter = QueryOf<typeof dataExports.creditTransfers>;

/** Planned transfers as a file that banks read (pain.001). */
@Injectable()
export class CreditTransferFiles {
  constructor(
    private readonly problems: ProblemService,
    private readonly operations: OperationStore,
    private readonly clock: Clock,
  ) {}

  /** The planned transfers that can still be ordered: those of a day that is past are left out. */
  async write(scope: TenantScope, date: QuarterDate, filter: TransferFilter): Promise<DownloadFile> {
    const problem = await this.problems.load(scope, date);
    const today = this.clock.today();
    const from = filter.from !== undefined && filter.from > today ? filter.from : today;
    const transfers = (await this.operations.list(scope, date)).filter(
      (operation) =>
        operation.kind === 'TRANSFER' &&
        operation.status === 'PLANNED' &&
        operation.date >= from &&
        (filter.to === undefined || operation.date <= filter.to) &&
        (filter.accountId === undefined || operation.accountId === filter.accountId),
    );
    const bytes = await creditTransfersOf(problem, transfers, this.clock.now());
    return { name: `fibado-${date}-pain001.xml`, bytes };
  }
}
