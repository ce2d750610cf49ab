import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DatabaseListener } from '../messaging/database-listener.js';
import { BatchRounds } from './batch-rounds.js';
import { JOB_ADDED_CHANNEL, type JobHandler, type QueueName } from './job.js';
import { LeaseKeeper } from './lease-keeper.js';
import { LeaseRounds, Places } from './lease-rounds.js';
import { QueueLoop } from './queue-loop.js';

/** Time for a database that is away to come back, milliseconds. */
const PAUSE_MS = 1000;

interface Served {
  readonly queue: QueueName;
  readonly loop: QueueLoop;
  readonly round: () => Promise<number>;
  /** Of leased jobs; none of batches. */
  readonly places: Places;
}

/**
 * Hands the jobs of the queues to this process's handlers. The database's rows are the queues: every process takes due
 * rows with `for update skip locked`, woken by NOTIFY when one is committed, and by a poll in case that is lost.
 */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('jobs');
  readonly #served: Served[] = [];

  constructor(
    private readonly batches: BatchRounds,
    private readonly leased: LeaseRounds,
    private readonly leases: LeaseKeeper,
    listener: DatabaseListener,
  ) {
    listener.subscribe(JOB_ADDED_CHANNEL, {
      onMessage: (queue) => this.wake(queue),
      onGap: () => this.wake(),
    });
  }

  /** Adds a handler; it starts with the application. */
  serve(handler: JobHandler): void {
    const { queue } = handler;
    const places = new Places(() => (handler.hold === 'lease' ? handler.concurrency : 0));
    const round = oneAtATime(() =>
      handler.hold === 'lease'
        ? this.leased.run(handler, places, () => loop.wake())
        : this.batches.run(handler),
    );
    const loop = new QueueLoop(() => this.guarded(queue, round));
    this.#served.push({ queue, loop, round, places });
  }

  /** Looks at a queue, or at all of them, now instead of at the next poll. */
  wake(queue?: string): void {
    for (const served of this.#served) if (queue === undefined || served.queue === queue) served.loop.wake();
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  start(): void {
    this.leases.open();
    for (const { loop } of this.#served) loop.start();
  }

  /** Takes no more jobs; batches under way are finished, leased jobs go on. */
  async stop(): Promise<void> {
    await Promise.all(this.#served.map(({ loop }) => loop.stop()));
  }

  /** Takes no more jobs and lets the leased ones go on for so long; what is not done then is requeued. */
  async drain(ms: number): Promise<void> {
    await this.stop();
    await this.leases.clear(ms);
  }

  /** Handles what is due in a queue now, and waits for it. */
  async settle(queue: QueueName): Promise<void> {
    for (const served of this.#served) {
      if (served.queue !== queue) continue;
      do {
        await served.places.settled();
        await served.round();
      } while (served.places.busy > 0);
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.drain(0);
  }

  private async guarded(queue: QueueName, round: () => Promise<number>): Promise<number> {
    try {
      return await round();
    } catch (error) {
      this.#logger.warn(`Queue ${queue} could not be read, retrying in 1 s: ${(error as Error).message}`);
      return PAUSE_MS;
    }
  }
}

/** Calls wait for those before them. */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
