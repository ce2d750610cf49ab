import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { RunWorker } from './run-worker.js';
import { SolverWarmUp } from './solver-warm-up.js';

/** An API process that solves plans, too, where the instance is set up so. */
@Injectable()
export class InProcessSolver implements OnModuleInit {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly runner: JobRunner,
    private readonly worker: RunWorker,
    private readonly warmUp: SolverWarmUp,
  ) {}

  onModuleInit(): void {
    if (!this.env.SOLVER_IN_API) return;
    for (const handler of this.worker.handlers()) this.runner.serve(handler);
    this.warmUp.serve();
  }
}
