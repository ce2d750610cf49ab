import { z } from 'zod';
import type { Output } from './readonly.js';

/** Rights a user holds in one tenant (`SADMIN`: on the whole instance). */
export const ROLES = [
  'SADMIN',
  'MSF_USERS',
  'MSF_GROUPS',
  'VIEW_SERVICE',
  'FBDO_FIBADO',
  'FBDO_READ',
  'FBDO_CONNECT',
] as const;

export const role = z.enum(ROLES).meta({ id: 'Role' });
export type Role = Output<typeof role>;

/**
 * Whether a user holding `held` may give or take `wanted`: who writes a household's finances may give reading them, and
 * who also manages its users may give the bank connection, which no user holds at first.
 */
export const holdsRole = (held: readonly Role[], wanted: Role): boolean => {
  if (held.includes(wanted)) return true;
  if (wanted === 'FBDO_READ') return held.includes('FBDO_FIBADO');
  return wanted === 'FBDO_CONNECT' && held.includes('FBDO_FIBADO') && held.includes('MSF_USERS');
};

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
  bankConnection: anyOf('FBDO_CONNECT'),
  tenants: anyOf('SADMIN'),
  services: anyOf('VIEW_SERVICE', 'SADMIN'),
  emailServer: anyOf('SADMIN'),
  users: anyOf('MSF_USERS', 'SADMIN'),
  groups: anyOf('MSF_GROUPS', 'SADMIN'),
  superAdmin: anyOf('SADMIN'),
} as const satisfies Record<string, Access>;
