import type { RunIncumbent, RunProgress } from '@fibado/contracts';

/** What a run reports while it works; an absent part has not changed. */
export interface RunNews {
  readonly progress?: RunProgress | undefined;
  readonly incumbent?: RunIncumbent | undefined;
}

/** A run says more often how far it is than anybody looks. */
const EVERY_MS = 500;

/**
 * Writes the newest progress and incumbent at most every half second, one write at a time; what comes in between is
 * dropped. A run that ends sooner writes no progress. Its first incumbent is written at once: somebody waits for it.
 */
export class RunProgressWriter {
  #latest: RunNews = {};
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;
  #hasIncumbent = false;

  constructor(private readonly store: (news: RunNews) => Promise<void>) {}

  write(news: RunNews): void {
    this.#latest = { ...this.#latest, ...news };
    if (this.#ended) return;
    if (news.incumbent && !this.#hasIncumbent) {
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
    const news = this.#latest;
    this.#latest = {};
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (Object.keys(news).length === 0) return;
    // Progress is for the eye: that it could not be written is no reason to end the run.
    this.#writing = this.#writing.then(() => this.store(news)).catch(() => undefined);
  }
}
