import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, id, instant } from './primitives.js';
import { isSignedIn } from './roles.js';
import type { Output } from './readonly.js';

/** Devices of one user in one tenant; another one takes the place of the one that was confirmed longest ago. */
export const MAX_PUSH_DEVICES = 10;

const base64url = z.string().regex(/^[\w-]+$/);

/** What a browser's push service hands out, as `PushSubscription.toJSON` writes it. */
export const savePushDevice = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/ })
      .max(1000)
      .meta({ description: 'https; http on this machine alone, where the instance allows it.' }),
    /** A point of the curve P-256, uncompressed. */
    p256dh: base64url.length(87),
    /** 16 bytes. */
    auth: base64url.length(22),
  })
  .meta({ id: 'SavePushDevice' });

export const pushDevice = z
  .strictObject({
    id,
    /** The browser or device as it names itself; empty where it did not. */
    agent: z.string(),
    createdAt: instant,
    /** When a page of it was last open. */
    confirmedAt: instant,
    /** When its push service last took a notification. */
    deliveredAt: instant.optional(),
    /** Of the session that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'PushDevice' });
export type PushDevice = Output<typeof pushDevice>;

export const push = {
  get: endpoint({
    id: 'push.get',
    method: 'GET',
    path: '/api/notify/push/get',
    summary:
      "The user's devices in this tenant that notifications are pushed to, and the key to subscribe with",
    access: isSignedIn,
    response: z
      .strictObject({
        /** `applicationServerKey`, Base64url. */
        publicKey: z.string(),
        devices: z.array(pushDevice),
      })
      .meta({ id: 'PushDevices' }),
  }),
  save: endpoint({
    id: 'push.save',
    method: 'POST',
    path: '/api/notify/push/save',
    summary: 'Push notifications to this device until its session ends; again: it is confirmed',
    access: isSignedIn,
    body: savePushDevice,
    response: pushDevice,
  }),
  test: endpoint({
    id: 'push.test',
    method: 'POST',
    path: '/api/notify/push/test/{id}',
    summary: 'Push a test to a device now, once',
    access: isSignedIn,
    params: byId,
    response: z.strictObject({ delivered: z.boolean() }).meta({ id: 'PushTest' }),
    errors: ['NOT_FOUND'],
  }),
  delete: endpoint({
    id: 'push.delete',
    method: 'DELETE',
    path: '/api/notify/push/delete/{id}',
    summary: 'Push nothing more to a device',
    access: isSignedIn,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
} as const;
