import type { DynamicModule, Type } from '@nestjs/common';
import type { Env } from './config/env.js';
import { InstanceModule } from './config/instance.module.js';
import type { Clock } from './platform/clock.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { PlatformModule } from './platform/platform.module.js';
import type { InstanceSecret } from './platform/secrets.js';

/** What a process of an instance is made of. */
export interface AppParts {
  readonly env: Env;
  readonly clock: Clock;
  readonly secret: InstanceSecret;
  /** Address of the database under the API's own role. */
  readonly databaseUrl: string;
}

/** What every process stands on, whether it serves or solves. @param messaging the part of it such a process needs. */
export const foundations = (
  { env, clock, secret, databaseUrl }: AppParts,
  messaging: DynamicModule,
): (DynamicModule | Type)[] => [
  InstanceModule.with(env, clock, secret),
  DatabaseModule.at(databaseUrl, env.DATABASE_POOL),
  PlatformModule,
  messaging,
  JobsModule,
];
