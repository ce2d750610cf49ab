/** What has to be undone at the end, however the end comes. */
export class Stops {
  readonly #all: (() => Promise<unknown>)[] = [];
  #running: Promise<void> | undefined;

  add(stop: () => Promise<unknown>): void {
    this.#all.push(stop);
  }

  /** Undoes everything, the latest first; what fails is told and holds nothing up. A second call waits for the first. */
  run(): Promise<void> {
    this.#running ??= (async () => {
      for (const stop of this.#all.reverse())
        await stop().catch((error: unknown) => console.error((error as Error).message));
    })();
    return this.#running;
  }

  /** Ends the program on Ctrl-C or SIGTERM: first everything it started, then itself, with the signal's exit code. */
  onSignals(): void {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)
      process.on(signal, () => {
        console.error(`${signal}: stopping what was started`);
        void this.run().finally(() => process.exit(code));
      });
  }
}
