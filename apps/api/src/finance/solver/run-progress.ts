import type { RunReport } from '../ledger/optimizer-run.entity.js';

/** A run reports progress more often than it is read. */
const EVERY_MS = 500;

/**
 * Writes the newest progress and incumbent at most every half second, one write at a time; what comes in between is
 * dropped. A run that ends sooner writes no progress. Its first incumbent is written at once, because a user waits
 * for it.
 */
export class RunProgressWriter {
  #latest: RunReport = {};
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;
  #hasIncumbent = false;

  constructor(private readonly store: (report: RunReport) => Promise<void>) {}

  write(report: RunReport): void {
    this.#latest = { ...this.#latest, ...report };
    if (this.#ended) return;
    if (report.incumbent && !this.#hasIncumbent) {
      this.#hasIncumbent = true;
      this.flush();
    }
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }

  /** Nothing is written after it. */
  async end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#writing;
  }

  private flush(): void {
    const report = this.#latest;
    this.#latest = {};
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (Object.keys(report).length === 0) return;
    // Progress is for the eye: that it could not be written is no reason to end the run.
    this.#writing = this.#writing.then(() => this.store(report)).catch(() => undefined);
  }
}
