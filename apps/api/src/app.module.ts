import { type DynamicModule, Module } from '@nestjs/common';
import { FinanceModule } from './finance/finance.module.js';
import { type AppParts, foundations } from './foundations.js';
import { IdentityModule } from './identity/identity.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { AuthModule } from './platform/auth/auth.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { MessagingModule } from './platform/messaging/messaging.module.js';

@Module({})
export class AppModule {
  static from(parts: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...foundations(parts, MessagingModule.with(parts.env)),
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
