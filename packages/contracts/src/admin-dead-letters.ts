import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, id, instant, paging, pageOf } from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

/** Plans of quarters, questions about plans, events, messages for open pages, e-mails, webhooks, pushes to devices. */
export const JOB_QUEUES = ['PLANS', 'QUESTIONS', 'EVENTS', 'MESSAGES', 'MAILS', 'WEBHOOKS', 'PUSH'] as const;
export type JobQueueName = (typeof JOB_QUEUES)[number];

export const deadLetter = z
  .strictObject({
    id,
    queue: z.enum(JOB_QUEUES),
    /** The kind of job in a queue that has several. */
    topic: z.string().optional(),
    /** The code of the tenant the job belongs to; absent: the instance itself. */
    tenant: z.string().optional(),
    attempts: z.int(),
    createdAt: instant,
    diedAt: instant,
    /** Why the last attempt failed. */
    reason: z.string().optional(),
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = Output<typeof deadLetter>;

export const adminDeadLetters = {
  list: endpoint({
    id: 'adminDeadLetters.list',
    method: 'GET',
    path: '/api/user/admin/dead-letters/list',
    summary: 'Background jobs that failed for good, newest first; what they are about is not shown',
    access: access.superAdmin,
    query: paging.extend({ queue: z.enum(JOB_QUEUES).optional() }),
    response: pageOf(deadLetter),
  }),
  retry: endpoint({
    id: 'adminDeadLetters.retry',
    method: 'POST',
    path: '/api/user/admin/dead-letters/retry/{id}',
    summary: 'Enqueue a dead letter again, its attempts forgotten',
    access: access.superAdmin,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  discard: endpoint({
    id: 'adminDeadLetters.discard',
    method: 'DELETE',
    path: '/api/user/admin/dead-letters/discard/{id}',
    summary: 'Delete a dead letter',
    access: access.superAdmin,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
} as const;
