import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../database/transactions.js';
import { Metrics } from '../metrics/metrics.js';
import type { QueueName } from './job.js';
import { QueueState } from './queue-state.js';

export type AttemptOutcome = 'done' | 'requeued' | 'dead';

/** Figures of the queues for Prometheus: what this process worked on, and how long the instance's queues are. */
@Injectable()
export class QueueMetrics {
  readonly #attempts;

  constructor(
    metrics: Metrics,
    private readonly transactions: Transactions,
    private readonly queues: QueueState,
  ) {
    this.#attempts = metrics.counter(
      'fibado_job_attempts_total',
      'Attempts at jobs by this process, by queue and how they ended (done, requeued, dead)',
      ['queue', 'outcome'],
    );
    metrics.gauges(
      'fibado_queue_jobs',
      'Jobs of the instance, by queue and state (waiting, leased, dead)',
      ['queue', 'state'],
      async () =>
        (await this.depths()).flatMap(({ queue, waiting, leased, dead }) =>
          Object.entries({ waiting, leased, dead }).map(([state, value]) => ({
            labels: { queue, state },
            value,
          })),
        ),
    );
    metrics.gauges(
      'fibado_queue_oldest_seconds',
      'For how long the first waiting job of a queue has been due',
      ['queue'],
      async () =>
        (await this.depths()).map(({ queue, oldestSeconds }) => ({
          labels: { queue },
          value: oldestSeconds,
        })),
    );
  }

  count(queue: QueueName, outcome: AttemptOutcome, attempts = 1): void {
    if (attempts > 0) this.#attempts.inc({ queue, outcome }, attempts);
  }

  private depths() {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.queues.depths(scope));
  }
}
