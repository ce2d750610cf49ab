import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { instant, paging, pageOf, tenantCode } from './primitives.js';
import { access, isSignedIn } from './roles.js';
import type { Output } from './readonly.js';

export const SECURITY_EVENT_KINDS = [
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_LOCKED',
  'SIGN_OUT',
  'TOKEN_REUSED',
  'STEP_UP',
  'STEP_UP_FAILED',
  'SECOND_FACTOR_FAILED',
  'SECOND_FACTOR_ADDED',
  'SECOND_FACTOR_REMOVED',
  'SECOND_FACTORS_RESET',
  'SECOND_FACTOR_POLICY',
  'IDENTITY_TIED',
  'IDENTITY_UNTIED',
  'PROVIDER_SIGN_OUT',
  'PROVIDER_REFUSED',
  'RECOVERY_CODE_USED',
  'RECOVERY_CODES_MADE',
  'PASSWORD_CHANGED',
  'PASSWORD_FORGOTTEN',
  'EMAIL_ASKED',
  'EMAIL_CHANGED',
  'KEY_MADE',
  'KEY_REVOKED',
  'ACTING',
  'HOUSEHOLD_ENTERED',
  'EXPORT',
  'REFUSED',
] as const;
export const securityEventKind = z.enum(SECURITY_EVENT_KINDS);
export type SecurityEventKind = Output<typeof securityEventKind>;

export const securityEvent = z
  .strictObject({
    id: z.int(),
    /** The latest, when it happened several times. */
    at: instant,
    kind: securityEventKind,
    outcome: z.enum(['OK', 'REFUSED']),
    /** The account, where it is known. */
    username: z.string().optional(),
    /** Who acted as that account. */
    actor: z.string().optional(),
    tenant: tenantCode.optional(),
    address: z.string(),
    /** The program, and the browser or device as it names itself. */
    client: z.string(),
    agent: z.string(),
    /** What it was about, e.g. the endpoint that was refused. */
    detail: z.string().optional(),
    /** A sign-in from a device and network the account had not used before. */
    newDevice: z.boolean(),
    times: z.int(),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = Output<typeof securityEvent>;

export const securityEvents = {
  own: endpoint({
    id: 'securityEvents.own',
    beforeSecondFactor: true,
    method: 'GET',
    path: '/api/user/account/security-events',
    summary: "Security events of the user's own account, newest first",
    access: isSignedIn,
    query: paging,
    response: pageOf(securityEvent),
  }),
  get: endpoint({
    id: 'securityEvents.get',
    method: 'GET',
    path: '/api/user/admin/security-events/get',
    summary: 'Security events, newest first: a tenant administrator sees those of the tenant and its members',
    access: access.users,
    query: paging.extend({
      kind: securityEventKind.optional(),
      outcome: z.enum(['OK', 'REFUSED']).optional(),
      user: z.string().trim().min(1).max(120).optional(),
    }),
    response: pageOf(securityEvent),
  }),
} as const;
