import { type QuarterDate, quarterEnd } from '@fibado/planning';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, type TenantScope } from '../../platform/database/transactions.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { SettingsService } from '../settings/settings.service.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import { PlanRefresh } from './plan-refresh.js';

/** Plans again after every save that changes what plans rest on, so that the dashboard opens with the answer. */
@Injectable()
export class AutomaticPlans implements OnModuleInit {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly inputs: PlanInputs,
    private readonly settings: SettingsService,
    private readonly gate: QuarterGate,
    private readonly refresh: PlanRefresh,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.inputs.onChange((scope, quarter) => this.afterChange(scope, quarter));
  }

  /** In the transaction of the change, so that what is rolled back is not planned either; not of what the system writes. */
  private async afterChange(scope: TenantScope, changed: QuarterDate | undefined): Promise<void> {
    if (scope.actor !== SYSTEM_ACTOR) await this.plan(scope, changed);
  }

  /** Enqueues a plan of each quarter that is not over, or of one of them, where the instance and the household want it. */
  async plan(scope: TenantScope, only?: QuarterDate): Promise<void> {
    if (!this.env.AUTOMATIC_PLANS) return;
    if (!(await this.settings.get(scope)).automaticPlans) return this.refresh.stop(scope);
    const today = this.clock.today();
    const isPlanned = ({ date, state }: { readonly date: QuarterDate; readonly state: string }) =>
      state !== 'CLOSED' && quarterEnd(date) >= today && (only === undefined || date === only);
    for (const { date } of (await this.gate.list(scope)).filter(isPlanned))
      await this.refresh.prepare(scope, date);
  }
}
