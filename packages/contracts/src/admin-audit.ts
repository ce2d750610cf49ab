import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { instant, paging, pageOf, tenantCode } from './primitives.js';
import { access } from './roles.js';
import type { Output } from './readonly.js';

export const auditEntry = z
  .strictObject({
    id: z.int(),
    at: instant,
    /** Absent on entries of the instance itself. */
    tenant: tenantCode.optional(),
    /** Who did it. */
    actor: z.string(),
    /** As whom, when a super-administrator acted as another user. */
    actingFor: z.string().optional(),
    action: z.string(),
    entity: z.string(),
    entityId: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    /** The entry is about a household's finances, which the caller may not read: before and after are left out. */
    withheld: z.boolean(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = Output<typeof auditEntry>;

const filterText = z.string().trim().min(1).max(120).optional();

export const adminAudit = {
  get: endpoint({
    id: 'adminAudit.get',
    method: 'GET',
    path: '/api/user/admin/audit/get',
    summary: 'Who did what when, newest first; a tenant administrator sees the own tenant',
    access: access.users,
    query: paging.extend({
      from: instant.optional(),
      to: instant.optional(),
      /** A user name, as actor or as the one acted for. */
      user: filterText,
      /** An action or its family: `users.save`, `users`. */
      action: filterText,
      entity: filterText,
      entityId: filterText,
      /** A tenant's code: for a super-administrator. */
      tenant: filterText,
    }),
    response: pageOf(auditEntry),
  }),
} as const;
