import { type DynamicModule, Module } from '@nestjs/common';
import type { AppParts } from './app.module.js';
import { InstanceModule } from './config/instance.module.js';
import { SolverModule } from './finance/optimizer/solver.module.js';
import { SolverWorker } from './finance/optimizer/solver-worker.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HealthPage } from './platform/health/health-page.js';
import { Readiness } from './platform/health/readiness.js';
import { ServiceProbes } from './platform/health/service-probes.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { MessagingModule } from './platform/messaging/messaging.module.js';
import { PlatformModule } from './platform/platform.module.js';

/** A process that solves plans and serves nobody: no routes, no sign-in, no sockets. */
@Module({})
export class WorkerModule {
  static from(parts: AppParts): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        InstanceModule.with(parts.env, parts.clock, parts.secret),
        DatabaseModule.at(parts.databaseUrl, parts.env.DATABASE_POOL),
        PlatformModule,
        MessagingModule.forWorker(),
        JobsModule.with(parts.env),
        SolverModule,
      ],
      providers: [ServiceProbes, Readiness, HealthPage, SolverWorker],
    };
  }
}
