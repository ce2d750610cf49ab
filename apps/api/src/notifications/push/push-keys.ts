import { createECDH, createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Env } from '../../config/env.js';
import { ENV } from '../../config/instance.module.js';
import { InstanceSecret } from '../../platform/secrets.js';
import type { PushSender } from './push-request.js';

/** What push services are told where no contact is set: it leads nowhere, and Apple's may refuse it. */
const NO_CONTACT = 'https://fibado.invalid';
/** The most a topic may have (RFC 8030). */
const TOPIC_CHARACTERS = 32;

/** The instance's identity towards push services (VAPID, RFC 8292), and names for what replaces each other there. */
@Injectable()
export class PushKeys {
  readonly sender: PushSender;
  readonly #topics: Buffer;

  constructor(@Inject(ENV) { VAPID_PRIVATE_KEY, PUSH_CONTACT, PUBLIC_URL }: Env, secret: InstanceSecret) {
    const curve = createECDH('prime256v1');
    const key = VAPID_PRIVATE_KEY ? Buffer.from(VAPID_PRIVATE_KEY, 'base64url') : secret.key('vapid');
    curve.setPrivateKey(key);
    const site = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : NO_CONTACT;
    this.sender = {
      subject: PUSH_CONTACT ?? site,
      publicKey: curve.getPublicKey('base64url'),
      privateKey: key.toString('base64url'),
    };
    this.#topics = secret.key('push-topic');
  }

  /** One name for what is about the same; it tells a push service nothing. */
  topicOf(userId: string, subject: string): string {
    const digest = createHmac('sha256', this.#topics)
      .update(`${userId} ${subject}`, 'utf8')
      .digest('base64url');
    return digest.slice(0, TOPIC_CHARACTERS);
  }
}
