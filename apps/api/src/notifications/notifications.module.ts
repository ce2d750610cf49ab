import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { LotsModule } from '../finance/lots/lots.module.js';
import { ProblemModule } from '../finance/problem/problem.module.js';
import { QuartersModule } from '../finance/quarters/quarters.module.js';
import { SettingsModule } from '../finance/settings/settings.module.js';
import { Households } from './households.js';
import { EventConsumer } from './event-consumer.js';
import { NotificationMails } from './notification-mails.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { HouseholdReminders } from './reminders/household-reminders.js';
import { RemindersJob } from './reminders/reminders.job.js';
import { RemindersRepository } from './reminders/reminders.repository.js';
import { PushModule } from './push/push.module.js';
import { WebNotifications } from './web-notifications.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What people are told: their list, their open pages, their devices, their mail. */
@Module({
  imports: [
    AdministrationModule,
    SettingsModule,
    QuartersModule,
    ProblemModule,
    LotsModule,
    WebhooksModule,
    PushModule,
  ],
  controllers: [NotificationsController],
  providers: [
    NotificationsService,
    NotificationsRepository,
    WebNotifications,
    Households,
    EventConsumer,
    NotificationMails,
    HouseholdReminders,
    RemindersJob,
    RemindersRepository,
  ],
})
export class NotificationsModule {}
