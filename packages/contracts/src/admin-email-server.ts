import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, email, id, instant, paging, pageOf, text, version } from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

const fields = {
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/),
  port: z.int().min(1).max(65_535),
  /** `TLS` from the first byte, `STARTTLS` or refuse, `NONE` for a server on the same machine. */
  security: z.enum(['TLS', 'STARTTLS', 'NONE']),
  username: text(254).optional(),
  fromName: text(120),
  fromAddress: email,
};

export const emailServer = z
  .strictObject({ ...fields, hasPassword: z.boolean(), version })
  .meta({ id: 'EmailServer' });
export type EmailServer = Output<typeof emailServer>;

/** `password` absent keeps the stored one for the same server and user, `null` forgets it. */
export const saveEmailServer = z
  .strictObject({
    ...fields,
    password: z.string().min(1).max(1024).nullable().optional(),
    version: version.optional(),
  })
  .meta({ id: 'SaveEmailServer' });
export type SaveEmailServer = Input<typeof saveEmailServer>;

export const queuedMail = z
  .strictObject({
    id,
    to: z.string(),
    subject: z.string(),
    state: z.enum(['WAITING', 'SENT', 'FAILED']),
    attempts: z.int(),
    createdAt: instant,
    /** When it is tried next. */
    nextAttemptAt: instant.optional(),
    sentAt: instant.optional(),
    lastError: z.string().optional(),
  })
  .meta({ id: 'QueuedMail' });
export type QueuedMail = Output<typeof queuedMail>;

export const adminEmailServer = {
  get: endpoint({
    id: 'adminEmailServer.get',
    method: 'GET',
    path: '/api/user/admin/email-server/get',
    summary: 'The e-mail server, if one is set, and how its queue stands; the password is never shown',
    access: access.emailServer,
    response: z
      .strictObject({
        server: emailServer.nullable(),
        queue: z.strictObject({ waiting: z.int(), failed: z.int() }),
      })
      .meta({ id: 'EmailServerState' }),
  }),
  save: endpoint({
    id: 'adminEmailServer.save',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/email-server/save',
    summary: 'Set the e-mail server; its password is stored encrypted',
    access: access.emailServer,
    body: saveEmailServer,
    response: emailServer,
    errors: ['STALE_VERSION', 'PASSWORD_REQUIRED'],
  }),
  delete: endpoint({
    id: 'adminEmailServer.delete',
    method: 'DELETE',
    path: '/api/user/admin/email-server/delete',
    summary: 'Forget the e-mail server; mails wait in the queue',
    access: access.emailServer,
    errors: ['NOT_FOUND'],
  }),
  test: endpoint({
    id: 'adminEmailServer.test',
    method: 'POST',
    path: '/api/user/admin/email-server/test',
    summary: 'Send a test message now through the stored server',
    access: access.emailServer,
    body: z
      .strictObject({ to: email, language: z.enum(['it', 'en']).default('it') })
      .meta({ id: 'TestMail' }),
    response: z
      .strictObject({
        /** The server's last word. */
        reply: z.string(),
        latencyMs: z.number(),
      })
      .meta({ id: 'TestMailResult' }),
    errors: ['NOT_FOUND', 'MAIL_FAILED'],
  }),
  queue: endpoint({
    id: 'adminEmailServer.queue',
    method: 'GET',
    path: '/api/user/admin/email-server/queue',
    summary: 'Mails waiting, sent and failed, newest first',
    access: access.emailServer,
    query: paging.extend({ state: z.enum(['WAITING', 'SENT', 'FAILED']).optional() }),
    response: pageOf(queuedMail),
  }),
  retry: endpoint({
    id: 'adminEmailServer.retry',
    method: 'POST',
    path: '/api/user/admin/email-server/retry/{id}',
    summary: 'Try a waiting or failed mail again now',
    access: access.emailServer,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  cancel: endpoint({
    id: 'adminEmailServer.cancel',
    method: 'DELETE',
    path: '/api/user/admin/email-server/queue/{id}',
    summary: 'Take a mail out of the queue',
    access: access.emailServer,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
} as const;
