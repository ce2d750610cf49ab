import { z } from 'zod';
import { endpoint } from './endpoint.js';
import type { EventTopic } from './events.js';
import { byId, id, instant, text, version } from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** The kinds of event a webhook can be sent; those without a notification have no text for a phone. */
const MESSAGE_TOPICS = ['plan.ready', 'plan.stale', 'import.finished', 'consent.ending', 'reminder'] as const;
export const WEBHOOK_TOPICS = [
  ...MESSAGE_TOPICS,
  'quarter.started',
  'quarter.closed',
] as const satisfies readonly EventTopic[];
export const webhookTopic = z.enum(WEBHOOK_TOPICS).meta({ id: 'WebhookTopic' });
export type WebhookTopic = Output<typeof webhookTopic>;

/** `STANDARD`: the event as JSON, signed (Standard Webhooks). The others: the text of its notification, as the program takes it. */
export const WEBHOOK_FORMATS = ['STANDARD', 'NTFY', 'GOTIFY'] as const;
export const webhookFormat = z.enum(WEBHOOK_FORMATS).meta({ id: 'WebhookFormat' });
export type WebhookFormat = Output<typeof webhookFormat>;

/** The topics that a format can carry. */
export const topicsOf = (format: WebhookFormat): readonly WebhookTopic[] =>
  format === 'STANDARD' ? WEBHOOK_TOPICS : MESSAGE_TOPICS;

/** Webhooks of one household. */
export const MAX_WEBHOOKS = 10;

/** Why an attempt failed. */
export const webhookError = z
  .enum([
    /** The address leads to a network the instance does not send to. */
    'ADDRESS_REFUSED',
    'NAME_UNKNOWN',
    'CONNECTION_FAILED',
    'TIMEOUT',
    /** Redirects are not followed. */
    'REDIRECT',
    /** A status of no success. */
    'STATUS',
    /** The webhook was disabled, or its secret cannot be read any more. */
    'DISABLED',
  ])
  .meta({ id: 'WebhookError' });
export type WebhookError = Output<typeof webhookError>;

export const webhook = z
  .strictObject({
    id,
    version,
    name: z.string(),
    format: webhookFormat,
    url: z.string(),
    topics: z.array(webhookTopic),
    enabled: z.boolean(),
    /** Whether an access token of the receiver is stored. */
    hasToken: z.boolean(),
    /** Since when no attempt has succeeded. */
    failingSince: instant.optional(),
    /** Until when events are signed with the secret before the last one, too. */
    previousSecretUntil: instant.optional(),
    createdAt: instant,
    createdBy: z.string(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = Output<typeof webhook>;

export const saveWebhook = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    name: text(80),
    /** Cannot be changed later. */
    format: webhookFormat.default('STANDARD'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .meta({ description: 'http or https; of ntfy with the topic, of Gotify the address of the server.' }),
    topics: z.array(webhookTopic).min(1).max(WEBHOOK_TOPICS.length),
    enabled: z.boolean().default(true),
    /** Access token of ntfy or Gotify; absent: the stored one stays, empty: it is removed. */
    token: z
      .string()
      .max(200)
      .regex(/^[\x21-\x7e]*$/)
      .optional(),
  })
  .refine(({ format, topics }) => topics.every((topic) => topicsOf(format).includes(topic)), {
    path: ['topics'],
  })
  .meta({ id: 'SaveWebhook' });
export type SaveWebhook = Input<typeof saveWebhook>;

const savedWebhook = z
  .strictObject({
    webhook,
    /** `whsec_` and Base64, of a webhook in the format `STANDARD` that is new or whose secret was replaced. */
    secret: z.string().optional(),
  })
  .meta({ id: 'SavedWebhook' });

export const webhookDelivery = z
  .strictObject({
    /** Also the header `webhook-id`, the same for every attempt. */
    id,
    topic: webhookTopic,
    createdAt: instant,
    state: z.enum(['WAITING', 'DELIVERED', 'FAILED']),
    attempts: z.int().min(0),
    attemptedAt: instant.optional(),
    /** The receiver's last HTTP status. */
    status: z.int().optional(),
    error: webhookError.optional(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = Output<typeof webhookDelivery>;

export const webhooks = {
  get: endpoint({
    id: 'webhooks.get',
    method: 'GET',
    path: '/api/finance/webhooks/get',
    summary: "The household's webhooks, by name",
    access: access.financeWrite,
    response: z.array(webhook),
  }),
  save: endpoint({
    id: 'webhooks.save',
    stepUp: true,
    method: 'POST',
    path: '/api/finance/webhooks/save',
    summary: 'Make or change a webhook; the secret it is signed with is in the first answer and never again',
    access: access.financeWrite,
    body: saveWebhook,
    response: savedWebhook,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS', 'PASSWORD_REQUIRED'],
  }),
  rotateSecret: endpoint({
    id: 'webhooks.rotateSecret',
    stepUp: true,
    method: 'POST',
    path: '/api/finance/webhooks/rotate-secret/{id}',
    summary: 'Replace the secret of a signed webhook; the one before is valid beside it for 24 hours',
    access: access.financeWrite,
    params: byId,
    response: savedWebhook,
    errors: ['NOT_FOUND'],
  }),
  test: endpoint({
    id: 'webhooks.test',
    method: 'POST',
    path: '/api/finance/webhooks/test/{id}',
    summary: 'Send a test to a webhook now, once',
    access: access.financeWrite,
    params: byId,
    response: z
      .strictObject({
        delivered: z.boolean(),
        status: z.int().optional(),
        error: webhookError.optional(),
      })
      .meta({ id: 'WebhookTest' }),
    errors: ['NOT_FOUND'],
  }),
  delete: endpoint({
    id: 'webhooks.delete',
    method: 'DELETE',
    path: '/api/finance/webhooks/delete/{id}',
    summary: 'Delete a webhook with its deliveries',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  deliveries: endpoint({
    id: 'webhooks.deliveries',
    method: 'GET',
    path: '/api/finance/webhooks/deliveries/{id}',
    summary: "A webhook's latest deliveries, newest first",
    access: access.financeWrite,
    params: byId,
    response: z.array(webhookDelivery),
    errors: ['NOT_FOUND'],
  }),
} as const;
