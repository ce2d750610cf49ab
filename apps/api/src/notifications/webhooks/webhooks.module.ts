import { Module } from '@nestjs/common';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookHealth } from './webhook-health.js';
import { WebhookQueue } from './webhook-queue.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Events sent to addresses that a household chose. */
@Module({
  controllers: [WebhooksController],
  providers: [
    WebhooksRepository,
    WebhooksService,
    WebhookSender,
    WebhookQueue,
    WebhookDeliveries,
    WebhookHealth,
  ],
  exports: [WebhookQueue],
})
export class WebhooksModule {}
