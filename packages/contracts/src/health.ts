import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { isPublic } from './roles.js';

const status = z.strictObject({ status: z.literal('ok') });

export const health = {
  live: endpoint({
    id: 'health.live',
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process answers',
    access: isPublic,
    response: status,
  }),
  ready: endpoint({
    id: 'health.ready',
    method: 'GET',
    path: '/api/health/ready',
    summary: 'The process can do its work: the database answers',
    access: isPublic,
    response: status,
  }),
} as const;
