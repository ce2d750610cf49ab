import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DatabaseListener } from '../../platform/messaging/database-listener.js';
import { SolverPool } from './solver-pool.js';

/** PostgreSQL's channel on which processes that solve are told that a plan is likely to be asked for. */
export const PLAN_EXPECTED_CHANNEL = 'fibado_plan_expected';

/** Solver threads that are warmed up before a plan is asked for, in whichever process will make it. */
@Injectable()
export class SolverWarmUp {
  readonly #logger = new Logger('solver');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly pool: SolverPool,
    private readonly listener: DatabaseListener,
  ) {}

  /** From now on this process warms a thread up when a plan is expected. Has to be called before it has started. */
  serve(): void {
    if (!this.env.SOLVER_WARM_UP) return;
    this.listener.subscribe(PLAN_EXPECTED_CHANNEL, {
      onMessage: () => this.warmUp(),
      onGap: () => undefined,
    });
  }

  /** Tells every process that solves, at the commit. */
  async expectPlan({ manager }: TenantScope): Promise<void> {
    if (this.env.SOLVER_WARM_UP) await manager.query(`select pg_notify($1, '')`, [PLAN_EXPECTED_CHANNEL]);
  }

  private warmUp(): void {
    this.pool.warmUp().catch((error: unknown) => {
      this.#logger.warn(
        `No solver thread was warmed up, the next plan starts one: ${(error as Error).message}`,
      );
    });
  }
}
