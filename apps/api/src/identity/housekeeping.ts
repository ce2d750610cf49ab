import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { MaintenanceJobs } from '../platform/maintenance-jobs.js';
import { Clock } from '../platform/clock.js';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;
/** Runs the maintenance jobs of all features every hour. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('housekeeping');
  #timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly maintenance: MaintenanceJobs,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const tidy = () => void this.run().catch((error: unknown) => this.#logger.warn((error as Error).message));
    this.#timers = [setTimeout(tidy, FIRST_MS).unref(), setInterval(tidy, EVERY_MS).unref()];
  }

  onModuleDestroy(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async run(): Promise<void> {
    await this.maintenance.run(this.clock.now());
  }
}
