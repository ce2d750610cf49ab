import { z } from 'zod';
import { endpoint } from './endpoint.js';
import {
  byId,
  email,
  id,
  instant,
  paging,
  pageOf,
  tenantCode,
  text,
  username,
  version,
} from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** How long an export lets a tenant be deleted, hours. */
export const TENANT_EXPORT_HOURS = 24;
/** How long break-glass access to a household lasts, minutes. */
export const BREAK_GLASS_MINUTES = 60;
/** The shortest reason that says anything, characters. */
export const BREAK_GLASS_REASON_MIN = 10;

export const tenant = z
  .strictObject({
    id,
    code: tenantCode,
    name: z.string(),
    state: z.enum(['ACTIVE', 'SUSPENDED']),
    createdAt: instant,
    /** Members. */
    users: z.int(),
    /** When its data was last exported; a tenant is deleted only soon after (`TENANT_EXPORT_HOURS`). */
    exportedAt: instant.optional(),
    version,
  })
  .meta({ id: 'Tenant' });
export type Tenant = Output<typeof tenant>;

/** The first administrator: invited by e-mail unless a password is set here. */
export const firstAdministrator = z
  .strictObject({
    username,
    name: text(120),
    email,
    language: z.enum(['it', 'en']).default('it'),
    password: z.string().min(1).max(1024).optional(),
  })
  .meta({ id: 'FirstAdministrator' });

/** `code` and `administrator` belong to a new tenant; of an existing one only the name changes. */
export const saveTenant = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    code: tenantCode.optional(),
    name: text(120),
    administrator: firstAdministrator.optional(),
  })
  .meta({ id: 'SaveTenant' });
export type SaveTenant = Input<typeof saveTenant>;

/** What became of a link that lets a person choose a password. */
export const linkSent = z
  .strictObject({
    expiresAt: instant,
    /** Whether it was put in the mail queue. */
    mailed: z.boolean(),
    /** The link itself, shown once, where the instance has no e-mail server to send it. */
    link: z.string().optional(),
  })
  .meta({ id: 'LinkSent' });
export type LinkSent = Output<typeof linkSent>;

/** Why a household is entered; its members read it. */
export const breakGlassReason = text(500, BREAK_GLASS_REASON_MIN);

export const adminTenants = {
  get: endpoint({
    id: 'adminTenants.get',
    method: 'GET',
    path: '/api/user/admin/tenants/get',
    summary: 'The tenants of the instance, by name; search looks in code and name',
    access: access.tenants,
    query: paging.extend({ search: z.string().trim().max(120).optional() }),
    response: pageOf(tenant),
  }),
  save: endpoint({
    id: 'adminTenants.save',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/tenants/save',
    summary: 'Create a tenant with its first administrator, or rename one',
    access: access.tenants,
    body: saveTenant,
    response: z.strictObject({ tenant, invitation: linkSent.optional() }).meta({ id: 'TenantSaved' }),
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS', 'PASSWORD_WEAK', 'PASSWORD_LEAKED'],
  }),
  setState: endpoint({
    id: 'adminTenants.setState',
    method: 'POST',
    path: '/api/user/admin/tenants/set-state',
    summary: 'Suspend a tenant (its tokens stop working at once) or take it up again',
    access: access.tenants,
    body: z
      .strictObject({ id, version, state: z.enum(['ACTIVE', 'SUSPENDED']) })
      .meta({ id: 'SetTenantState' }),
    response: tenant,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'LAST_ADMINISTRATOR'],
  }),
  export: endpoint({
    id: 'adminTenants.export',
    stepUp: true,
    method: 'GET',
    path: '/api/user/admin/tenants/export/{id}',
    summary: 'Everything stored of a tenant, as one JSON file; no secrets are in it',
    access: access.tenants,
    params: byId,
    download: 'application/json',
    errors: ['NOT_FOUND', 'BREAK_GLASS_REQUIRED'],
  }),
  enter: endpoint({
    id: 'adminTenants.enter',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/tenants/enter',
    summary:
      'Break-glass access to a household for an hour: its members are notified, and its audit names who and why',
    access: access.superAdmin,
    body: z.strictObject({ tenantId: id, reason: breakGlassReason }).meta({ id: 'EnterHousehold' }),
    response: z.strictObject({ tenantId: id, expiresAt: instant }).meta({ id: 'HouseholdEntered' }),
    errors: ['NOT_FOUND'],
  }),
  leave: endpoint({
    id: 'adminTenants.leave',
    method: 'POST',
    path: '/api/user/admin/tenants/leave',
    summary: 'End the break-glass access to a household before its time, with the sessions opened by it',
    access: access.superAdmin,
    body: z.strictObject({ tenantId: id }).meta({ id: 'LeaveHousehold' }),
    errors: ['NOT_FOUND'],
  }),
  delete: endpoint({
    id: 'adminTenants.delete',
    stepUp: true,
    method: 'DELETE',
    path: '/api/user/admin/tenants/delete/{id}',
    summary: 'Delete a tenant for ever: after an export, and with its name typed',
    access: access.tenants,
    params: byId,
    query: z.strictObject({ name: z.string().max(200) }),
    errors: ['NOT_FOUND', 'NOT_EXPORTED', 'LAST_ADMINISTRATOR'],
  }),
} as const;
