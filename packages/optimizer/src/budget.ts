/** The time a run may take, and whether somebody wants it stopped. */

/** Milliseconds that only grow; injected so that tests own time. */
export interface Clock {
  now(): number;
}

export class Budget {
  private readonly started: number;

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
    private readonly signal?: AbortSignal | undefined,
  ) {
    this.started = clock.now();
  }

  elapsedMs(): number {
    return this.clock.now() - this.started;
  }

  remainingMs(): number {
    return Math.max(0, this.limitMs - this.elapsedMs());
  }

  /** Lets pending events in, then throws the signal's reason when the run was cancelled. */
  async breathe(): Promise<void> {
    if (this.signal === undefined) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.signal.throwIfAborted();
  }
}
