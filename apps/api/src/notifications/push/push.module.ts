import { Module } from '@nestjs/common';
import { PushDeliveries } from './push-deliveries.js';
import { PushDevicesRepository } from './push-devices.repository.js';
import { PushKeys } from './push-keys.js';
import { PushMessages } from './push-messages.js';
import { PushQueue } from './push-queue.js';
import { PushController } from './push.controller.js';
import { PushService } from './push.service.js';

/** Notifications sent to the devices on which people asked for them. */
@Module({
  controllers: [PushController],
  providers: [PushDevicesRepository, PushKeys, PushMessages, PushQueue, PushDeliveries, PushService],
  exports: [PushQueue],
})
export class PushModule {}
