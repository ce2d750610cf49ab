import { z } from 'zod';

/** Rights a user holds in one tenant (`SADMIN`: on the whole instance). */
export const ROLES = [
  'SADMIN',
  'MSF_USERS',
  'MSF_GROUPS',
  'VIEW_SERVICE',
  'FBDO_FIBADO',
  'FBDO_READ',
] as const;

export const role = z.enum(ROLES).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

/** Whether a user holding `held` may do what `wanted` allows: who writes a household's finances reads them, too. */
export const holdsRole = (held: readonly Role[], wanted: Role): boolean =>
  held.includes(wanted) || (wanted === 'FBDO_READ' && held.includes('FBDO_FIBADO'));

/**
 * Who may call an endpoint. There is no default: an endpoint that does not say is no endpoint.
 * - `public`: no session is needed.
 * - `signedIn`: any valid session of a tenant.
 * - `anyOf`: at least one of the roles, in the session's tenant.
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'anyOf'; readonly roles: readonly Role[] };

export const isPublic: Access = { kind: 'public' };
export const isSignedIn: Access = { kind: 'signedIn' };
const anyOf = (...roles: Role[]): Access => ({ kind: 'anyOf', roles });

/** Decisions §7, one name a row. */
export const access = {
  financeRead: anyOf('FBDO_FIBADO', 'FBDO_READ'),
  financeWrite: anyOf('FBDO_FIBADO'),
  tenants: anyOf('SADMIN'),
  services: anyOf('VIEW_SERVICE', 'SADMIN'),
  emailServer: anyOf('SADMIN'),
  users: anyOf('MSF_USERS', 'SADMIN'),
  groups: anyOf('MSF_GROUPS', 'SADMIN'),
  superAdmin: anyOf('SADMIN'),
} as const satisfies Record<string, Access>;
