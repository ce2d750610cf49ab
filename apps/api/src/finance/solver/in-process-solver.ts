import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { RunWorker } from './run-worker.js';
import { SolverPool } from './solver-pool.js';

/** An API process that solves plans, too, where the instance is set up so. */
@Injectable()
export class InProcessSolver implements OnModuleInit {
  readonly #logger = new Logger('solver');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly runner: JobRunner,
    private readonly worker: RunWorker,
    private readonly pool: SolverPool,
  ) {}

  onModuleInit(): void {
    if (!this.env.SOLVER_IN_API) return;
    for (const handler of this.worker.handlers()) this.runner.serve(handler);
  }

  /** Warms a thread up when a plan is likely to be asked for. */
  expectPlan(): void {
    if (!this.env.SOLVER_IN_API || !this.env.SOLVER_WARM_UP) return;
    this.pool.warmUp().catch((error: unknown) => {
      this.#logger.warn(
        `No solver thread was warmed up, the next plan starts one: ${(error as Error).message}`,
      );
    });
  }
}
