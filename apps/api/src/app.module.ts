import { type DynamicModule, Module } from '@nestjs/common';
import type { Env } from './config/env.js';
import { InstanceModule } from './config/instance.module.js';
import { FinanceModule } from './finance/finance.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { AuthModule } from './platform/auth/auth.module.js';
import type { Clock } from './platform/clock.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { MessagingModule } from './platform/messaging/messaging.module.js';
import type { InstanceSecret } from './platform/secrets.js';

export interface AppParts {
  readonly env: Env;
  readonly clock: Clock;
  readonly secret: InstanceSecret;
  /** Address of the database under the API's own role. */
  readonly databaseUrl: string;
}

@Module({})
export class AppModule {
  static from(parts: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InstanceModule.with(parts.env, parts.clock, parts.secret),
        DatabaseModule.at(parts.databaseUrl, parts.env.DATABASE_POOL),
        PlatformModule,
        MessagingModule.with(parts.env),
        JobsModule.with(parts.env),
        AuthModule,
        HttpModule,
        HealthModule,
        IdentityModule,
        FinanceModule,
        NotificationsModule,
      ],
    };
  }
}
