import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../database/transactions.js';
import { DatabaseListener } from '../messaging/database-listener.js';
import {
  type EnqueueOptions,
  WORK_ADDED_CHANNEL,
  QUEUE_NAMES,
  WorkItems,
  type QueueName,
} from './work-items.js';
import { LeaseKeeper, type Worker } from './lease-keeper.js';

const POLL_MS = 5000;

/**
 * Work that survives the process that does it. The database's rows are the queue: a process with a free worker takes
 * the next one with `for update skip locked`, and the commit of a new one wakes it by NOTIFY.
 */
@Injectable()
export class WorkQueue implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('work');
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;
  /** Items leased by this process or about to be. */
  readonly #busy: Record<QueueName, number> = { MAIN: 0, SIDE: 0 };
  /** The households of those, one entry an item. */
  readonly #tenants: Record<QueueName, string[]> = { MAIN: [], SIDE: [] };
  #filling = false;
  /** Another look was asked for while one was under way. */
  #again = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly items: WorkItems,
    private readonly leases: LeaseKeeper,
    listener: DatabaseListener,
  ) {
    const wake = () => void this.fill();
    listener.subscribe(WORK_ADDED_CHANNEL, { onMessage: wake, onGap: wake });
  }

  /** Enqueues work in the transaction that creates it. */
  async add(scope: TenantScope, id: string, options: EnqueueOptions): Promise<void> {
    await this.items.add(scope, id, options);
    await scope.manager.query(`select pg_notify('${WORK_ADDED_CHANNEL}', '')`);
  }

  /** Starts to hand work to `worker`, of which a process has one at most. */
  serve(worker: Worker): void {
    this.#worker = worker;
  }

  onApplicationBootstrap(): void {
    if (!this.#worker) return;
    this.#stopped = false;
    this.#timer = setInterval(() => void this.fill(), POLL_MS).unref();
    void this.fill();
  }

  /** Takes no more work and lets the current one go on for so long; what is not done then is requeued. */
  async drain(ms: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.leases.clear(ms);
  }

  onModuleDestroy(): Promise<void> {
    return this.drain(0);
  }

  /** Takes items while there are places and items. */
  private async fill(): Promise<void> {
    this.#again = true;
    if (this.#filling) return;
    this.#filling = true;
    try {
      await this.requeueDead();
      while (this.#again) {
        this.#again = false;
        for (const line of QUEUE_NAMES) while (await this.takeOne(line));
      }
    } catch (error) {
      this.#logger.warn(`The queue could not be read: ${(error as Error).message}`);
    } finally {
      this.#filling = false;
    }
  }

  /** Frees the leases of processes that died, rather than waiting until they expire. */
  private async requeueDead(): Promise<void> {
    await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.items.requeueDead(scope));
  }

  private async takeOne(line: QueueName): Promise<boolean> {
    const worker = this.#worker;
    if (!worker || this.#stopped || this.#busy[line] >= worker.concurrency[line]) return false;
    const item = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.items.takeNext(scope, line, this.fullTenants(line, worker.concurrency[line])),
    );
    if (!item) return false;
    this.#busy[line] += 1;
    this.#tenants[line].push(item.tenantId);
    void this.leases.run(worker, item).finally(() => {
      this.#busy[line] -= 1;
      this.#tenants[line].splice(this.#tenants[line].indexOf(item.tenantId), 1);
      void this.fill();
    });
    return true;
  }

  /** Households that have as much at work here as one may: where there are several places, all but one. */
  private fullTenants(line: QueueName, concurrency: number): string[] {
    const most = Math.max(1, concurrency - 1);
    const tenants = this.#tenants[line];
    return [...new Set(tenants)].filter((one) => tenants.filter((other) => other === one).length >= most);
  }
}
