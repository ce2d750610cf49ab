import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RunStates } from './run-states.js';
import { RunTurns } from './run-turns.js';

/** How long a run without a waiting request may wait for a solver. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 30_000;

/** Fails runs that no worker leased in time. */
@Injectable()
export class RunExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('runs');
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly turns: RunTurns,
    private readonly states: RunStates,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.expire(), LOOK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  private async expire(): Promise<void> {
    try {
      for (const run of await this.turns.overdue(PATIENCE_MS)) await this.states.expire(run);
    } catch (error) {
      this.#logger.warn(`Overdue runs could not be failed, retrying: ${(error as Error).message}`);
    }
  }
}
