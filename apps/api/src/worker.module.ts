import { type DynamicModule, Module } from '@nestjs/common';
import { SolverModule } from './finance/solver/solver.module.js';
import { SolverWorker } from './finance/solver/solver-worker.js';
import { type AppParts, foundations } from './foundations.js';
import { HealthPage } from './platform/health/health-page.js';
import { Readiness } from './platform/health/readiness.js';
import { ServiceProbes } from './platform/health/service-probes.js';
import { MessagingModule } from './platform/messaging/messaging.module.js';

/** A process that solves plans only: no routes, no sign-in, no sockets. */
@Module({})
export class WorkerModule {
  static from(parts: AppParts): DynamicModule {
    return {
      module: WorkerModule,
      imports: [...foundations(parts, MessagingModule.forWorker()), SolverModule],
      providers: [ServiceProbes, Readiness, HealthPage, SolverWorker],
    };
  }
}
