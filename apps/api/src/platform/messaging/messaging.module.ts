import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { AccessRules } from './access-rules.js';
import { DatabaseListener } from './database-listener.js';
import { EmbeddedTransport } from './embedded-transport.js';
import { NotifyLogins } from './notify-logins.js';
import { NotifyTransport } from './notify-transport.js';
import { Outbox } from './outbox.js';
import { PublishConsumer } from './publish-consumer.js';
import { BrokerQuestions } from './rabbitmq/broker-questions.js';
import { BrokerManagement } from './rabbitmq/broker-management.js';
import { EndedLines } from './rabbitmq/ended-lines.js';
import { RabbitmqTransport } from './rabbitmq/rabbitmq-transport.js';
import { SubscriptionPolicy } from './rabbitmq/subscription-policy.js';
import { StompGateway } from './stomp/gateway.js';
import { UpgradeGuard } from './stomp/upgrade-guard.js';

/** Telling others what happened: the outbox, and what carries messages to browsers. */
@Global()
@Module({})
export class MessagingModule {
  /** RabbitMQ carries the messages when there is one; otherwise the API does. */
  static with(env: Env): DynamicModule {
    const carrier = env.AMQP_URL
      ? [
          RabbitmqTransport,
          BrokerQuestions,
          BrokerManagement,
          EndedLines,
          SubscriptionPolicy,
          { provide: NotifyTransport, useExisting: RabbitmqTransport },
        ]
      : [EmbeddedTransport, StompGateway, { provide: NotifyTransport, useExisting: EmbeddedTransport }];
    return {
      module: MessagingModule,
      providers: [
        Outbox,
        DatabaseListener,
        PublishConsumer,
        NotifyLogins,
        AccessRules,
        UpgradeGuard,
        ...carrier,
      ],
      exports: [Outbox, DatabaseListener, PublishConsumer, NotifyLogins, NotifyTransport, UpgradeGuard],
    };
  }

  /** What a worker process needs: it says what happened, and the API handles it. */
  static forWorker(): DynamicModule {
    return {
      module: MessagingModule,
      providers: [Outbox, DatabaseListener],
      exports: [Outbox, DatabaseListener],
    };
  }
}
