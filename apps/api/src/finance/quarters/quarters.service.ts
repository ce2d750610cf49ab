import type { Output, Quarter, QuarterInFull, quarterListItem } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OperationStore } from '../ledger/operation-store.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { toQuarter } from '../ledger/quarters.mapper.js';
import { QuartersRepository } from '../ledger/quarters.repository.js';
import { ProblemService } from '../problem/problem.service.js';

/** Reads quarters, and deletes the last one while it was not started. */
@Injectable()
export class QuartersService {
  constructor(
    private readonly rows: QuartersRepository,
    private readonly gate: QuarterGate,
    private readonly operations: OperationStore,
    private readonly problems: ProblemService,
    private readonly audit: Audit,
  ) {}

  async list(scope: TenantScope): Promise<Output<typeof quarterListItem>[]> {
    return this.rows.list(scope);
  }

  async get(scope: TenantScope, date: QuarterDate): Promise<Quarter> {
    return toQuarter(await this.gate.expect(scope, date), await this.rows.setups(scope, date));
  }

  /** The quarter with what the one before left under way. */
  async inFull(scope: TenantScope, date: QuarterDate): Promise<QuarterInFull> {
    const quarter = await this.get(scope, date);
    const carriedOver = await this.problems.carriedOver(scope, date);
    return carriedOver.length > 0 ? { ...quarter, carriedOver } : quarter;
  }

  /** Of a quarter that was never started, and after which there is none. */
  async delete(scope: TenantScope, date: QuarterDate): Promise<void> {
    await this.rows.lockCalendar(scope);
    await this.gate.enter(scope, date, 'INITIALIZED');
    const later = (await this.rows.list(scope)).find((quarter) => quarter.date > date);
    if (later) throw new DomainError('IN_USE', `quarters:${later.date}`);
    const before = {
      ...(await this.get(scope, date)),
      operations: await this.operations.list(scope, date),
    };
    await this.rows.remove(scope, date);
    await this.audit.record(scope, {
      action: 'quarters.delete',
      entity: 'quarter',
      entityId: date,
      before,
    });
  }
}
