import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../http/domain-error.js';
import { requestCaller } from '../http/request-origin.js';
import { Semaphore } from '../jobs/semaphore.js';

/** Transactions of one caller that may wait for a turn. */
const QUEUE = 256;
const RETRY_SECONDS = '1';
/** Then a transaction goes on without a turn: it may be what those that have the turns wait for. */
const LONGEST_WAIT_MS = 5000;

/**
 * Bounds the transactions that the requests of one caller (a household, or an address before it is known) run at the same
 * time. A flood of requests waits for itself, and leaves connections and the event loop to the other callers. Background
 * work is not bounded here.
 */
export class CallerTurns {
  readonly #callers = new Map<string, Semaphore>();
  /** Set within a turn: a further transaction of the same request must not wait for the one that it is part of. */
  readonly #within = new AsyncLocalStorage<true>();

  /** @param permits transactions of one caller at the same time. */
  constructor(
    private readonly permits: number,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {}

  /** @throws DomainError TOO_MANY_REQUESTS when too many of the caller's transactions wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const caller = this.#within.getStore() ? undefined : requestCaller();
    if (caller === undefined) return work();
    const semaphore = this.#callers.get(caller) ?? new Semaphore(this.permits, QUEUE);
    this.#callers.set(caller, semaphore);
    const release = await this.turnOf(semaphore);
    try {
      return await this.#within.run(true, work);
    } finally {
      release();
      if (semaphore.taken === 0) this.#callers.delete(caller);
    }
  }

  private async turnOf(semaphore: Semaphore): Promise<() => void> {
    const isFree = semaphore.taken < this.permits;
    const patience = isFree ? undefined : AbortSignal.timeout(this.longestWaitMs);
    const release = await semaphore.acquire(patience).catch((error: unknown) => {
      if (patience?.aborted) return () => undefined;
      throw error;
    });
    if (!release) throw new DomainError('TOO_MANY_REQUESTS', RETRY_SECONDS);
    return release;
  }
}
