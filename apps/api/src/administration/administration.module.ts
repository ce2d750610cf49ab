import { Module } from '@nestjs/common';
import { SecurityEventsController } from './security-events/security-events.controller.js';
import { SecurityEventsReader } from './security-events/security-events-reader.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditReader } from './audit/audit-reader.js';
import { DeadLettersController } from './dead-letters/dead-letters.controller.js';
import { DeadLettersService } from './dead-letters/dead-letters.service.js';
import { EmailServerController } from './email-server/email-server.controller.js';
import { EmailServerRepository } from './email-server/email-server.repository.js';
import { EmailServerService } from './email-server/email-server.service.js';
import { MailQueue } from './email-server/mail-queue.js';
import { SealedMails } from './email-server/sealed-mails.js';
import { OwnProbes } from './services/own-probes.js';
import { ServiceChecker } from './services/service-checker.js';
import { ServicesController } from './services/services.controller.js';
import { ServicesRepository } from './services/services.repository.js';
import { ServicesService } from './services/services.service.js';

/** What runs the instance: services and links, failed jobs, the e-mail server and its queue, the audit. */
@Module({
  controllers: [
    ServicesController,
    DeadLettersController,
    EmailServerController,
    SecurityEventsController,
    AuditController,
  ],
  providers: [
    ServicesService,
    ServicesRepository,
    ServiceChecker,
    OwnProbes,
    EmailServerService,
    EmailServerRepository,
    MailQueue,
    SealedMails,
    DeadLettersService,
    AuditReader,
    SecurityEventsReader,
  ],
  exports: [ServicesService, MailQueue],
})
export class AdministrationModule {}
