import type { optimizer, ResponseOf } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import type { JobRef, QueueName } from '../../platform/jobs/job.js';
import { QueueState } from '../../platform/jobs/queue-state.js';

/** Where runs wait, and whether they are waited for in vain: read on the platform, for a queue is every household's. */
@Injectable()
export class RunTurns {
  constructor(
    private readonly transactions: Transactions,
    private readonly queues: QueueState,
  ) {}

  /** Whether some process works on jobs of the queue in which the run waits. */
  isServed(run: JobRef): Promise<boolean> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.queues.isServed(scope, run));
  }

  /** Where a household's waiting plans and questions stand. */
  queueOf(tenantId: string): Promise<ResponseOf<typeof optimizer.queue>> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      const stateOf = async (queue: QueueName) => {
        const places = await this.queues.places(scope, tenantId, queue);
        return { waiting: places.length, position: places[0]?.position };
      };
      return { plans: await stateOf('PLANS'), questions: await stateOf('QUESTIONS') };
    });
  }

  /** The place of a plan that waits; undefined once it is leased. */
  async positionOf({ tenantId, id }: JobRef): Promise<number | undefined> {
    const places = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.queues.places(scope, tenantId, 'PLANS'),
    );
    return places.find((place) => place.id === id)?.position;
  }

  /** Runs that wait for longer than `ms` in a queue without a worker. */
  overdue(ms: number): Promise<readonly JobRef[]> {
    return this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.queues.overdue(scope, ['PLANS', 'QUESTIONS'], ms),
    );
  }
}
