import { NOTIFY_EXCHANGE } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import { type NotifyGrant, NotifyLogins } from './notify-logins.js';

/** The one virtual host. */
const VHOST = '/';
/** Queues RabbitMQ makes for a STOMP subscription, and no others. */
const SUBSCRIPTION_QUEUE = /^stomp-subscription-[\w-]+$/;

export interface ResourceQuestion {
  readonly username: string;
  readonly vhost: string;
  readonly resource: string;
  readonly name: string;
  readonly permission: string;
}

export interface TopicQuestion extends ResourceQuestion {
  readonly routingKey: string;
}

/**
 * What a browser may do on the real-time line: read its own user's routing key. Both carriers ask here. Everything
 * is compared exactly; no pattern of a broker has to be right.
 */
@Injectable()
export class AccessRules {
  constructor(private readonly logins: NotifyLogins) {}

  /** Whether a login with its one-time secret may connect, as RabbitMQ asks it. */
  async user(username: string, password: string): Promise<boolean> {
    return (await this.logins.redeem(username, password, 2)) !== undefined;
  }

  async vhost(username: string, vhost: string): Promise<boolean> {
    return vhost === VHOST && (await this.logins.find(username)) !== undefined;
  }

  async resource({ username, vhost, resource, name, permission }: ResourceQuestion): Promise<boolean> {
    const ownQueue = resource === 'queue' && SUBSCRIPTION_QUEUE.test(name);
    const exchangeRead = resource === 'exchange' && name === NOTIFY_EXCHANGE && permission === 'read';
    if (vhost !== VHOST || !(ownQueue || exchangeRead)) return false;
    if (ownQueue && permission === 'configure') return this.logins.claimQueue(username, name);
    return (await this.logins.find(username)) !== undefined;
  }

  async topic({ username, vhost, name, permission, routingKey }: TopicQuestion): Promise<boolean> {
    if (vhost !== VHOST || name !== NOTIFY_EXCHANGE || permission !== 'read') return false;
    return (await this.logins.find(username))?.key === routingKey;
  }

  /** The embedded server's question, asked once a connection. */
  redeem(username: string, password: string): Promise<NotifyGrant | undefined> {
    return this.logins.redeem(username, password, 1);
  }

  living(logins: readonly string[]): Promise<ReadonlySet<string>> {
    return this.logins.living(logins);
  }

  /** The embedded server's question: the same rules for a destination in STOMP's words. */
  async mayRead(username: string, destination: string): Promise<boolean> {
    const prefix = destinationOf('');
    if (!destination.startsWith(prefix)) return false;
    const routingKey = destination.slice(prefix.length);
    const on = { username, vhost: VHOST, name: NOTIFY_EXCHANGE, permission: 'read' };
    return this.topic({ ...on, resource: 'topic', routingKey });
  }
}

/** The destination browsers subscribe to for a routing key. */
export const destinationOf = (key: string): string => `/exchange/${NOTIFY_EXCHANGE}/${key}`;
