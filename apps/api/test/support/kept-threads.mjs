import piscina from '../../node_modules/piscina/dist/main.js';

/** Pools that were given back, by their options. */
const kept = new Map();

/**
 * Piscina whose idle threads outlast the application that started them: the next one of the process with the same
 * options goes on with them. Code is compiled for each thread anew, which takes longer than most plans of a test.
 */
export class Piscina extends piscina.Piscina {
  #key;
  #running = 0;

  constructor(options) {
    const key = JSON.stringify(options);
    const pool = kept.get(key)?.pop();
    if (pool) return pool;
    super(options);
    this.#key = key;
  }

  async run(...task) {
    this.#running += 1;
    try {
      return await super.run(...task);
    } finally {
      this.#running -= 1;
    }
  }

  async destroy() {
    // What still runs is ended with its thread, as the product does.
    if (this.#running > 0) return super.destroy();
    this.removeAllListeners('error');
    // A thread that dies while nothing uses its pool must not end the process.
    this.on('error', () => undefined);
    const pools = kept.get(this.#key) ?? [];
    kept.set(this.#key, [...pools, this]);
  }
}
