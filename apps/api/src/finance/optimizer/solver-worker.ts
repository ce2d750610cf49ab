import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { shownAddress, ServiceProbes } from '../../platform/health/service-probes.js';
import { WorkQueue } from '../../platform/jobs/work-queue.js';
import { RunWorker } from './run-worker.js';
import { SolverPool } from './solver-pool.js';
import { solveSmall } from './solver-probe.js';

/** A worker process: everything the queue hands out is solved here. */
@Injectable()
export class SolverWorker implements OnModuleInit {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly queue: WorkQueue,
    private readonly worker: RunWorker,
    private readonly pool: SolverPool,
    private readonly probes: ServiceProbes,
  ) {}

  onModuleInit(): void {
    this.queue.serve(this.worker);
    this.probes.register({
      ...{ cd: 'solver', kind: 'SOLVER_POOL', icon: 'math-function', on: () => true },
      probe: (signal) => solveSmall(this.pool, signal),
    });
    this.probes.register({
      ...{ cd: 'broker', kind: 'BROKER', icon: 'arrows-exchange', address: shownAddress(this.env.AMQP_URL) },
      on: () => this.env.AMQP_URL !== undefined,
      probe: async () => {
        await this.queue.workers();
        return {};
      },
    });
  }
}
