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
 * dropped. A run that ends sooner writes none.
 */
export class RunProgressWriter {
  #latest: RunNews = {};
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(private readonly store: (news: RunNews) => Promise<void>) {}

  write(news: RunNews): void {
    this.#latest = { ...this.#latest, ...news };
    if (!this.#ended) this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
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
    this.#timer = undefined;
    // Progress is for the eye: that it could not be written is no reason to end the run.
    this.#writing = this.#writing.then(() => this.store(news)).catch(() => undefined);
  }
}
