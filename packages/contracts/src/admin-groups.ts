import { z } from 'zod';
import { endpoint } from './endpoint.js';
import {
  byId,
  id,
  multilineText,
  paging,
  pageOf,
  tenantCode,
  text,
  username,
  version,
} from './primitives.js';
import { access, role } from './roles.js';
import type { Input, Output } from './readonly.js';

export const groupMember = z.strictObject({ id, username, name: z.string() }).meta({ id: 'GroupMember' });

/** A named bundle of roles and the people who have them through it. */
export const group = z
  .strictObject({
    id,
    tenantId: id,
    tenant: tenantCode,
    name: z.string(),
    description: z.string().optional(),
    roles: z.array(role),
    members: z.array(groupMember),
    version,
  })
  .meta({ id: 'Group' });
export type Group = Output<typeof group>;

export const saveGroup = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    /** The caller's tenant unless a super-administrator names another; it never changes afterwards. */
    tenantId: id.optional(),
    name: text(80),
    description: multilineText(500).optional(),
    roles: z.array(role).max(20),
    memberIds: z.array(id).max(1000),
  })
  .meta({ id: 'SaveGroup' });
export type SaveGroup = Input<typeof saveGroup>;

export const adminGroups = {
  get: endpoint({
    id: 'adminGroups.get',
    method: 'GET',
    path: '/api/user/admin/groups/get',
    summary: 'Groups with roles and members, by name',
    access: access.groups,
    query: paging.extend({ search: z.string().trim().max(120).optional(), tenantId: id.optional() }),
    response: pageOf(group),
    errors: ['NOT_FOUND'],
  }),
  candidates: endpoint({
    id: 'adminGroups.candidates',
    method: 'GET',
    path: '/api/user/admin/groups/candidates',
    summary: 'Members of a tenant, who can be put into its groups',
    access: access.groups,
    query: paging.extend({ search: z.string().trim().max(120).optional(), tenantId: id.optional() }),
    response: pageOf(groupMember),
    errors: ['NOT_FOUND'],
  }),
  save: endpoint({
    id: 'adminGroups.save',
    stepUp: true,
    method: 'POST',
    path: '/api/user/admin/groups/save',
    summary: 'Create a group (no id) or update one (id and version)',
    access: access.groups,
    body: saveGroup,
    response: group,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS', 'ROLE_NOT_HELD', 'LAST_ADMINISTRATOR'],
  }),
  delete: endpoint({
    id: 'adminGroups.delete',
    method: 'DELETE',
    path: '/api/user/admin/groups/delete/{id}',
    summary: 'Delete a group without members',
    access: access.groups,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE', 'ROLE_NOT_HELD'],
  }),
} as const;
