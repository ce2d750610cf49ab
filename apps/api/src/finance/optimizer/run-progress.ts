import type { RunProgress } from '@fibado/contracts';

/** A run says more often how far it is than anybody looks. */
const EVERY_MS = 500;

/**
 * Writes the newest progress every half second, one at a time; what comes in between is forgotten. A run that is over
 * sooner writes none: it would only be in its own way.
 */
export class RunProgressWriter {
  #latest: RunProgress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(private readonly store: (progress: RunProgress) => Promise<void>) {}

  write(progress: RunProgress): void {
    this.#latest = progress;
    if (!this.#ended) this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }

  /** Nothing is written after it. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#writing;
  }

  private flush(): void {
    const progress = this.#latest;
    this.#latest = undefined;
    this.#timer = undefined;
    if (!progress) return;
    // Progress is for the eye: that it could not be written is no reason to end the run.
    this.#writing = this.#writing.then(() => this.store(progress)).catch(() => undefined);
  }
}
