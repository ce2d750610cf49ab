import { z } from 'zod';
import { linkSent } from './admin-tenants.js';
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
import { access, role } from './roles.js';
import type { Input, Output } from './readonly.js';

export const membership = z
  .strictObject({
    tenantId: id,
    tenant: tenantCode,
    tenantName: z.string(),
    /** Granted to the person directly. */
    roles: z.array(role),
    groups: z.array(z.strictObject({ id, name: z.string() })),
    /** Own roles and those of the groups together. */
    effectiveRoles: z.array(role),
  })
  .meta({ id: 'Membership' });
export type Membership = Output<typeof membership>;

/** A membership asked for from outside the household, which an administrator of the household decides on. */
export const membershipRequest = z
  .strictObject({
    id,
    tenantId: id,
    tenant: tenantCode,
    tenantName: z.string(),
    userId: id,
    username: z.string(),
    name: z.string(),
    email: z.string(),
    /** Directly, and through the groups asked for. */
    roles: z.array(role),
    groups: z.array(z.string()),
    /** The user name of who asked. */
    askedBy: z.string(),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'MembershipRequest' });
export type MembershipRequest = Output<typeof membershipRequest>;

export const user = z
  .strictObject({
    id,
    username,
    name: z.string(),
    email: z.string(),
    phone: z.string().optional(),
    language: z.enum(['it', 'en']),
    blocked: z.boolean(),
    /** No password and no single sign-on yet: the invitation is still open. */
    invited: z.boolean(),
    /** A provider's identity is tied to the account; CLOSED: it was untied, and no other is tied by itself. */
    identity: z.enum(['TIED', 'CLOSED']).optional(),
    /** Whether the caller may change name, e-mail, block and password (see the administration's rules). */
    manageable: z.boolean(),
    createdAt: instant,
    lastLoginAt: instant.optional(),
    /** A tenant administrator sees the one in the own tenant. */
    memberships: z.array(membership),
    version,
  })
  .meta({ id: 'User' });
export type User = Output<typeof user>;

/**
 * Saves a person with its memberships. Memberships outside the caller's sight are left as they are. A new person
 * without `password` is invited by a single-use link.
 */
export const saveUser = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    username,
    name: text(120),
    email,
    phone: text(40).optional(),
    language: z.enum(['it', 'en']).default('it'),
    password: z.string().min(1).max(1024).optional(),
    memberships: z
      .array(
        z.strictObject({
          tenantId: id,
          roles: z.array(role).max(20),
          groupIds: z.array(id).max(200),
        }),
      )
      .min(1)
      .max(200),
  })
  .meta({ id: 'SaveUser' });
export type SaveUser = Input<typeof saveUser>;

const errors = ['NOT_FOUND', 'STALE_VERSION', 'LAST_ADMINISTRATOR', 'ROLE_NOT_HELD'] as const;

export const adminUsers = {
  groups: endpoint({
    id: 'adminUsers.groups',
    method: 'GET',
    path: '/api/user/admin/users/groups',
    summary: 'Groups people can be put into, by name, with their roles and without their members',
    access: access.users,
    query: z.strictObject({ tenantId: id.optional() }),
    response: z.array(
      z.strictObject({ id, name: z.string(), roles: z.array(role) }).meta({ id: 'GroupChoice' }),
    ),
    errors: ['NOT_FOUND'],
  }),
  get: endpoint({
    id: 'adminUsers.get',
    method: 'GET',
    path: '/api/user/admin/users/get',
    summary: 'People, by name; search looks in user name, name and e-mail',
    access: access.users,
    query: paging.extend({
      search: z.string().trim().max(120).optional(),
      /** One tenant's members: for a super-administrator, who sees all. */
      tenantId: id.optional(),
      blocked: z.enum(['true', 'false']).optional(),
    }),
    response: pageOf(user),
    errors: ['NOT_FOUND'],
  }),
  getOne: endpoint({
    id: 'adminUsers.getOne',
    method: 'GET',
    path: '/api/user/admin/users/get/{id}',
    summary: 'One person with its memberships',
    access: access.users,
    params: byId,
    response: user,
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    id: 'adminUsers.save',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/users/save',
    summary: 'Create a person (no id) or update one (id and version), with roles and groups a tenant',
    access: access.users,
    body: saveUser,
    response: z
      .strictObject({
        user,
        invitation: linkSent.optional(),
        /** Memberships that wait for an administrator of the household. */
        requests: z.array(membershipRequest).optional(),
      })
      .meta({ id: 'UserSaved' }),
    errors: [...errors, 'ALREADY_EXISTS', 'PASSWORD_WEAK', 'PASSWORD_LEAKED', 'BREAK_GLASS_REQUIRED'],
  }),
  requests: endpoint({
    id: 'adminUsers.requests',
    method: 'GET',
    path: '/api/user/admin/users/requests',
    summary: 'Memberships asked for from outside that wait for an administrator of the household',
    access: access.users,
    response: z.array(membershipRequest),
  }),
  acceptRequest: endpoint({
    id: 'adminUsers.acceptRequest',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/users/accept-request',
    summary:
      'Let a person into the own household, as asked; one who belongs nowhere else is invited to choose a password',
    access: access.users,
    body: z.strictObject({ id }).meta({ id: 'AcceptMembership' }),
    response: z.strictObject({ user, invitation: linkSent.optional() }).meta({ id: 'MembershipAccepted' }),
    errors: ['NOT_FOUND', 'ROLE_NOT_HELD', 'FORBIDDEN'],
  }),
  declineRequest: endpoint({
    id: 'adminUsers.declineRequest',
    method: 'DELETE',
    path: '/api/user/admin/users/decline-request/{id}',
    summary: 'Decline a membership that was asked for, or withdraw one',
    access: access.users,
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  sendLink: endpoint({
    id: 'adminUsers.sendLink',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/users/send-link',
    summary: 'Send a single-use link with which the person chooses a password; earlier links stop working',
    access: access.users,
    body: z.strictObject({ id }).meta({ id: 'SendLink' }),
    response: linkSent,
    errors: ['NOT_FOUND', 'ROLE_NOT_HELD', 'USER_BLOCKED', 'BREAK_GLASS_REQUIRED'],
  }),
  setBlocked: endpoint({
    id: 'adminUsers.setBlocked',
    method: 'POST',
    path: '/api/user/admin/users/set-blocked',
    summary: 'Block a person (every session and key stops working at once) or unblock',
    access: access.users,
    body: z.strictObject({ id, version, blocked: z.boolean() }).meta({ id: 'SetBlocked' }),
    response: user,
    errors: [...errors],
  }),
  delete: endpoint({
    id: 'adminUsers.delete',
    stepUp: true,
    method: 'DELETE',
    path: '/api/user/admin/users/delete/{id}',
    summary: 'Take a person out of the caller’s tenant, or, as super-administrator, delete it everywhere',
    access: access.users,
    params: byId,
    errors: ['NOT_FOUND', 'LAST_ADMINISTRATOR', 'ROLE_NOT_HELD'],
  }),
} as const;
