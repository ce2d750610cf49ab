/** A number of places, and a bounded line of those who wait for one, first come first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly places: number,
    private readonly line: number,
  ) {
    this.#free = places;
  }

  /** How many places are taken. */
  get taken(): number {
    return this.places - this.#free;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Takes a place, waiting for one if the line is not full.
   * @returns the function that gives the place back, or nothing when the line is full.
   * @throws the signal's reason when it is aborted while waiting.
   */
  async take(signal?: AbortSignal): Promise<(() => void) | undefined> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.line) return undefined;
    else await this.wait(signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#waiting.shift();
      // A place goes from hand to hand while somebody waits; nobody can step in between.
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
