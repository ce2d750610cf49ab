/** The longest wait between two looks at a queue: what a lost notice costs, milliseconds. */
export const POLL_MS = 5000;

/** The loop of one queue: rounds until nothing is due, then a sleep until it is woken or the next job is due. */
export class QueueLoop {
  #running: Promise<void> | undefined;
  #stopped = false;
  #woken = false;
  #endSleep: (() => void) | undefined;

  /** @param round handles what is due and returns how long to wait for the next round, milliseconds. */
  constructor(private readonly round: () => Promise<number>) {}

  start(): void {
    if (this.#running) return;
    this.#stopped = false;
    this.#running = this.run();
  }

  wake(): void {
    this.#woken = true;
    this.#endSleep?.();
  }

  /** Ends after the round under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
    this.#running = undefined;
  }

  private async run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      const wait = await this.round();
      if (wait > 0) await this.sleep(Math.min(wait, POLL_MS));
    }
  }

  private sleep(ms: number): Promise<void> {
    if (this.#woken || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#endSleep = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#endSleep = end;
    });
  }
}
