import { Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module.js';
import { SettingsModule } from '../finance/settings/settings.module.js';
import { EventLane } from './event-lane.js';
import { NotificationMails } from './notification-mails.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';

/** What people are told: their list, their open pages, their mail. */
@Module({
  imports: [AdministrationModule, SettingsModule],
  controllers: [NotificationsController],
  providers: [NotificationsService, NotificationsRepository, EventLane, NotificationMails],
})
export class NotificationsModule {}
