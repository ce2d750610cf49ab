import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { type Probed, ServiceProbes } from '../../platform/health/service-probes.js';
import { QueueState } from '../../platform/jobs/queue-state.js';
import { PROBE_PROBLEM } from './built-in-households.js';
import { SolverPool } from './solver-pool.js';

/** Where others solve: a plan that waits longer says that they do not. */
const LONG_MS = 30_000;

/** A small plan through a real thread. */
export async function solveSmall(pool: SolverPool, signal: AbortSignal): Promise<Probed> {
  const { status, transfers, solver } = await pool.optimize(PROBE_PROBLEM, { timeLimitMs: 4000 }, { signal });
  if (status !== 'OPTIMAL' || transfers.length !== 1)
    throw new Error(`A plan with one obvious transfer came back ${status} with ${transfers.length}`);
  return { version: `${solver.engine} ${solver.version}` };
}

/**
 * Lets the administration try the solvers: a small plan through a real thread where this process has some, else
 * whether workers lease what is enqueued.
 */
@Injectable()
export class SolverProbe implements OnModuleInit {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly probes: ServiceProbes,
    private readonly pool: SolverPool,
    private readonly queues: QueueState,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.probes.register({
      cd: 'solver',
      kind: 'SOLVER_POOL',
      icon: 'math-function',
      on: () => true,
      probe: (signal) => (this.env.SOLVER_IN_API ? solveSmall(this.pool, signal) : this.ask()),
    });
  }

  private async ask(): Promise<Probed> {
    // Questions have a queue of their own, and a long one says nothing of plans.
    const plans = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.queues.overdue(scope, ['PLANS'], LONG_MS),
    );
    if (plans.length > 0) throw new Error(`${plans.length} plans wait for a worker for over half a minute`);
    return {};
  }
}
