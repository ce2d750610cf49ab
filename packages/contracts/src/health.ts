import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { isPublic } from './roles.js';
import type { Output } from './readonly.js';

const alive = z.strictObject({ status: z.literal('ok') });

/** `OFF`: not set up on this instance. `PENDING`: being tried for the first time. */
const partState = z.enum(['UP', 'DOWN', 'OFF', 'PENDING']);

/** What the process stands on. No addresses and no reasons: the endpoint is public. */
export const readiness = z
  .strictObject({
    /** `degraded`: something below is `DOWN` that the product can do without for a while. */
    status: z.enum(['ok', 'degraded']),
    checks: z.strictObject({
      database: partState,
      /** `DOWN`: what was asked to be written was not, as on a full disk; reading goes on. */
      storage: partState.optional(),
      /** `DOWN`: a newer program has changed the schema while this one ran. */
      migrations: partState,
      broker: partState,
      identity: partState,
      mail: partState,
      solver: partState,
    }),
  })
  .meta({ id: 'Readiness' });
export type Readiness = Output<typeof readiness>;

export const health = {
  live: endpoint({
    id: 'health.live',
    method: 'GET',
    path: '/api/health/live',
    summary: 'The process answers',
    access: isPublic,
    response: alive,
  }),
  ready: endpoint({
    id: 'health.ready',
    method: 'GET',
    path: '/api/health/ready',
    summary: 'The process can do its work, and what of its surroundings is away',
    access: isPublic,
    response: readiness,
    errors: ['SERVICE_UNAVAILABLE'],
  }),
} as const;
