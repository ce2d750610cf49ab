import type { BodyOf, Lot, operations, ResponseOf } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/database/transactions.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { lotsToBreak, lotsToOpen } from '../ledger/opened-lots.js';
import { PlanStore } from '../ledger/plan-store.js';
import { LotsService } from '../lots/lots.service.js';
import { OperationsService } from './operations.service.js';

type SaveBulk = BodyOf<typeof operations.saveBulk>;
type SavedBulk = ResponseOf<typeof operations.saveBulk>;

/** Plans that open or break lots: their transfers and lots are stored together, and taken back together. */
@Injectable()
export class PlanAdoption {
  constructor(
    private readonly operations: OperationsService,
    private readonly lots: LotsService,
    private readonly plans: PlanStore,
    private readonly idempotency: Idempotency,
  ) {}

  /** @throws DomainError as both of what it saves. */
  save(scope: TenantScope, body: SaveBulk, idempotencyKey?: string): Promise<SavedBulk> {
    if ((body.lots ?? []).length === 0 && (body.breakLots ?? []).length === 0)
      return this.operations.saveBulk(scope, body, idempotencyKey);
    return this.idempotency.once(scope, idempotencyKey, 'operations.saveBulk', body, () =>
      this.saveWithLots(scope, body),
    );
  }

  /** @throws DomainError NOT_FOUND where no plan was taken up; STALE_VERSION when something of it was changed since. */
  async takeBack(scope: TenantScope, quarter: QuarterDate): Promise<void> {
    const plan = await this.plans.inForce(scope, quarter);
    const { lots, broken = [], changes, deleted } = plan.taken;
    for (const lot of broken) await this.lots.takeBackBreak(scope, lot);
    for (const lot of lots) await this.lots.takeBack(scope, lot);
    await this.operations.takeBack(scope, changes, deleted);
    await this.plans.tookBack(scope, quarter, plan);
  }

  private async saveWithLots(
    scope: TenantScope,
    { lots: wanted = [], breakLots = [], ...body }: SaveBulk,
  ): Promise<SavedBulk> {
    const run =
      body.acceptedRunId === undefined ? undefined : await this.plans.named(scope, body.acceptedRunId);
    const quarter = body.replaceOptimizer?.quarter ?? run?.quarter;
    const known = new Set((await this.lots.list(scope)).map(({ id }) => id));
    const already =
      quarter === undefined
        ? []
        : (await this.plans.lotsOfPlan(scope, quarter)).filter(({ id }) => known.has(id));
    const { missing, kept } = lotsToOpen(run, wanted, already);
    const breaks = lotsToBreak(run, breakLots, already);
    const saved = await this.operations.saveBulk(scope, body);
    const opened: Lot[] = [];
    for (const lot of missing) opened.push(await this.lots.record(scope, lot));
    const broken: Lot[] = [];
    for (const lot of breaks.missing) broken.push(await this.lots.break(scope, lot));
    if (quarter !== undefined)
      await this.plans.opened(scope, quarter, {
        opened,
        broken: broken.map((lot) => ({ ...lot, lotId: lot.id })),
        kept: [...kept, ...breaks.kept],
      });
    return { ...saved, lots: [...opened, ...broken] };
  }
}
