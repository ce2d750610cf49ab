import type { BodyOf, Lot, operations, ResponseOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { LotsService } from '../lots/lots.service.js';
import { OperationsService } from './operations.service.js';

type Plan = BodyOf<typeof operations.saveWithLots>;
type Saved = ResponseOf<typeof operations.saveWithLots>;

/** Plans that open lots: transfers and lots are stored together, or neither is. */
@Injectable()
export class PlansWithLots {
  constructor(
    private readonly operations: OperationsService,
    private readonly lots: LotsService,
    private readonly idempotency: Idempotency,
  ) {}

  /** @throws DomainError as both of what it saves. */
  save(scope: TenantScope, plan: Plan, idempotencyKey?: string): Promise<Saved> {
    return this.idempotency.once(scope, idempotencyKey, 'operations.saveWithLots', plan, async () => {
      const { operations, replaceOptimizer } = plan;
      const saved = await this.operations.saveBulk(scope, { operations, replaceOptimizer, deleteIds: [] });
      const lots: Lot[] = [];
      for (const lot of plan.lots) lots.push(await this.lots.record(scope, lot));
      return { operations: saved.operations, deleted: saved.deleted, lots };
    });
  }
}
