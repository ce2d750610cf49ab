import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { instant, text, version } from './primitives.js';
import { access, role } from './roles.js';
import type { Input, Output } from './readonly.js';

/** What an instance runs, and `APP`: a link to another application that an instance adds to the app list. */
export const SERVICE_KINDS = [
  'DATABASE',
  'BROKER',
  'IDENTITY_PROVIDER',
  'MAIL',
  'SOLVER_POOL',
  'WEB',
  'APP',
] as const;

const serviceCode = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{1,30}$/)
  .meta({ description: 'Letters, digits and _.' });

/** One round trip through the real thing. */
export const serviceCheck = z
  .strictObject({
    at: instant,
    /** `OFF`: not set up on this instance. */
    state: z.enum(['UP', 'DOWN', 'OFF']),
    latencyMs: z.number().optional(),
    version: z.string().optional(),
    /** What went wrong, in the service's own words, without secrets. */
    error: z.string().optional(),
  })
  .meta({ id: 'ServiceCheck' });
export type ServiceCheck = Output<typeof serviceCheck>;

const appFields = {
  name: text(60),
  /** Name of an icon of the web application's set. */
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('link'),
  /** Where the link leads: an https or http address, or a path on this origin. */
  contextPath: z
    .string()
    .max(500)
    .regex(/^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)$/),
  /** Who sees the link: holders of any of these roles, all users when empty. */
  roles: z.array(role).max(20).default([]),
};

export const service = z
  .strictObject({
    cd: serviceCode,
    kind: z.enum(SERVICE_KINDS),
    /** Only an `APP` has a name of its own; the others are named by the language files. */
    name: z.string(),
    icon: z.string(),
    contextPath: z.string().optional(),
    roles: z.array(role),
    /** Where it is, without credentials. */
    address: z.string().optional(),
    check: serviceCheck,
    lastFailure: serviceCheck.optional(),
    /** Only of what can be edited: an `APP`. */
    version: version.optional(),
  })
  .meta({ id: 'Service' });
export type Service = Output<typeof service>;

export const saveService = z
  .strictObject({ cd: serviceCode, version: version.optional(), ...appFields })
  .meta({ id: 'SaveService' });
export type SaveService = Input<typeof saveService>;

const byCode = z.strictObject({ cd: serviceCode });

export const adminServices = {
  get: endpoint({
    id: 'adminServices.get',
    method: 'GET',
    path: '/api/user/admin/services/get',
    summary: 'What the instance runs, with health of this moment',
    access: access.services,
    response: z.array(service),
  }),
  getOne: endpoint({
    id: 'adminServices.getOne',
    method: 'GET',
    path: '/api/user/admin/services/get/{cd}',
    summary: 'One service with its latest checks, newest first',
    access: access.services,
    params: byCode,
    response: z.strictObject({ service, history: z.array(serviceCheck) }).meta({ id: 'ServiceDetail' }),
    errors: ['NOT_FOUND'],
  }),
  probe: endpoint({
    id: 'adminServices.probe',
    method: 'POST',
    path: '/api/user/admin/services/probe/{cd}',
    summary: 'Try it now: a round trip through the real thing, kept in the history',
    access: access.services,
    params: byCode,
    response: serviceCheck,
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    id: 'adminServices.save',
    method: 'POST',
    path: '/api/user/admin/services/save',
    summary: 'Add a link to an application (no version) or change one (version)',
    access: access.superAdmin,
    body: saveService,
    response: service,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'adminServices.delete',
    method: 'DELETE',
    path: '/api/user/admin/services/delete/{cd}',
    summary: 'Delete a link to an application',
    access: access.superAdmin,
    params: byCode,
    errors: ['NOT_FOUND'],
  }),
} as const;
