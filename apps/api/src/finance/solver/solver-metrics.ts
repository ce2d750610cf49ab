import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { QueueState } from '../../platform/jobs/queue-state.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { SolverPool } from './solver-pool.js';

/** Figures of the solver for Prometheus. */
@Injectable()
export class SolverMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly solver: SolverPool,
    private readonly transactions: Transactions,
    private readonly queues: QueueState,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge('fibado_solver_busy', 'Plans this process works on', () => this.solver.busy);
    this.metrics.gauge('fibado_solver_threads', 'Plans it can work on at once', () => this.solver.threads);
    this.metrics.gauge('fibado_work_waiting', 'Plans of the instance that wait for a solver', () =>
      this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.queues.countFree(scope, 'PLANS')),
    );
  }
}
