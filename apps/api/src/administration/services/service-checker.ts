import type { ServiceCheck } from '@fibado/contracts';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { SYSTEM_ACTOR, Transactions } from '../../platform/database/transactions.js';
import { type ServiceProbe, ServiceProbes } from '../../platform/health/service-probes.js';
import { tryProbe } from '../../platform/health/try-probe.js';
import { OwnProbes } from './own-probes.js';
import { type AppRow, ServicesRepository } from './services.repository.js';

const EVERY_MS = 5 * 60_000;

/** Tries services, and does so by itself every five minutes so that there is a history to look at. */
@Injectable()
export class ServiceChecker implements OnApplicationBootstrap, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly probes: ServiceProbes,
    private readonly own: OwnProbes,
    private readonly services: ServicesRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    // A database that is down cannot hold the record of it; the next round tells.
    this.#timer = setInterval(() => void this.round().catch(() => undefined), EVERY_MS);
    this.#timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** Tries everything once and records it. */
  async round(): Promise<void> {
    const apps = await this.transactions.onPlatform(SYSTEM_ACTOR, (scope) => this.services.apps(scope));
    const all = [...this.probes.all, ...apps.map((app) => this.probeOf(app))];
    const checks = await Promise.all(all.map((probe) => this.check(probe)));
    await this.transactions.onPlatform(SYSTEM_ACTOR, async (scope) => {
      for (const [i, probe] of all.entries()) {
        const check = checks[i];
        if (check && check.state !== 'OFF') await this.services.record(scope, probe.cd, check);
      }
    });
  }

  /** One round trip, never longer than five seconds; a failure is an answer, too. */
  check(probe: ServiceProbe): Promise<ServiceCheck> {
    return tryProbe(probe, this.clock.now());
  }

  /** An application is up when its address answers anything but a server's failure. */
  probeOf(app: AppRow): ServiceProbe {
    return {
      cd: app.cd,
      kind: 'APP',
      icon: app.icon,
      address: app.contextPath,
      on: () => !app.contextPath.startsWith('/') || this.own.ownAddress !== undefined,
      probe: async (signal) => {
        const address = app.contextPath.startsWith('/')
          ? `${this.own.ownAddress}${app.contextPath}`
          : app.contextPath;
        // Followed redirects would be requests to addresses that no administrator entered.
        const response = await fetch(address, { signal, redirect: 'manual', method: 'HEAD' });
        if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
        return {};
      },
    };
  }
}
