import { createStore, useStore } from './store';

/** How many synchronous calls are running. */
const running = createStore(0);

export const blocking = {
  begin: (): void => running.set((n) => n + 1),
  end: (): void => running.set((n) => Math.max(0, n - 1)),
  isSet: (): boolean => running.get() > 0,
  /** Runs `work` with the blocking-UI flag set, cleared whether it succeeds or fails. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    blocking.begin();
    try {
      return await work();
    } finally {
      blocking.end();
    }
  },
};

/** Whether the screen is blocked by a running synchronous call. */
export const useBlocking = (): boolean => useStore(running) > 0;
