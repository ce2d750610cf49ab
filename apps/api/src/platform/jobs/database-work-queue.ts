import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SYSTEM_ACTOR, type TenantScope, Transactions } from '../database/transactions.js';
import { DatabaseListener } from '../messaging/database-listener.js';
import { type Standing, WORK_ADDED_CHANNEL, WORK_LINES, WorkItems, type WorkLine } from './work-items.js';
import { Bench, type Worker, WorkQueue } from './work-queue.js';

const POLL_MS = 5000;

/** The rows are the queue: a process with a place free takes the next one, and the commit of a new one wakes it. */
@Injectable()
export class DatabaseWorkQueue extends WorkQueue implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('work');
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = true;
  /** Items in hand or about to be. */
  readonly #busy: Record<WorkLine, number> = { MAIN: 0, SIDE: 0 };
  /** The households of those, one entry an item. */
  readonly #tenants: Record<WorkLine, string[]> = { MAIN: [], SIDE: [] };
  #filling = false;
  /** Somebody asked for another look while one was under way. */
  #again = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly items: WorkItems,
    private readonly bench: Bench,
    listener: DatabaseListener,
  ) {
    super();
    const wake = () => void this.fill();
    listener.subscribe(WORK_ADDED_CHANNEL, { onMessage: wake, onGap: wake });
  }

  override async add(scope: TenantScope, id: string, standing: Standing): Promise<void> {
    await this.items.add(scope, id, standing);
    await scope.manager.query(`select pg_notify('${WORK_ADDED_CHANNEL}', '')`);
  }

  override serve(worker: Worker): void {
    this.#worker = worker;
  }

  override workers(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  onApplicationBootstrap(): void {
    if (!this.#worker) return;
    this.#stopped = false;
    this.#timer = setInterval(() => void this.fill(), POLL_MS).unref();
    void this.fill();
  }

  override async drain(ms: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.bench.clear(ms);
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
      while (this.#again) {
        this.#again = false;
        for (const line of WORK_LINES) while (await this.takeOne(line));
      }
    } catch (error) {
      this.#logger.warn(`The queue could not be read: ${(error as Error).message}`);
    } finally {
      this.#filling = false;
    }
  }

  private async takeOne(line: WorkLine): Promise<boolean> {
    const worker = this.#worker;
    if (!worker || this.#stopped || this.#busy[line] >= worker.places[line]) return false;
    const item = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) =>
      this.items.takeNext(scope, line, this.fullTenants(line, worker.places[line])),
    );
    if (!item) return false;
    this.#busy[line] += 1;
    this.#tenants[line].push(item.tenantId);
    void this.bench.run(worker, item).finally(() => {
      this.#busy[line] -= 1;
      this.#tenants[line].splice(this.#tenants[line].indexOf(item.tenantId), 1);
      void this.fill();
    });
    return true;
  }

  /** Households that have as much at work here as one may: where there are several places, all but one. */
  private fullTenants(line: WorkLine, places: number): string[] {
    const most = Math.max(1, places - 1);
    const tenants = this.#tenants[line];
    return [...new Set(tenants)].filter((one) => tenants.filter((other) => other === one).length >= most);
  }
}
