import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ServiceProbes } from '../../platform/health/service-probes.js';
import { WorkQueue } from '../../platform/jobs/work-queue.js';
import { RunWorker } from './run-worker.js';
import { SolverPool } from './solver-pool.js';
import { solveSmall } from './solver-probe.js';

/** A worker process: everything the queue hands out is solved here. */
@Injectable()
export class SolverWorker implements OnModuleInit {
  constructor(
    private readonly queue: WorkQueue,
    private readonly worker: RunWorker,
    private readonly pool: SolverPool,
    private readonly probes: ServiceProbes,
  ) {}

  onModuleInit(): void {
    this.queue.serve(this.worker);
    this.probes.register({
      cd: 'solver',
      kind: 'SOLVER_POOL',
      icon: 'math-function',
      on: () => true,
      probe: (signal) => solveSmall(this.pool, signal),
    });
  }
}
