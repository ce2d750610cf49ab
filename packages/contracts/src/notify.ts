import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { id, instant } from './primitives.js';
import { isSignedIn } from './roles.js';
import { notificationKind } from './settings.js';

/** A notification: a kind with its parameters; the texts live in the language files under `NOTIFY`. */
export const notification = z
  .strictObject({
    idNotify: id,
    read: z.boolean(),
    createdAt: instant,
    kind: z.union([notificationKind, z.literal('ACCOUNT_CHANGED')]),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Where in the web application it leads. */
    link: z.string().optional(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

/** What arrives over STOMP. */
export const socketMessage = z
  .strictObject({ type: z.enum(['ACCOUNT_BLOCK', 'SIMPLE']), idNotify: id.optional() })
  .meta({ id: 'SocketMessage' });
export type SocketMessage = z.infer<typeof socketMessage>;

export const NOTIFY_EXCHANGE = 'web-notify-exchange';
/** Heart-beats in both directions, milliseconds. */
export const HEARTBEAT_MS = 10_000;
/** Longest WebSocket frame accepted, characters. */
export const MAX_FRAME_CHARACTERS = 16_384;
export const RECONNECT_DELAY_MS = 5000;

/** The routing key of one user's notifications. */
export const routingKeyOf = (tenant: string, username: string): string => `${tenant}-${username}`;

export const notify = {
  list: endpoint({
    id: 'notify.list',
    method: 'GET',
    path: '/api/notify/web-notify/list/{flag}',
    summary: 'flag true: connection details with a one-time secret; false: the notifications, newest first',
    access: isSignedIn,
    params: z.strictObject({ flag: z.enum(['true', 'false']) }),
    response: z
      .strictObject({
        list: z.array(notification),
        hostSocket: z.string().optional(),
        username: z.string().optional(),
        password: z.string().optional(),
      })
      .meta({ id: 'NotificationList' }),
  }),
  markRead: endpoint({
    id: 'notify.markRead',
    method: 'PUT',
    path: '/api/notify/web-notify/mark-read/{id}',
    summary: 'Mark a notification as read',
    access: isSignedIn,
    params: z.strictObject({ id }),
    errors: ['NOT_FOUND'],
  }),
  cancel: endpoint({
    id: 'notify.cancel',
    method: 'DELETE',
    path: '/api/notify/web-notify/cancel/{idNotify}',
    summary: 'Delete a notification',
    access: isSignedIn,
    params: z.strictObject({ idNotify: id }),
    errors: ['NOT_FOUND'],
  }),
  cancelAll: endpoint({
    id: 'notify.cancelAll',
    method: 'DELETE',
    path: '/api/notify/web-notify/cancel-all',
    summary: 'Delete every notification of the user in this tenant',
    access: isSignedIn,
  }),
} as const;
