import type { RunFailure } from '@fibado/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { QueueState } from '../../platform/jobs/queue-state.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import type { RunInput, RunOutput } from '../ledger/optimizer-run.entity.js';
import { SolverPool } from './solver-pool.js';

/** Up to 5 cents a plan counts as proven. */
const GAP_CENTS = [0, 5, 10, 50, 100, 500, 1000, 5000, 10_000];
const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Figures of the solver for Prometheus; without amounts of a household but for the gap, which is the optimizer's. */
@Injectable()
export class SolverMetrics implements OnModuleInit {
  readonly #runs;
  readonly #gap;
  readonly #seconds;

  constructor(
    private readonly metrics: Metrics,
    private readonly solver: SolverPool,
    private readonly transactions: Transactions,
    private readonly queues: QueueState,
  ) {
    this.#runs = metrics.counter(
      'fibado_runs_total',
      'Plans and questions this process has ended, by outcome (plans: optimal, feasible, infeasible)',
      ['kind', 'outcome'],
    );
    this.#gap = metrics.histogram(
      'fibado_plan_gap_cents',
      'How much better than a plan another one could be at most, cents',
      GAP_CENTS,
    );
    this.#seconds = metrics.histogram('fibado_plan_seconds', 'Time the optimizer took for a plan', SECONDS);
  }

  ended(output: RunOutput): void {
    if (output.kind === 'ANSWER') {
      this.#runs.inc({ kind: 'question', outcome: 'answered' });
      return;
    }
    const { status, gapCents, solver } = output.result;
    this.#runs.inc({ kind: 'plan', outcome: status.toLowerCase() });
    this.#seconds.observe(solver.timeMs / 1000);
    if (status !== 'INFEASIBLE') this.#gap.observe(gapCents);
  }

  failed(input: RunInput, failure: RunFailure): void {
    this.#runs.inc({ kind: 'question' in input ? 'question' : 'plan', outcome: failure.toLowerCase() });
  }

  onModuleInit(): void {
    this.metrics.gauge('fibado_solver_busy', 'Plans this process works on', () => this.solver.busy);
    this.metrics.gauge('fibado_solver_threads', 'Plans it can work on at once', () => this.solver.threads);
    this.metrics.gauge('fibado_work_waiting', 'Plans of the instance that wait for a solver', () =>
      this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.queues.countFree(scope, 'PLANS')),
    );
  }
}
