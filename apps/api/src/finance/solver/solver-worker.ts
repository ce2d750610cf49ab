import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ServiceProbes } from '../../platform/health/service-probes.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import { RunWorker } from './run-worker.js';
import { SolverPool } from './solver-pool.js';
import { solveSmall } from './solver-probe.js';
import { SolverWarmUp } from './solver-warm-up.js';

/** A worker process: everything the queue hands out is solved here. */
@Injectable()
export class SolverWorker implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly worker: RunWorker,
    private readonly pool: SolverPool,
    private readonly warmUp: SolverWarmUp,
    private readonly probes: ServiceProbes,
  ) {}

  onModuleInit(): void {
    for (const handler of this.worker.handlers()) this.runner.serve(handler);
    this.warmUp.serve();
    this.probes.register({
      cd: 'solver',
      kind: 'SOLVER_POOL',
      icon: 'math-function',
      on: () => true,
      probe: (signal) => solveSmall(this.pool, signal),
    });
  }
}
