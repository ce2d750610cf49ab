import type { DatabaseListener } from './database-listener.js';

/** The channel of the schema's triggers on what ends sessions. */
const CHANNEL = 'fibado_session_ends';
/** How often it is looked for sessions that ran out, milliseconds. */
const CHECK_MS = 60_000;

/**
 * Looks again whenever sessions may have ended: at once when the database says so, and besides for those that ran out.
 * One look at a time; what is said during one is looked at afterwards.
 */
export class SessionEnds {
  readonly #timer: NodeJS.Timeout;
  #later: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  /**
   * @param look ends the lines of sessions that are over; what it throws is given to `failed`.
   * @param lagMs how long a new line may stay unseen by `look`: it is called again that much later.
   */
  constructor(
    listener: DatabaseListener,
    private readonly look: () => Promise<void>,
    private readonly failed: (error: Error) => void,
    private readonly lagMs = 0,
  ) {
    const said = () => this.said();
    listener.subscribe(CHANNEL, { onMessage: said, onGap: said });
    this.#timer = setInterval(() => this.now(), CHECK_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#later);
    await this.#looking;
  }

  private said(): void {
    this.now();
    if (this.lagMs === 0) return;
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.now(), this.lagMs).unref();
  }

  private now(): void {
    this.#again = true;
    this.#looking ??= this.run().finally(() => (this.#looking = undefined));
  }

  private async run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      await this.look().catch((error: unknown) => this.failed(error as Error));
    }
  }
}
