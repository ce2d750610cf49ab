import { Injectable } from '@nestjs/common';
import { DatabaseListener } from '../messaging/database-listener.js';
import { JOB_OVER_CHANNEL } from './job.js';

/** How long to rely on the notice; after it a waiting caller polls, each time later by half. */
export const LOOK_MS = 1000;
const LONGEST_LOOK_MS = 5000;

/** Lets a caller wait for the end of a job of any process. */
@Injectable()
export class JobNotices {
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(listener: DatabaseListener) {
    listener.subscribe(JOB_OVER_CHANNEL, {
      onMessage: (id) => this.tell(this.#waiting.get(id)),
      onGap: () => {
        for (const all of this.#waiting.values()) this.tell(all);
      },
    });
  }

  /**
   * Looks until `look` finds something: when the work is said to be over, and every second to five seconds besides.
   * @throws what `look` throws, and the signal's reason when it is aborted.
   */
  async until<T>(id: string, look: () => Promise<T | undefined>, signal: AbortSignal): Promise<T> {
    for (let pollMs = LOOK_MS; ; pollMs = Math.min(LONGEST_LOOK_MS, pollMs * 1.5)) {
      // Listening begins before looking, so that nothing is said in between unheard.
      const told = this.expect(id, signal, pollMs);
      try {
        const found = await look();
        if (found !== undefined) return found;
        signal.throwIfAborted();
        await told.promise;
      } finally {
        told.end();
      }
    }
  }

  private expect(id: string, signal: AbortSignal, ms: number): { promise: Promise<void>; end: () => void } {
    let wake: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => (wake = resolve));
    const timer = setTimeout(wake, ms);
    const all = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, all.add(wake));
    signal.addEventListener('abort', wake, { once: true });
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      all.delete(wake);
      if (all.size === 0) this.#waiting.delete(id);
    };
    return { promise, end };
  }

  private tell(all: ReadonlySet<() => void> | undefined): void {
    for (const wake of all ?? []) wake();
  }
}
