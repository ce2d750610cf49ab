/** A counting semaphore with a bounded queue of waiters, first come first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param permits how many may hold the semaphore at a time.
   * @param queueLimit how many may wait for a permit.
   */
  constructor(
    private readonly permits: number,
    private readonly queueLimit: number,
  ) {
    this.#free = permits;
  }

  /** Permits held. */
  get taken(): number {
    return this.permits - this.#free;
  }

  /** Waiters. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Acquires a permit, waiting for one if the queue is not full.
   * @returns the function that releases it, or nothing when the queue is full.
   * @throws the signal's reason when it is aborted while waiting.
   */
  async acquire(signal?: AbortSignal): Promise<(() => void) | undefined> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.queueLimit) return undefined;
    else await this.wait(signal);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.#waiting.shift();
      // The permit is handed to the next waiter directly, so that no newcomer can take it in between.
      if (next) next();
      else this.#free += 1;
    };
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(turn);
    });
  }
}
